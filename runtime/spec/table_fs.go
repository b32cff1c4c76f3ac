package spec

// This file is the table of the module fs: immediate operations on disk, each behind an approval.

var (
	handlerParam = Param{Name: "handler", Type: Type{Shape: Callable, Null: true}, Doc: "asked first: a function of the request that returns approval.approve(), approval.reject(reason), approval.ask() or None"}
	allowedParam = Param{Name: "allowed_paths", Type: Type{Shape: List, Elem: &text}, Default: []any{}, Doc: "every path must lie in one of these, by whole segments; [] is no limit"}
	cwdParam     = Param{Name: "use_agent_cwd", Type: boolean, Default: false, Doc: "resolve against the agent's working directory, where one is set"}
)

// fsTable lists the builtins of the module fs, sorted by name.
var fsTable = []Builtin{
	{
		Name: "fs.apply_patch", Kind: Disk, Effect: "fs.apply_patch", Returns: "Result",
		Params: []Param{
			{Name: "patch", Type: literal, Need: true, Doc: "a unified diff"},
			allowedParam, handlerParam,
		},
		Usage:   `fs.apply_patch("--- a/f.txt\n+++ b/f.txt\n@@ -1 +1 @@\n-old\n+new\n")`,
		Doc:     "Applies a unified diff to files on disk at once. Context and removed lines must match byte for byte, counts must fit, and the whole diff is validated before the first byte is written. The value has created, changed, deleted and renamed.",
		Example: "fs.apply_patch(\"--- a/README.md\\n+++ b/README.md\\n@@ -1 +1 @@\\n-# Demo\\n+# Sample\\n\").or_fail()",
	},
	{
		Name: "fs.copy", Kind: Disk, Effect: "fs.copy", Returns: "Result",
		Params: []Param{
			{Name: "src", Type: text, Need: true, Doc: "a file or a directory"},
			{Name: "dest", Type: text, Need: true, Doc: "where to; its parent must be there, an existing file is replaced"},
			allowedParam, cwdParam, handlerParam,
		},
		Usage:   `fs.copy("a.txt", "b.txt")`,
		Doc:     "Copies a file or a directory with everything in it on disk at once. It is checked whole before the first byte: no links, no merging of directories. The value has dest and replaced.",
		Example: "fs.copy(\"README.md\", \"README.bak\").or_fail()",
	},
	{
		Name: "fs.edit", Kind: Disk, Effect: "fs.edit", Returns: "Result",
		Params: []Param{
			{Name: "filename", Type: text, Need: true, Doc: "the file, relative to dir"},
			{Name: "edits", Type: Type{Shape: List, NonEmpty: true, Elem: &fsEditObject}, Need: true, Doc: "exact substrings, each edit on the text left by the earlier ones"},
			{Name: "dir", Type: text, Default: ".", Doc: "the directory that filename is resolved against and cannot leave"},
			cwdParam, allowedParam, handlerParam,
		},
		Usage:   `fs.edit("a.txt", [{"old_text": "old", "new_text": "new"}])`,
		Doc:     "Replaces exact substrings in a file on disk at once, all of them or none. Each old_text must occur exactly once (overlapping occurrences count), or at least once with replace_all. The value has path and replacements.",
		Example: "fs.edit(\"README.md\", [{\"old_text\": \"Demo\", \"new_text\": \"Sample\"}]).or_fail()",
		Check:   checkFSEdits,
	},
	{
		Name: "fs.mkdir", Kind: Disk, Effect: "fs.mkdir", Returns: "Result",
		Params: []Param{
			{Name: "dir", Type: text, Need: true, Doc: "the directory, made with its parents"},
			allowedParam, cwdParam, handlerParam,
		},
		Usage:   `fs.mkdir("docs/img")`,
		Doc:     "Makes a directory with its parents on disk at once. One that is there is fine. The value has created.",
		Example: "fs.mkdir(\"docs/img\").or_fail()",
	},
	{
		Name: "fs.move", Kind: Disk, Effect: "fs.move", Returns: "Result",
		Params: []Param{
			{Name: "src", Type: text, Need: true, Doc: "a file or a directory"},
			{Name: "dest", Type: text, Need: true, Doc: "where to; a file replaces a file, a directory only an empty one"},
			allowedParam, cwdParam, handlerParam,
		},
		Usage:   `fs.move("a.txt", "b.txt")`,
		Doc:     "Moves a file or a directory on disk at once; across file systems it is copied and the source removed last. The value has dest and replaced.",
		Example: "fs.move(\"README.md\", \"READ.md\").or_fail()",
	},
	{
		Name: "fs.remove", Kind: Disk, Effect: "fs.remove", Returns: "Result",
		Params: []Param{
			{Name: "target", Type: text, Need: true, Doc: "a file, a link, or a directory with everything in it"},
			allowedParam, cwdParam, handlerParam,
		},
		Usage:   `fs.remove("build")`,
		Doc:     "Removes a file, a link or a whole directory on disk at once. What is missing is removed already; links are unlinked, never followed. The value has removed.",
		Example: "fs.remove(\"README.md\").or_fail()",
	},
}
