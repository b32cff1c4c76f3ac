// Package hunkengine is the text core of devstar: it turns a text and a description of a change into a new
// text, or says precisely why there is no single right answer.
//
// One rule stands above all others: bytes that no hunk replaces come out as they went in. A [Text] is one
// string of bytes with the places where its lines start; a line is its content plus its own end ("\n",
// "\r\n", or nothing for an unterminated last line). Lines are compared by content, byte for byte, without
// any folding of blanks, letter case or Unicode forms.
//
// [Apply] places [Hunk]s top-down, each at exactly one place. [EditHunks] lowers find/replace pairs to hunks,
// [ParseEnvelope] reads the "*** Begin Patch" format, [Splice], [ReplaceAll] and [InsertLines] change texts by
// byte offsets, literals and line numbers. [Unified] shows the difference of two texts; [ParseUnified] and
// [ApplyUnified] read such a difference and apply it byte for byte.
//
// The package reads and writes no files, knows nothing of workspaces, paths or scripts, never guesses a
// place, and keeps no state between calls. Errors that a person or a model has to act on are values with
// fields that implement [Failure].
package hunkengine
