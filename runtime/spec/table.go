package spec

// This file is the table of builtins, in alphabetical order.

import (
	"slices"
	"strings"
)

var (
	text     = Type{Shape: String}
	path     = Type{Shape: String, Format: Path}
	literal  = Type{Shape: String, Format: Literal}
	boolean  = Type{Shape: Boolean}
	line     = Type{Shape: Integer, Min: 1}
	paths    = Type{Shape: Selector, Format: Pattern, NonEmpty: true}
	maybe    = Type{Shape: Selector, Format: Pattern, NonEmpty: true, Null: true}
	excludes = Type{Shape: Selector, Format: Pattern}
	count    = Type{Shape: OneOrAll}
	function = Type{Shape: Callable}
	place    = Type{Shape: Any, Null: true}

	editObject = Type{Shape: Object, Fields: []Param{
		{Name: "find", Type: Type{Shape: String, Format: OldLines}, Need: true, Doc: "the whole lines to replace, joined with newlines"},
		{Name: "replace", Type: text, Need: true, Doc: "the lines that take their place; empty deletes the lines"},
		{Name: "line", Type: line, Doc: "the line at which the match must start, in the text before the call"},
	}, Foreign: []Alias{{Keys: []string{"old_text", "new_text", "replace_all"}, Of: "fs.edit"}}}

	// StepObject is the form of one step of a JSON plan.
	StepObject = Type{Shape: Object, Fields: []Param{
		{Name: "step", Type: text, Need: true, Doc: "the name of the step"},
		{Name: "args", Type: Type{Shape: Any}, Doc: "its arguments, an object"},
		{Name: "label", Type: Type{Shape: String, Format: Label}, Doc: "the name under which a read is kept"},
	}}

	fsEditObject = Type{Shape: Object, Fields: []Param{
		{Name: "old_text", Type: literal, Need: true, Doc: "the exact text to replace, also a part of a line or several lines"},
		{Name: "new_text", Type: text, Need: true, Doc: "what takes its place, as it is"},
		{Name: "replace_all", Type: boolean, Doc: "replace every occurrence; without it the text must occur once"},
	}, Foreign: []Alias{{Keys: []string{"find", "replace", "line"}, Of: "edit"}}}

	excludeParam = Param{Name: "exclude", Type: excludes, Default: []any{}, Doc: "patterns to leave out"}
)

// Table lists every builtin: those without a module sorted by name, then those of modules.
var Table = slices.Concat(byName(plainTable, findTable), approvalTable, fsTable, posixpathTable, reTable, stringsTable)

