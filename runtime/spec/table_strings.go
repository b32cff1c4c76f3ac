package spec

// This file is the table of the module strings: texts, lines and names.

var anyText = Param{Name: "text", Type: text, Need: true, Doc: "any text"}

func nameParam(doc string) []Param { return []Param{{Name: "name", Type: text, Need: true, Doc: doc}} }

const namesIn = "a name in any form: snake_case, camelCase, PascalCase, kebab-case, with blanks"

// stringsTable lists the builtins of the module strings, sorted by name.
var stringsTable = []Builtin{
	{
		Name: "strings.camel", Kind: Pure, Returns: "string", Params: nameParam(namesIn),
		Usage:   `strings.camel("http_server")`,
		Doc:     "Writes a name as httpServer.",
		Example: "print(strings.camel(\"http_server\"))",
	},
	{
		Name: "strings.dedent", Kind: Pure, Returns: "string", Params: []Param{anyText},
		Usage:   `strings.dedent(text)`,
		Doc:     "Takes away the blanks that all lines start with. Lines of blanks only become empty and do not count.",
		Example: "print(strings.dedent(\"    if x:\\n        y()\\n\"))",
	},
	{
		Name: "strings.diff", Kind: Pure, Returns: "string",
		Params: []Param{
			{Name: "before", Type: text, Need: true, Doc: "the old text"},
			{Name: "after", Type: text, Need: true, Doc: "the new text"},
			{Name: "color", Type: boolean, Default: false, Doc: "with the colours of a terminal"},
		},
		Usage:   `strings.diff(old, new)`,
		Doc:     "Gives the unified diff of two texts; empty when they are equal. For files use diff.",
		Example: "print(strings.diff(\"a\\nb\\n\", \"a\\nc\\n\"))",
	},
	{
		Name: "strings.indent", Kind: Pure, Returns: "string",
		Params:  []Param{anyText, {Name: "prefix", Type: text, Default: "    ", Doc: "what to put before each line"}},
		Usage:   `strings.indent(text, "\t")`,
		Doc:     "Puts a prefix before every line that holds more than blanks.",
		Example: "print(strings.indent(\"a\\n\\nb\\n\", \"> \"))",
	},
	{
		Name: "strings.kebab", Kind: Pure, Returns: "string", Params: nameParam(namesIn),
		Usage:   `strings.kebab("httpServer")`,
		Doc:     "Writes a name as http-server.",
		Example: "print(strings.kebab(\"httpServer\"))",
	},
	{
		Name: "strings.lines", Kind: Pure, Returns: "list of strings", Params: []Param{anyText},
		Usage:   `strings.lines(text)`,
		Doc:     "Lists the lines of a text without their ends, \\n or \\r\\n. There is no line behind a final newline.",
		Example: "print(strings.lines(\"a\\nb\\n\"))",
	},
	{
		Name: "strings.pad", Kind: Pure, Returns: "string",
		Params: []Param{
			anyText,
			{Name: "width", Type: Type{Shape: Integer}, Need: true, Doc: "the least number of characters (code points)"},
			{Name: "align", Type: Type{Shape: String, Enum: []string{"left", "right", "center"}}, Default: "left", Doc: "where the text stands"},
			{Name: "fill", Type: text, Default: " ", Doc: "one character to fill with"},
		},
		Usage:   `strings.pad(str(n), 5, align="right")`,
		Doc:     "Fills a text up to a width; a longer text stays as it is.",
		Example: "print(strings.pad(\"7\", 3, align=\"right\", fill=\"0\"))",
	},
	{
		Name: "strings.pascal", Kind: Pure, Returns: "string", Params: nameParam(namesIn),
		Usage:   `strings.pascal("http_server")`,
		Doc:     "Writes a name as HttpServer.",
		Example: "print(strings.pascal(\"http_server\"))",
	},
	{
		Name: "strings.snake", Kind: Pure, Returns: "string", Params: nameParam(namesIn),
		Usage:   `strings.snake("HTTPServer")`,
		Doc:     "Writes a name as http_server.",
		Example: "print(strings.snake(\"HTTPServer\"))",
	},
}
