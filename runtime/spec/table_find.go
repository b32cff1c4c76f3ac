package spec

// This file is the table of the builtins that find places in texts and replace them.

var (
	expression = Type{Shape: String, Format: Regexp}
	heldFiles  = Param{Name: "paths", Type: maybe, Doc: "held files; all of them by default"}
)

// findTable lists the builtins about places, sorted by name.
var findTable = []Builtin{
	{
		Name: "calls", Kind: Look, Effect: "read", Returns: "list of matches",
		Params: []Param{
			{Name: "name", Type: Type{Shape: String, Format: CallName}, Need: true, Doc: "what is called, as the code writes it: foo, store.Get, Foo::bar; .Get is a method of anything"},
			heldFiles,
		},
		Usage:   `calls("store.Get", paths="**/*.go")`,
		Doc:     "Finds the calls of a function in held files: C-like languages and Python, told apart by the extension. Strings, comments and definitions are skipped and brackets balanced. A match reaches from the name to the closing parenthesis; its .args are matches too, one for each argument. A plain name is no method: foo does not find x.foo(...).",
		Example: "acquire(\"src/config.ts\")\ncreate(\"src/use.ts\", \"connect(host, port) // connect(a)\\n\")\nfor m in calls(\"connect\", paths=\"src/*.ts\"):\n    splice(m.path, [(m.args[1], \"8080\")])\nprint(read(\"src/use.ts\"))",
	},
	{
		Name: "locate", Kind: Look, Effect: "read", Returns: "list of matches",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a held file of JSON, YAML or TOML, told by its name"},
			{Name: "key", Type: Type{Shape: String, Format: KeyPath}, Need: true, Doc: `where the value is: project.version, servers[0].host, dependencies."lodash.merge"`},
		},
		Usage:   `locate("pyproject.toml", "project.version")`,
		Doc:     "Finds the value at a key, one match for each document that has it; none is no error. A match is the value as it is written, quotes included; it also has .value (decoded), .key_span (None for an element of a list) and .document (from 0). A key that stands there twice is an error. Replaced with splice, everything around the value stays as it is. Aliases of YAML are followed to where the value is written; a table of TOML is the lines below its header.",
		Example: "create(\"package.json\", '{\"name\": \"demo\", \"version\": \"1.4.2\"}\\n')\nsplice(\"package.json\", [(m, '\"2.0.0\"') for m in locate(\"package.json\", \"version\")])",
	},
	{
		Name: "report", Kind: Control, Plan: true, Returns: "None",
		Params: []Param{
			{Name: "message", Type: Type{Shape: String, Format: Literal}, Need: true, Doc: "what was found"},
			{Name: "severity", Type: Type{Shape: String, Enum: []string{"error", "warning", "info"}}, Default: "warning", Doc: "an error makes the result not ok"},
			{Name: "path", Type: Type{Shape: String, Format: Path, Null: true}, Doc: "the file it is about"},
			{Name: "line", Type: Type{Shape: Integer, Min: 1, Null: true}, Doc: "the line it is about, from 1"},
			{Name: "rule", Type: Type{Shape: String, Null: true}, Doc: "a short name for the kind of finding"},
			{Name: "at", Type: place, Doc: "a match or a diagnostic, whose place it is about"},
		},
		Usage:   `report("a require is left", severity="warning", at=m)`,
		Doc:     "Adds a diagnostic of the script's own to the result. Errors reported so do not keep write from writing.",
		Example: "acquire(\"src/**\")\nfor m in search(\"3000\"):\n    report(\"a port is written out\", severity=\"info\", rule=\"ports\", at=m)",
		Check:   checkReport,
	},
	{
		Name: "search", Kind: Look, Effect: "read", Returns: "list of matches",
		Params: []Param{
			{Name: "pattern", Type: expression, Need: true, Doc: "a regular expression (RE2); ^ and $ stand at lines"},
			heldFiles,
		},
		Usage:   `search(r"^func (\w+)", paths="**/*.go")`,
		Doc:     "Finds a regular expression in held files, by path and place; none is no error. A match has .text, .groups, .named, .span and .spans (byte offsets into read(path)), .path, .line, .column and .line_text; m[1] and m[\"name\"] are the texts of groups. There is no lookaround and no backreference. To search a text use re.search.",
		Example: "acquire(\"src/**\")\nfor m in search(r\"port = (\\d+)\", paths=\"src/server.ts\"):\n    print(m.path, m.line, m[1])",
	},
	{
		Name: "splice", Kind: Change, Effect: "edit", Returns: "delta",
		Params: []Param{
			{Name: "path", Type: path, Need: true, Doc: "a held file"},
			{Name: "edits", Type: Type{Shape: List, Elem: &Type{Shape: Any}}, Need: true, Doc: "pairs (place, new text); a place is a match, one of its spans, or (start, end, the text that stands there)"},
		},
		Usage:   `splice("a.txt", [(m, "new text") for m in search("old", paths="a.txt")])`,
		Doc:     "Replaces places of a file that were found before, in any order and in one pass. They must still hold the text they were found with (else the reason is stale), and must not overlap. An empty place inserts. No edits change nothing.",
		Example: "acquire(\"src/server.ts\")\nm = search(r\"const (port)\", paths=\"src/server.ts\")[0]\nsplice(\"src/server.ts\", [(m.spans[1], \"PORT\"), ((0, 0, \"\"), \"// server\\n\")])",
		Check:   checkSplice,
	},
	{
		Name: "substitute", Kind: Change, Effect: "edit", Plan: true, Returns: "delta",
		Params: []Param{
			{Name: "pattern", Type: expression, Need: true, Doc: "a regular expression (RE2); ^ and $ stand at lines"},
			{Name: "replacement", Type: Type{Shape: TextOrCall}, Need: true, Doc: `a text where \1, \g<name> and \\ mean something, or a function of the match that returns a text, or None to leave it alone; in JSON plans a text`},
			{Name: "count", Type: count, Need: true, Doc: `the exact number of places over all files, "all" (at least one) or "any"`},
			heldFiles,
		},
		Usage:   `substitute(r"func (\w+)", r"func New\1", "all", paths="**/*.go")`,
		Doc:     "Replaces what a regular expression matches in held files. The number of places must be exactly count: a different number is an error that lists them. In a replacement $ is plain text: groups are \\1 and \\g<name>. What a function leaves alone is not counted. All places are replaced or none.",
		Example: "acquire(\"src/**\")\nsubstitute(r\"port(:| =) (\\d+)\", r\"port\\1 8080\", 2)\nsubstitute(r\"\\d+\", lambda m: str(int(m.text) + 1), \"all\")",
		Check:   checkSubstitute,
	},
}