// byName merges parts of the table.
func byName(parts ...[]Builtin) []Builtin {
	all := slices.Concat(parts...)
	slices.SortFunc(all, func(a, b Builtin) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// plainTable lists the builtins without a module, sorted by name.
var plainTable = []Builtin{
	{
		Name: "acquire", Kind: Look, Effect: "acquire", Returns: "list of paths",
		Params: []Param{
			{Name: "paths", Type: paths, Need: true, Doc: "paths or patterns"},
			excludeParam,
			{Name: "missing_ok", Type: boolean, Default: false, Doc: "a path or pattern that selects nothing is fine"},
			{Name: "containing", Type: Type{Shape: String, Format: Literal, Null: true}, Doc: "take only files that hold this text"},
			{Name: "ignored", Type: boolean, Default: false, Doc: "take what .gitignore ignores"},
			{Name: "binary", Type: Type{Shape: String, Enum: []string{"skip", "error", "opaque"}}, Default: "skip", Doc: "what patterns do with files that are not UTF-8 text"},
		},
		Usage:   `acquire("src/**/*.go")`,
		Doc:     "Takes files from disk into the workspace. It returns the sorted list of all paths selected, also those already held. Nothing else reads file contents from disk. A path or pattern that selects nothing is an error unless missing_ok is set.",
		Example: `print(acquire(["src/**/*.ts", "README.md"], exclude=["**/*_test.ts"]))`,
	},
	{
		Name: "acquired", Kind: Look, Returns: "bool",
		Params:  []Param{{Name: "path", Type: path, Need: true, Doc: "a workspace path"}},
		Usage:   `acquired("src/config.ts")`,
		Doc:     "Tells whether a path is in the workspace.",
		Example: "acquire(\"src/config.ts\")\nif not acquired(\"src/config.ts\"):\n    fail(\"lost\")",
	},
	{
		Name: "apply_patch", Kind: Step, Effect: "apply_patch", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "patch", Type: Type{Shape: String, Format: Patch}, Need: true, Doc: "the *** Begin Patch envelope"},
			{Name: "acquire", Type: boolean, Default: false, Doc: "first acquire what the patch updates, deletes and moves"},
		},
		Usage:   `apply_patch("*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch\n")`,
		Doc:     "Applies a *** Begin Patch envelope to the workspace. All of its operations succeed or none does. Context and removed lines match whole lines exactly and in one place only, top-down; line numbers after @@ are ignored. The files must be acquired.",
		Example: "acquire(\"src/server.ts\")\napply_patch(\"\"\"*** Begin Patch\n*** Update File: src/server.ts\n@@\n-const port = 3000\n+const port = 8080\n*** End Patch\n\"\"\")",
	},
	{
		Name: "attempt", Kind: Control, Rest: "args", Returns: "Result",
		Params:  []Param{{Name: "function", Type: function, Need: true, Doc: "what to call; further arguments are passed on"}},
		Usage:   `attempt(function, arguments...)`,
		Doc:     "Calls a function and takes everything back when it fails. When a step inside fails or is refused, or fail is called, workspace, reads and labels are as before, and the Result's ok is false. Never caught: write, limits, cancellation, programming errors.",
		Example: "acquire(\"src/config.ts\")\nr = attempt(edit, \"src/config.ts\", [{\"find\": \"no such line\", \"replace\": \"x\"}])\nif not r.ok:\n    print(r.error)",
	},
	{
		Name: "changes", Kind: Look, Returns: "list of changes",
		Usage:   `changes()`,
		Doc:     "Lists what differs from what was acquired. Each has path, kind (modified, added, deleted, renamed), source, added and removed (lines).",
		Example: `print(changes())`,
	},
	{
		Name: "check", Kind: Step, Effect: "check", Capability: "check", Plan: true, Returns: "diagnostics",
		Usage:   `check()`,
		Doc:     "Runs the configured checkers over the workspace, not the disk. It returns their diagnostics; .ok tells whether none is an error. Two orders make sense: edit, lint, check, write keeps everything off the disk until it is clean, for write refuses while errors stand; edit, write, lint(fix=True), check mends what is written already, and a check that fails then comes after the files are on disk. It exists only where a check engine is configured.",
		Example: "if has(\"check\") and not check().ok:\n    fail(\"not clean\")",
	},
	{
		Name: "copy", Kind: Change, Effect: "apply_patch", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "source", Type: path, Need: true, Doc: "a held file, or a directory of held files"},
			{Name: "destination", Type: path, Need: true, Doc: "a free path"},
		},
		Usage:   `copy("a.txt", "b.txt")`,
		Doc:     "Copies a held file, or a directory of held files, within the workspace.",
		Example: "acquire(\"src/config.ts\")\ncopy(\"src/config.ts\", \"src/config.old.ts\")",
	},
	{
		Name: "create", Kind: Change, Effect: "apply_patch", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a free path"},
			{Name: "text", Type: text, Need: true, Doc: "exactly what the file holds"},
			{Name: "executable", Type: boolean, Default: false, Doc: "set the x bits"},
		},
		Usage:   `create("docs/new.md", "# New\n")`,
		Doc:     "Makes a new file that holds exactly the text. The path must be free in the workspace and on disk; to change a file that is there use set_text.",
		Example: "create(\"docs/new.md\", \"# New\\n\")\nwrite()",
	},
	{
		Name: "delete", Kind: Change, Effect: "apply_patch", Plan: true, Returns: "delta",
		Params:  []Param{{Name: "path", Type: path, Need: true, Doc: "a held file, or a directory of held files"}},
		Usage:   `delete("old.txt")`,
		Doc:     "Deletes a held file, or a directory of held files, from the workspace. The disk follows at write.",
		Example: "acquire(\"src/config.ts\")\ndelete(\"src/config.ts\")",
	},
	{
		Name: "diagnostics", Kind: Look, Returns: "diagnostics",
		Usage:   `diagnostics()`,
		Doc:     "Lists the diagnostics so far.",
		Example: `print(len(diagnostics()))`,
	},
	{
		Name: "diff", Kind: Look, Effect: "read", Returns: "string",
		Params:  []Param{{Name: "paths", Type: maybe, Doc: "only these"}},
		Usage:   `diff()`,
		Doc:     "Gives the unified diff of the workspace against what is on disk as known. It does not read the disk.",
		Example: "acquire(\"src/config.ts\")\nreplace(\"src/config.ts\", \"3000\", \"8080\")\nprint(diff())",
	},
	{
		Name: "edit", Kind: Step, Effect: "edit", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a held file"},
			{Name: "edits", Type: Type{Shape: List, NonEmpty: true, Elem: &editObject}, Need: true, Doc: "what to find and what takes its place, from the top of the file down"},
		},
		Usage:   `edit("a.txt", [{"find": "whole old lines", "replace": "new lines"}])`,
		Doc:     "Replaces whole lines, exactly and in one place each. The edits of one call go from the top of the file down and succeed together or not at all. A find that matches twice or nowhere is an error; a part of a line never matches: inside a line use replace.",
		Example: "acquire(\"src/config.ts\")\nedit(\"src/config.ts\", [{\"find\": \"  port: 3000,\", \"replace\": \"  port: 8080,\"}])\nwrite()",
		Check:   checkEdits,
	},
	{
		Name: "exists", Kind: Look, Returns: "bool",
		Params:  []Param{{Name: "path", Type: path, Need: true, Doc: "a path"}},
		Usage:   `exists("go.mod")`,
		Doc:     "Tells whether a regular file of that name is in the tree as write would leave it.",
		Example: `print(exists("README.md"))`,
	},
	{
		Name: "files", Kind: Look, Returns: "list of paths",
		Params:  []Param{{Name: "paths", Type: maybe, Doc: "only these; may select nothing"}, excludeParam},
		Usage:   `files("src/**")`,
		Doc:     "Lists the paths in the workspace, sorted.",
		Example: "acquire(\"src/**\")\nprint(files())",
	},
	{
		Name: "format", Kind: Step, Effect: "format", Capability: "format", Plan: true, Returns: "delta",
		Params:  []Param{{Name: "paths", Type: maybe, Doc: "only these; all held files by default"}},
		Usage:   `format()`,
		Doc:     "Formats held files with the configured formatters, each file with the first one that takes it. The result is in memory and needs a write. It exists only where a format engine is configured.",
		Example: "acquire(\"src/**\")\nif has(\"format\"):\n    format()",
	},
	{
		Name: "glob", Kind: Look, Returns: "list of paths",
		Params:  []Param{{Name: "patterns", Type: paths, Need: true, Doc: "paths or patterns; may select nothing"}, excludeParam},
		Usage:   `glob("src/**/*.go")`,
		Doc:     "Lists the regular files of the tree as write would leave it, sorted. Contents are not read.",
		Example: `print(glob("**/*.ts"))`,
	},
	{
		Name: "has", Kind: Look, Returns: "bool",
		Params:  []Param{{Name: "step", Type: Type{Shape: String, Enum: []string{"format", "lint", "check"}}, Need: true, Doc: "format, lint or check"}},
		Usage:   `has("lint")`,
		Doc:     "Tells whether format, lint or check is configured.",
		Example: `print(has("lint"))`,
	},
	{
		Name: "insert", Kind: Change, Effect: "edit", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a held file"},
			{Name: "text", Type: text, Need: true, Doc: "whole lines"},
			{Name: "at", Type: Type{Shape: String, Enum: []string{"start", "end"}, Null: true}, Doc: "the start or the end of the file"},
			{Name: "before", Type: place, Doc: "a line number, or a whole line that occurs once"},
			{Name: "after", Type: place, Doc: "a line number, or a whole line that occurs once"},
		},
		Usage:   `insert("a.txt", "new line\n", after="whole line")`,
		Doc:     "Puts whole lines at the start or end of a file, or before or after a line given by number or by its whole text. Exactly one place must be named.",
		Example: "acquire(\"src/config.ts\")\ninsert(\"src/config.ts\", \"// header\\n\", at=\"start\")",
		Check:   checkPlace,
	},
	{
		Name: "lint", Kind: Step, Effect: "lint", Capability: "lint", Plan: true, Returns: "diagnostics",
		Params: []Param{
			{Name: "paths", Type: maybe, Doc: "only these; all held files by default"},
			{Name: "fix", Type: boolean, Default: false, Doc: "apply the fixes the linters offer"},
		},
		Usage:   `lint()`,
		Doc:     "Runs the configured linters over the workspace. It returns their diagnostics, with .ok, .errors and .delta. With fix, what can be fixed is fixed first and the diagnostics are about the rest; fixes are in memory and need a write, except those of engines that work on the disk. It exists only where a lint engine is configured.",
		Example: "acquire(\"src/**\")\nif has(\"lint\"):\n    print(lint().ok)",
	},
	{
		Name: "ops", Kind: Control, Returns: "the result so far",
		Params: []Param{
			{Name: "paths", Type: paths, Need: true, Doc: "what to acquire first"},
			{Name: "steps", Type: Type{Shape: List, Elem: &StepObject, NonEmpty: true}, Need: true, Doc: "the steps of a JSON plan"},
		},
		Usage:   `ops(["a.txt"], [{"step": "edit", "args": {"path": "a.txt", "edits": [{"find": "old line", "replace": "new line"}]}}, {"step": "write", "args": {}}])`,
		Doc:     "Runs the steps of a JSON plan, given as values. Every step is validated before the first one runs.",
		Example: "ops([\"src/config.ts\"], [\n    {\"step\": \"edit\", \"args\": {\"path\": \"src/config.ts\", \"edits\": [\n        {\"find\": \"  port: 3000,\\n  host: \\\"localhost\\\",\", \"replace\": \"  port: 8080,\\n  host: \\\"0.0.0.0\\\",\"},\n    ]}},\n    {\"step\": \"write\", \"args\": {}},\n])",
	},
	{
		Name: "read", Kind: Look, Effect: "read", Returns: "string",
		Params:  []Param{{Name: "path", Type: path, Need: true, Doc: "a held file"}},
		Usage:   `read("a.txt")`,
		Doc:     "Gives the whole text of a held file. Lines end in \\n, an unterminated last line stays so, a BOM is left out: set_text(p, read(p)) changes nothing.",
		Example: "acquire(\"README.md\")\nprint(len(read(\"README.md\")))",
	},
	{
		Name: "read_lines", Kind: Step, Effect: "read", Plan: true, Returns: "string",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a held file"},
			{Name: "start", Type: line, Need: true, Doc: "the first line, from 1"},
			{Name: "end", Type: Type{Shape: Integer, Min: 1, Null: true}, Doc: "the last line, inclusive; to the end of the file by default"},
			{Name: "label", Type: Type{Shape: String, Format: Label, Null: true}, Doc: "the name under which the text is kept in reads; the path by default"},
		},
		Usage:   `read_lines("a.txt", 1, 20, label="head")`,
		Doc:     "Reads lines of a held file from workspace memory and keeps them in the result's reads. The text is joined with newlines and does not end in one. An end past the last line is cut; a start past it is an error.",
		Example: "acquire(\"src/config.ts\")\nprint(read_lines(\"src/config.ts\", 1, 3, label=\"head\"))",
		Check:   checkRange,
	},
	{
		Name: "rename", Kind: Change, Effect: "apply_patch", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "source", Type: path, Need: true, Doc: "a held file, or a directory of held files"},
			{Name: "destination", Type: path, Need: true, Doc: "a free path"},
		},
		Usage:   `rename("a.txt", "b.txt")`,
		Doc:     "Renames a held file, or a directory of held files.",
		Example: "acquire(\"src/config.ts\")\nrename(\"src/config.ts\", \"src/settings.ts\")",
	},
	{
		Name: "replace", Kind: Change, Effect: "edit", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "paths", Type: paths, Need: true, Doc: "held files"},
			{Name: "old", Type: literal, Need: true, Doc: "the text to look for, inside lines too"},
			{Name: "new", Type: text, Need: true, Doc: "what takes its place"},
			{Name: "count", Type: count, Default: int64(1), Doc: `the exact number of places over all files, "all" (at least one) or "any"`},
		},
		Usage:   `replace("a.txt", "old", "new", count="all")`,
		Doc:     "Replaces literal text, also inside lines. The number of places must be exactly count: a different number is an error that lists them.",
		Example: "acquire(\"src/**\")\nreplace(\"src/**\", \"3000\", \"8080\", count=\"all\")",
		Check:   checkReplace,
	},
	{
		Name: "set_text", Kind: Change, Effect: "edit", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a held file"},
			{Name: "text", Type: text, Need: true, Doc: "the whole new text, lines ending in \\n"},
		},
		Usage:   `set_text("a.txt", text)`,
		Doc:     "Sets the whole text of a held file. BOM, mode and the ends of unchanged lines are kept; equal text changes nothing.",
		Example: "acquire(\"README.md\")\nset_text(\"README.md\", read(\"README.md\").upper())",
	},
	{
		Name: "write", Kind: Step, Effect: "write", Plan: true, Returns: "list of paths",
		Params: []Param{
			{Name: "paths", Type: maybe, Doc: "only these, by workspace path or by path on disk; everything by default"},
			{Name: "allow_errors", Type: boolean, Default: false, Doc: "write although lint or check found errors"},
		},
		Usage:   `write()`,
		Doc:     "Brings the disk in line with the workspace. Everything that can be known is checked before the first change, and each file is whole at every moment. It returns the paths written by this call. Nothing is on disk before it. It is refused while errors of lint or check since the last write stand, unless allow_errors is set.",
		Example: "acquire(\"src/config.ts\")\nreplace(\"src/config.ts\", \"3000\", \"8080\")\nprint(write())",
	},
}
