package starlib

// This file explains what habits from Python and from JSON tools trip over: one table from message and source line to a
// hint. The first row that fits speaks.

import (
	"regexp"
	"sync"
)

// habit is a row: message matches the interpreter's message, line the source line; "" matches everything. In the hint,
// $1 and so on are the groups of message.
type habit struct {
	name    string
	message string
	line    string
	hint    string
}

// reserved matches the message about a word that cannot start an expression.
func reserved(words string) string { return `^got (` + words + `), want primary expression$` }

func unknownName(names string) string { return `^undefined: (` + names + `)$` }

func noMethod(kind, names string) string {
	return `^` + kind + ` has no \.(` + names + `) field or method$`
}

// habits is the table. Rows about one message stand together, the special ones before the general.
var habits = []habit{
	// Strings.
	{"f-string", `^got string literal, want`, `\b[fF][rR]?["']`, `there are no f-strings: write "%s:%d" % (name, n) or "{}:{}".format(name, n)`},
	{"u-string", `^got string literal, want`, `\b[uU]["']`, `strings are Unicode already: leave the u out`},
	{"print statement", `^got string literal, want`, `\bprint\s+["']`, `print is a function: print("text")`},
	{"implicit joining", `^got string literal, want`, ``, `adjacent strings are not joined: put + between them`},
	{"escape", `^invalid escape sequence \\(.)`, ``, `write a raw string, r"\$1", or double the backslash, "\\$1"`},
	{"byte escape", `^non-ASCII (hex|octal) escape`, ``, `strings are UTF-8: write the character itself or \uXXXX`},
	{"unclosed string", `^unexpected (EOF|newline) in string`, ``, `close the string; text of several lines goes between """ and """`},
	{"apostrophe", `^got identifier, want`, `'[^']*\w'\w`, `a quote ends the string early: use double quotes outside, or \'`},
	{"printf width", `^unknown conversion %[-+ #0-9.*]`, ``, `% knows %s %r %d %x %o %c %e %f %g without width or precision: pad with strings.pad(str(n), 5, align="right")`},
	{"printf arguments", `^(not enough|too many) arguments for format string|^incomplete format`, ``, `give one value for each conversion, as a tuple: "%s %s" % (a, b); a percent sign itself is %%`},
	{"format spec", `^format spec features not supported`, ``, `{} takes no width or precision: pad with strings.pad(str(n), 5, align="right")`},
	{"iterate string", `^string value is not iterable`, ``, `strings are not iterable: use s.elems() for characters, s.codepoints() for code points, s.splitlines() for lines`},
	{"string to list", `^(list|tuple|set|sorted|enumerate|reversed|any|all|zip): .*got string, want iterable`, ``, `strings are not iterable: use s.elems() for characters or s.splitlines() for lines`},
	{"bytes", `^bytes value is not iterable|^bytes has no`, ``, `use b.elems() for the numbers, str(b) for the text`},
	{"string and number", `^unknown binary op: (string \+ \w+|\w+ \+ string)$`, ``, `convert first: "..." + str(x)`},
	{"join", `^join: in list, want string`, ``, `convert first: ", ".join([str(x) for x in list])`},
	{"string assignment", `^string value does not support item assignment`, ``, `strings do not change: build a new one with s[:i] + new + s[i + 1:], or use replace(...)`},
	{"pad", noMethod("string", "ljust|rjust|center|zfill"), ``, `there is no .$1: write strings.pad(s, width, align="right", fill="0")`},
	{"encode", noMethod("string", "encode|decode"), ``, `text is UTF-8 already: use it as it is, or bytes(s)`},
	{"contains", noMethod("(?:string|list|dict)", "contains|includes|has_key|has"), ``, `write x in y`},
	{"path method", noMethod("string", "base|name|ext|suffix|dir|parent|stem|exists|read_text|parts|joinpath"), ``, `a path is a plain string: posixpath.basename(p), posixpath.dirname(p), posixpath.splitext(p)[1] and posixpath.join(a, b) take it apart; exists(p) and read(p) look at the file`},
	{"search text", `does not exist$|selects no file|^(search|calls): paths: `, `\b(search|calls)\(.*\bread\(`, `the second argument names files, not text: search(pattern, paths="a.go"); in a text use re.finditer(pattern, text)`},
	{"text for a path", `^"[^"]*\\n.*(does not exist|selects no file of the workspace)$`, ``, `that is text, not the name of a file: paths="a.go"; in a text use re.finditer(pattern, text) or re.sub(pattern, replacement, text)`},

	// Lists, dicts and calls of the language.
	{"sort", noMethod("list", "sort"), ``, `write sorted(x) or sorted(x, key=..., reverse=True), which gives a new list`},
	{"reverse", noMethod("list", "reverse"), ``, `write reversed(x), which gives a new list`},
	{"copy list", noMethod("list", "copy"), ``, `write list(x)`},
	{"copy dict", noMethod("dict", "copy"), ``, `write dict(x)`},
	{"count list", noMethod("list", "count"), ``, `write len([e for e in x if e == value])`},
	{"iteritems", noMethod("dict", "iteritems|iterkeys|itervalues|viewitems"), ``, `write .items(), .keys() or .values()`},
	{"dict sum", `^unknown binary op: dict \+ dict`, ``, `join dicts with a | b`},
	{"missing key", `^key .* not in dict`, ``, `ask first with "in", or take d.get(key, default)`},
	{"index", `^(list|tuple|string) index .* out of range|^index .* out of range`, ``, `look at len(...) first`},
	{"changed while walked", `during iteration$`, ``, `walk over a copy: for x in list(xs)`},
	{"frozen", `frozen (list|dict|set|hash table)`, ``, `it cannot be changed here: make a copy with list(x) or dict(x)`},
	{"none attribute", `^NoneType has no \.(\w+) field or method`, ``, `the value is None here: check for it first, if x != None`},
	{"groups call", `^invalid call of non-function \(tuple\)`, `\.groups\(`, `m.groups is a tuple, not a method: drop the ()`},
	{"field call", `^invalid call of non-function \((string|list|int|dict)\)`, `\.\w+\(\)`, `that is a field, not a method: drop the ()`},
	{"span call", `^invalid call of non-function \(tuple\)`, `\.spans?\(`, `m.span is a tuple, not a method: m.span[0] is the start, m.span[1] the end; m.spans[1] is the place of a group`},
	{"group", `^match has no \.group (field or method|attribute)`, ``, `write m[0] for the whole text, m[1] or m["name"] for a group`},
	{"start and end", `^match has no \.(start|end|pos|endpos) (field or method|attribute)`, ``, `write m.span[0] and m.span[1]; m.spans[1] is the place of a group`},
	{"groupdict", `^match has no \.(groupdict|lastgroup|expand|string|regs) (field or method|attribute)`, ``, `m.named are the named groups, m.groups all of them, m.text the whole and m.line_text its line`},
	{"field of a list of matches", noMethod("list", "text|group|groups|named|span|spans|line|column|path|line_text|args|value|start|end"), ``, `search, calls, locate and re.finditer give lists: loop over it, or take [0] when it is not empty`},
	{"split keywords", `^(split|rsplit|splitlines|replace|find|join|strip): unexpected keyword argument`, ``, `methods of strings take positional arguments only: s.split(",", 1)`},
	{"print keywords", `^print: unexpected keyword argument`, ``, `print takes values and sep=; each call is one line of the log`},
	{"set item", `^(\w+): got 2 arguments, want 1`, `\.(append|add)\(`, `one value a call: use .extend([a, b]) or .update([a, b])`},

	// Statements and operators that do not exist.
	{"try", reserved("try|except|finally"), ``, `there are no exceptions: r = attempt(function, arguments...), then look at r.ok and r.error`},
	{"raise", reserved("raise"), ``, `end the run with fail("message")`},
	{"class", reserved("class"), ``, `there are no classes: use struct(name=..., ...), a dict, or functions`},
	{"import os", reserved("import|from"), `\b(os|sys|pathlib|shutil|glob|subprocess|io)\b`, `there is no import and no file access of Python: use acquire, files, glob, exists, read and write`},
	{"import", reserved("import|from"), ``, `there is no import: json, math, posixpath, re and strings are there already; load("file.star", "name") takes names from another file`},
	{"with", reserved("with"), ``, `there is no with: read(path) gives the text of an acquired file, set_text(path, text) changes it`},
	{"del", reserved("del"), ``, `there is no del: d.pop(key) removes an entry; delete(path) deletes a file`},
	{"global", reserved("global|nonlocal"), ``, `functions cannot rebind outer variables: return the value, or keep it in a dict or list and change that`},
	{"yield", reserved("yield"), ``, `there are no generators: build a list and return it`},
	{"async", reserved("async|await"), ``, `there is no async: builtins return when they are done`},
	{"assert", `^got .*, want newline`, `^\s*assert\b`, `write if not condition: fail("message")`},
	{"match statement", `^got .*, want newline`, `^\s*(match|switch|case)\b`, `there is no match: use if, elif and else, or a dict`},
	{"else if", `^got .*, want (newline|':')`, `^\s*else\s*if\b|^\s*elseif\b`, `write elif`},
	{"loop else", reserved("else"), ``, `else belongs to if only: a loop has none`},
	{"is not", `^got is, want`, `\bis\s+not\b`, `write x != None`},
	{"is", `^got is, want`, ``, `write x == None`},
	{"walrus", `^got ':', want`, `:=`, `there is no := : assign on a line of its own first`},
	{"set literal", `^got ('}'|','), want ':'`, `\{`, `write a set as set([1, 2]); an entry of a dict is key: value`},
	{"set comprehension", `^got for, want ':'`, ``, `write set([x for x in xs])`},
	{"annotation", `^got ':', want (',|'\)'|newline)`, ``, `there are no type annotations: leave ": type" out`},
	{"return annotation", `^got '-', want ':'`, `->`, `there are no type annotations: leave "-> type" out`},
	{"generator", `^got for, want`, ``, `there are no generator expressions: put brackets around it, any([x for x in xs])`},
	{"star in list", `^got '\*', want primary expression`, `\[\s*\*|,\s*\*\w+\s*\]|\(\s*\*`, `* spreads only in calls: join lists with +`},
	{"star target", `^got '\*', want primary expression`, ``, `there is no starred target: take slices, a = x[0] and b = x[1:]`},
	{"star in dict", `^got '\*\*', want primary expression`, ``, `** spreads only in calls: join dicts with a | b`},
	{"power", `^got '\*\*', want`, ``, `there is no **: multiply, or math.pow(x, y)`},
	{"chained comparison", `does not associate with`, ``, `comparisons do not chain: write a < b and b < c`},
	{"number underscore", `^got identifier, want`, `\d_\d`, `numbers have no underscores: write 1000`},
	{"keyword as name", `^not an identifier`, `\.(from|import|class|is|del|raise|try|with|as|assert|global|yield|while|finally|except|nonlocal)\b`, `that word is reserved: a change has .source (from) and .path (to); else use getattr(x, "name")`},
	{"positional only", `^not an identifier`, `def .*/`, `there is no / in parameters: leave it out`},
	{"and", `^got '&', want primary`, `&&`, `write and`},
	{"or", `^got '\|', want primary`, `\|\|`, `write or`},
	{"not", "^unexpected input character `?'!'", ``, `write not x`},
	{"decorator", "^unexpected input character .*@", ``, `there are no decorators: call the function where you need it`},
	{"question mark", "^unexpected input character .*\\?", ``, `write a if condition else b`},
	{"increment", `want primary expression$`, `\+\+|--\s*$`, `write x += 1`},
	{"octal", `^obsolete form of octal literal`, ``, `write 0o755`},
	{"assignment in condition", `^got '=', want ':'`, ``, `compare with ==`},
	{"missing colon", `^got newline, want ':'`, ``, `end the line with a colon`},
	{"indent", `^got indent, want|^unindent does not match|want indent$|^got outdent`, ``, `indent the lines of a block alike, with spaces`},
	{"conditional else", `^conditional expression without else`, ``, `write a if condition else b`},
	{"comprehension else", `^got else, want '\]'`, ``, `put the choice first: [a if c else b for x in xs]`},
	{"while", `does not support while loops`, ``, `there is no while: for _ in range(1000): ... and break when done`},
	{"return at top", `^return statement not within a function`, ``, `move the code into def main(): and return there, or use if and else`},
	{"if or loop in a library", `^(if statement|for loop) not within a function`, ``, `a loaded file only defines names at top level: move the code into a function`},
	{"reassign in a library", `^cannot reassign`, ``, `in a loaded file each name at top level is given a value once: use another name`},
	{"break", `^(break|continue) not in a loop`, ``, `$1 belongs inside a for loop of the same function`},
	{"place of load", `^load statement within`, ``, `put the load at top level, on its own: what it loads is known before the run`},
	{"private name", `^load: `, ``, `names that start with _ stay in their file: rename it there`},
	{"load form", `^(first operand of load|load operand|original name of loaded|load statement must)`, ``, `write load("file.star", "name", other = "name2")`},
	{"order of arguments", `argument may not follow|^\*args may not follow|^keyword argument must have`, ``, `the order is: values, name=value, *list, **dict`},
	{"order of parameters", `parameter may not follow|^bare \* must`, ``, `the order is: names, name=default, *rest, keyword-only names, **named`},
	{"name twice", `is repeated$|^duplicate parameter|^multiple \*`, ``, `give each name once`},
	{"target", `^can't (assign to|use .* in augmented)`, ``, `the left side is a name, x[i], x.f, or names with commas between them`},
	{"too many values", `arguments in call, limit`, ``, `pass one list instead`},
	{"end of script", `^got end of file`, ``, `the script ends in the middle: close the bracket, or finish the statement`},
	{"closing bracket", `^got .*, want '[\])}]'$`, ``, `a bracket that opened before is not closed here`},
	{"call argument", `^got .*, want ','$`, ``, `put a comma or an operator between the two, or close the bracket`},
	{"two statements", `^got .*, want newline$`, ``, `one statement a line`},

	// Names that are not there.
	{"true", unknownName("true|false"), ``, `write True and False`},
	{"null", unknownName("null|nil|none|undefined"), ``, `write None`},
	{"main guard", unknownName("__name__"), ``, `leave the test out: define main() and devstar calls it`},
	{"dunder", unknownName("__[a-z]+__"), ``, `a script does not know its own file: paths are relative to the root`},
	{"json.dumps", `^json has no \.(dumps|dump|stringify) `, ``, `write json.encode(x), or json.encode_indent(x, indent="  ")`},
	{"json.loads", `^json has no \.(loads|load|parse) `, ``, `write json.decode(text)`},
	{"re.compile", `^re has no \.compile `, ``, `there is no compile: pass the pattern itself, re.findall(pattern, text)`},
	{"re flag argument", `^re\.\w+: (takes at most|maxsplit|count)`, `\bre\.[A-Z]+\b`, `flags stand in the pattern: (?i) ignores case, (?m) puts ^ and $ at lines, (?s) lets . match newlines`},
	{"re flags", `^re has no \.(I|M|S|X|A|IGNORECASE|MULTILINE|DOTALL|VERBOSE|ASCII|UNICODE|U) |^re\.\w+: unexpected argument "flags"`, ``, `flags stand in the pattern: (?i) ignores case, (?m) puts ^ and $ at lines, (?s) lets . match newlines`},
	{"re.subn", `^re has no \.(subn|purge|Pattern|Match|error|replace|test|exec) `, ``, `re has match, fullmatch, search, findall, finditer, split, sub and escape`},
	{"regex", unknownName("regex|regexp|Regexp|RegExp"), ``, `the module is re: re.search(pattern, text), re.findall, re.sub; in files use search(pattern, paths=...) and substitute(...)`},
	{"os.path", unknownName("os|path|ospath"), `\bpath\.`, `paths are plain strings: posixpath.basename(p), posixpath.dirname(p), posixpath.splitext(p), posixpath.join(a, b); exists(p) looks at the tree`},
	{"os", unknownName("os|sys|pathlib|Path|PurePath|shutil|subprocess|path|io"), ``, `a script sees only the tree: use acquire, files, glob, exists, read, write, and plain strings as paths`},
	{"text modules", unknownName("textwrap|difflib|string|fnmatch|itertools|functools"), ``, `strings has dedent, indent, lines, pad, diff and snake, camel, pascal, kebab; posixpath.matches(path, pattern) tests patterns of paths`},
	{"warn", unknownName("warn|warning|error|info|notice|debug|assert_true"), ``, `report("message", severity="warning", at=m) adds a diagnostic; print(...) logs; fail("message") ends the run`},
	{"open", unknownName("open|input|file"), ``, `acquire(path) first, then read(path) gives the text and set_text(path, text) or edit(...) changes it`},
	{"isinstance", unknownName("isinstance|issubclass"), ``, `write type(x) == "string" ("list", "dict", "int", "bool", "NoneType")`},
	{"sum", unknownName("sum"), ``, `there is no sum: total = 0, then for x in xs: total += x`},
	{"round", unknownName("round"), ``, `write int(x + 0.5), or math.round(x)`},
	{"map", unknownName("map|filter|reduce"), ``, `write a list comprehension: [f(x) for x in xs if wanted(x)]`},
	{"next", unknownName("next|iter"), ``, `there are no iterators to step: make a list and index it, xs[0]`},
	{"format function", unknownName("format_map|sprintf|printf|echo|puts|console|log"), ``, `write print("%s %d" % (a, b))`},
	{"exception name", unknownName("Exception|ValueError|TypeError|KeyError|Error|RuntimeError"), ``, `there are no exceptions: fail("message") ends the run, attempt(function) catches`},
	{"exit", unknownName("exit|quit|abort|sys_exit|die"), ``, `end the run with fail("message"), or return from main`},
	{"clock", unknownName("time|datetime|random|uuid"), ``, `there is no clock and no random: pass the value in as text`},
	{"object", unknownName("object|super|self|property|staticmethod|namedtuple|dataclass|defaultdict|Counter|OrderedDict|collections"), ``, `there are no classes: use struct(...), a dict with d.setdefault(key, []), or functions`},
	{"delete names", unknownName("remove|unlink|rm|move|mv|mkdir|write_file|read_file|list_files|find|grep"), ``, `use delete(path), rename(source, destination), create(path, text), read(path), glob(patterns), files() or search(pattern)`},
	{"type name", unknownName("string|String|integer|boolean|array|object"), ``, `write str, int, bool, list or dict`},

	// Names that hide others, and functions.
	{"recursion", `called recursively`, ``, `there is no recursion: keep a list of what is left, todo = [root], and for _ in range(100000): ... break when it is empty`},
	{"outer variable", `^local variable (\w+) referenced before assignment`, `\b(\w+)\s*([-+*/|&%]|//)=`, `$1 is local because the function assigns to it; an inner function cannot rebind an outer variable: keep it in a dict or list and change that, or return it`},
	{"local before assignment", `^local variable (\w+) referenced before assignment`, ``, `$1 is local because the function assigns to it: use another name on the left side`},
	{"global before assignment", `^global variable (\w+) referenced before assignment`, ``, `give $1 a value first`},
	{"call of text", `^invalid call of non-function \((\w+)\)`, ``, `the name holds a $1 here: is it hiding a function?`},
	{"missing argument", `^function (\w+) missing`, ``, `give it in the call of $1, or give the parameter a default`},
	{"too many arguments", `^function (\w+) accepts (?:at most )?\d+ positional`, ``, `look at the parameters of $1`},

	// What JSON tools call otherwise.
	{"substitute count", `^substitute: missing argument "count"`, ``, `say how many places there are: count=3 exactly, count="all" (at least one) or count="any" (also none)`},
	{"substitute order", `^substitute: count: want`, ``, `the order is substitute(pattern, replacement, count, paths=...): the file comes last, substitute(r"old", "new", "all", paths="a.go")`},
	{"replace order", `^replace: count: want`, ``, `the order is replace(paths, old, new, count): replace("a.go", "old", "new", count="all")`},
	{"splice places", `^splice: (?:takes at most 2|path: want a string|unexpected argument|edits: want a list)`, ``, `the edits are a list of pairs: splice(path, [(m, "new text")]) with a match m, or ((start, end, "text that stands there"), "new text")`},
	{"edit old new", `^edit: takes at most 2 arguments`, ``, `the edits are a list: edit(path, [{"find": "whole old lines", "replace": "new lines"}]); inside a line: replace(path, old, new)`},
	{"edit text", `^edit: edits: want a list of objects`, ``, `write edit(path, [{"find": "whole old lines", "replace": "new lines"}]); inside a line: replace(path, old, new)`},
	{"edit keys", `^edit: edits\[\d+\]: (?:unknown key "(?:old_text|new_text|old|new|old_string|new_string|old_str|new_str|search)")`, ``, `the keys are find and replace: {"find": "whole old lines", "replace": "new lines"}`},
	{"edit keywords", `^edit: unexpected argument "(?:old|new|find|replace|old_text|new_text|old_string|new_string)"`, ``, `the edits are a list: edit(path, [{"find": "whole old lines", "replace": "new lines"}])`},
	{"patch and path", `^apply_patch: (?:takes at most 2|acquire: want a boolean)`, ``, `the paths stand inside the patch: apply_patch("*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch\n")`},
	{"write text", `^write: (?:allow_errors: want a boolean|takes at most 2|unexpected argument "(?:text|content|contents)")`, ``, `write() only saves what was changed: create(path, text) makes a file, set_text(path, text) changes one, then write()`},
	{"read arguments", `^read: (?:takes at most 1|unexpected argument)`, ``, `read(path) gives the whole text; a range is read_lines(path, start, end)`},
}

// rows compiles the table once, when the first hint is needed.
var rows = sync.OnceValue(func() []habitRow {
	out := make([]habitRow, 0, len(habits))
	for _, h := range habits {
		out = append(out, habitRow{h, regexp.MustCompile(h.message), regexp.MustCompile(h.line)})
	}
	return out
})

type habitRow struct {
	habit
	onMessage, onLine *regexp.Regexp
}

// habitOf returns the first row that fits a message and the source line it is about.
func habitOf(message, line string) (habit, string, bool) {
	for _, r := range rows() {
		m := r.onMessage.FindStringSubmatchIndex(message)
		if m == nil || !r.onLine.MatchString(line) {
			continue
		}
		return r.habit, string(r.onMessage.ExpandString(nil, r.hint, message, m)), true
	}
	return habit{}, "", false
}

// habitHint returns the hint for a message and the source line it is about, "" for none.
func habitHint(message, line string) string {
	_, hint, _ := habitOf(message, line)
	return hint
}
