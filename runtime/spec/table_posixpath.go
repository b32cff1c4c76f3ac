package spec

// This file is the table of the module posixpath: paths as text.

var pathText = Param{Name: "path", Type: text, Need: true, Doc: "a path with slashes"}

// posixpathTable lists the builtins of the module posixpath, sorted by name.
var posixpathTable = []Builtin{
	{
		Name: "posixpath.basename", Kind: Pure, Returns: "string", Params: []Param{pathText},
		Usage:   `posixpath.basename("a/b.go")`,
		Doc:     "Gives what stands behind the last slash.",
		Example: "print(posixpath.basename(\"src/main.go\"))",
	},
	{
		Name: "posixpath.commonpath", Kind: Pure, Returns: "string",
		Params:  []Param{{Name: "paths", Type: Type{Shape: List, Elem: &text, NonEmpty: true}, Need: true, Doc: "paths, all absolute or all relative"}},
		Usage:   `posixpath.commonpath(["a/b", "a/c"])`,
		Doc:     "Gives the longest path that all paths lie in, by whole names; empty when relative paths share none.",
		Example: "print(posixpath.commonpath([\"src/a/x.go\", \"src/a/y.go\"]))",
	},
	{
		Name: "posixpath.dirname", Kind: Pure, Returns: "string", Params: []Param{pathText},
		Usage:   `posixpath.dirname("a/b.go")`,
		Doc:     "Gives what stands before the last slash; empty when there is none.",
		Example: "print(posixpath.dirname(\"src/main.go\"))",
	},
	{
		Name: "posixpath.join", Kind: Pure, Returns: "string", Rest: "paths",
		Params:  []Param{pathText},
		Usage:   `posixpath.join("a", "b", "c.go")`,
		Doc:     "Joins paths with slashes. An absolute path starts anew.",
		Example: "print(posixpath.join(\"src\", \"main.go\"))",
	},
	{
		Name: "posixpath.matches", Kind: Pure, Returns: "bool",
		Params:  []Param{pathText, {Name: "patterns", Type: paths, Need: true, Doc: "a pattern as for acquire, or a list of them"}},
		Usage:   `posixpath.matches("src/a.go", "**/*.go")`,
		Doc:     "Tells whether a path matches one of the patterns, by the rules of acquire.",
		Example: "print(posixpath.matches(\"src/main.go\", [\"**/*.go\", \"*.md\"]))",
	},
	{
		Name: "posixpath.normpath", Kind: Pure, Returns: "string", Params: []Param{pathText},
		Usage:   `posixpath.normpath("a/./b/../c")`,
		Doc:     "Takes out double slashes, dots and, where a name stands before them, double dots.",
		Example: "print(posixpath.normpath(\"src/./x/../main.go\"))",
	},
	{
		Name: "posixpath.relpath", Kind: Pure, Returns: "string",
		Params:  []Param{pathText, {Name: "start", Type: text, Default: ".", Doc: "the directory from which the path is seen"}},
		Usage:   `posixpath.relpath("a/b.go", "a/c")`,
		Doc:     "Gives a path as seen from a directory, both relative to the root of the tree or both absolute.",
		Example: "print(posixpath.relpath(\"src/main.go\", \"docs\"))",
	},
	{
		Name: "posixpath.splitext", Kind: Pure, Returns: "tuple of root and extension", Params: []Param{pathText},
		Usage:   `posixpath.splitext("a/b.go")`,
		Doc:     "Splits off the extension with its dot; empty when there is none. Dots at the start of a name start no extension.",
		Example: "root, ext = posixpath.splitext(\"src/main.go\")\nprint(root, ext)",
	},
	{
		Name: "posixpath.stem", Kind: Pure, Returns: "string", Params: []Param{pathText},
		Usage:   `posixpath.stem("a/b.go")`,
		Doc:     "Gives the last name without its extension.",
		Example: "print(posixpath.stem(\"src/main.go\"))",
	},
}
