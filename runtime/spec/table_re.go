package spec

// This file is the table of the module re: regular expressions on strings.

var (
	plainExpression = Param{Name: "pattern", Type: Type{Shape: String, Format: PlainRegexp}, Need: true, Doc: "a regular expression (RE2); ^ and $ stand for the ends of the text, with (?m) for those of lines"}
	searched        = Param{Name: "string", Type: text, Need: true, Doc: "the text to look in"}
)

// reTable lists the builtins of the module re, sorted by name.
var reTable = []Builtin{
	{
		Name: "re.escape", Kind: Pure, Returns: "string",
		Params:  []Param{{Name: "string", Type: text, Need: true, Doc: "any text"}},
		Usage:   `re.escape(text)`,
		Doc:     "Gives a regular expression that matches exactly the text.",
		Example: "print(re.escape(\"a.b(c)\"))",
	},
	{
		Name: "re.findall", Kind: Pure, Returns: "list of strings",
		Params:  []Param{plainExpression, searched},
		Usage:   `re.findall(r"\d+", text)`,
		Doc:     "Lists the texts of all matches. With one group in the pattern it lists the texts of that group, with more a tuple of groups for each match; a group that took no part is empty.",
		Example: "print(re.findall(r\"(\\w+)=(\\d+)\", \"a=1 b=2\"))",
	},
	{
		Name: "re.finditer", Kind: Pure, Returns: "list of matches",
		Params:  []Param{plainExpression, searched},
		Usage:   `re.finditer(r"\d+", text)`,
		Doc:     "Lists all matches, left to right, not overlapping. Unlike in Python it is a list, and an empty match directly behind another match is left out.",
		Example: "print([m.span for m in re.finditer(\"a\", \"banana\")])",
	},
	{
		Name: "re.fullmatch", Kind: Pure, Returns: "match or None",
		Params:  []Param{plainExpression, searched},
		Usage:   `re.fullmatch(r"v\d+", text)`,
		Doc:     "Gives the match when the whole text matches, else None.",
		Example: "if re.fullmatch(r\"v\\d+\", \"v12\"):\n    print(\"a version\")",
	},
	{
		Name: "re.match", Kind: Pure, Returns: "match or None",
		Params:  []Param{plainExpression, searched},
		Usage:   `re.match(r"v(\d+)", text)`,
		Doc:     "Gives the match at the start of the text, else None. Groups are m[1] and m[\"name\"].",
		Example: "m = re.match(r\"v(\\d+)\", \"v12-rc1\")\nprint(m[1])",
	},
	{
		Name: "re.search", Kind: Pure, Returns: "match or None",
		Params:  []Param{plainExpression, searched},
		Usage:   `re.search(r"\d+", text)`,
		Doc:     "Gives the first match anywhere in the text, else None. To search files use search.",
		Example: "print(re.search(r\"\\d+\", \"port 8080\").text)",
	},
	{
		Name: "re.split", Kind: Pure, Returns: "list of strings",
		Params:  []Param{plainExpression, searched, {Name: "maxsplit", Type: Type{Shape: Integer}, Default: int64(0), Doc: "how often to split; 0 is everywhere"}},
		Usage:   `re.split(r"\s*,\s*", text)`,
		Doc:     "Splits a text where the pattern matches. Texts of groups are listed between the parts, None for a group that took no part.",
		Example: "print(re.split(r\"\\s*[,;]\\s*\", \"a , b;c\"))",
	},
	{
		Name: "re.sub", Kind: Pure, Returns: "string",
		Params: []Param{
			plainExpression,
			{Name: "repl", Type: Type{Shape: TextOrCall}, Need: true, Doc: `a text where \1, \g<name> and \\ mean something, or a function of the match that returns a text, or None to leave it alone`},
			searched,
			{Name: "count", Type: Type{Shape: Integer}, Default: int64(0), Doc: "how many matches to replace, from the left; 0 is all"},
		},
		Usage:   `re.sub(r"(\w+)@x", r"\1@y", text)`,
		Doc:     "Replaces matches in a text and gives the new text. Unlike in substitute the count is a limit, as in Python. In a replacement $ is plain text.",
		Example: "print(re.sub(r\"\\d+\", lambda m: str(int(m.text) + 1), \"a1 b2\"))",
		Check:   checkSub,
	},
}

// checkSub reads a replacement text for the groups of its pattern.
func checkSub(a Args) *ArgError {
	return checkTemplate(a, "repl")
}
