package callfinder

// This file is the table of languages: how each writes comments and strings, and what tells a call from a definition.

import (
	"path"
	"slices"
	"strings"
)

// language is what is known of a family of languages.
type language struct {
	extensions string // separated by blanks

	lineComments  []string
	blockComments [][2]string
	nested        bool // block comments nest
	quotes        []quote
	verbatim      bool // @"..." doubles its quotes
	rawHashes     bool // r"...", r#"..."#
	rawParens     bool // R"x(...)x"
	lifetimes     bool // 'a is no string
	prefixed      bool // strings have prefixes of letters; f makes holes
	regexps       bool // /.../ may be a regular expression

	callsCrossLines bool // the parenthesis may stand on the next line
	optional        bool // foo?.(x) and foo!(x) are calls
	typed           bool // foo<T>(x) is a call
	bracketTypes    bool // foo[T](x) is a call
	arrows          bool // -> takes a member
	lambdas         bool // lambda a, b: ...
	pipes           bool // |a, b| starts a closure

	declares   bool // a type before a name declares it
	bodies     bool // foo(x) { at the start of a statement is a definition
	results    bool // foo(x) T at the start of a statement is a definition
	colons     bool // foo(x): T at the start of a statement is a definition
	interfaces bool // what looks like a call in an interface is a method
	semicolons bool // statements end in semicolons, so a body may begin on the next line
}

// quote is one form of strings.
type quote struct {
	open, close string
	plain       bool   // a backslash is a backslash
	doubled     bool   // the closing quote is written twice inside
	lines       bool   // the string may hold newlines
	hole        string // what starts code inside, "" for nothing
}

var (
	double = quote{open: `"`, close: `"`}
	single = quote{open: `'`, close: `'`}

	slashes = []string{"//"}
	hash    = []string{"#"}
	starred = [][2]string{{"/*", "*/"}}

	plainQuotes = []quote{double, single}
	blockQuotes = []quote{{open: `"""`, close: `"""`, lines: true}, double, single}
)

// fallback is for extensions that no language has.
var fallback = language{lineComments: slashes, blockComments: starred, quotes: append([]quote{{open: "`", close: "`", lines: true}}, plainQuotes...),
	callsCrossLines: true, typed: true}

// languages is the table.
var languages = []language{
	{extensions: "go", lineComments: slashes, blockComments: starred,
		quotes: []quote{{open: "`", close: "`", plain: true, lines: true}, double, single}, bracketTypes: true, results: true, declares: true, interfaces: true},
	{extensions: "js jsx mjs cjs ts tsx mts cts vue svelte", lineComments: slashes, blockComments: starred,
		quotes: []quote{{open: "`", close: "`", lines: true, hole: "${"}, double, single}, regexps: true,
		callsCrossLines: true, optional: true, typed: true, declares: true, bodies: true, colons: true, interfaces: true},
	{extensions: "py pyi pyw star bzl bazel sky", lineComments: hash,
		quotes:   []quote{{open: `"""`, close: `"""`, lines: true}, {open: `'''`, close: `'''`, lines: true}, double, single},
		prefixed: true, lambdas: true, declares: true},
	{extensions: "java", lineComments: slashes, blockComments: starred, quotes: blockQuotes, callsCrossLines: true, typed: true, declares: true, bodies: true, semicolons: true, results: true},
	{extensions: "c h m cc cpp cxx c++ hh hpp hxx mm cu ino", lineComments: slashes, blockComments: starred, quotes: plainQuotes, rawParens: true,
		callsCrossLines: true, typed: true, arrows: true, declares: true, bodies: true, semicolons: true, results: true, colons: true},
	{extensions: "cs", lineComments: slashes, blockComments: starred,
		quotes:   []quote{{open: `"""`, close: `"""`, plain: true, lines: true}, double, single},
		verbatim: true, callsCrossLines: true, typed: true, declares: true, bodies: true, semicolons: true, results: true},
	{extensions: "rs", lineComments: slashes, blockComments: starred, nested: true, quotes: []quote{{open: `"`, close: `"`, lines: true}, single}, rawHashes: true, lifetimes: true,
		callsCrossLines: true, typed: true, pipes: true, declares: true},
	{extensions: "kt kts", lineComments: slashes, blockComments: starred, nested: true,
		quotes: []quote{{open: `"""`, close: `"""`, plain: true, lines: true, hole: "${"}, {open: `"`, close: `"`, hole: "${"}, single}, typed: true},
	{extensions: "swift", lineComments: slashes, blockComments: starred, nested: true,
		quotes: []quote{{open: `"""`, close: `"""`, lines: true, hole: `\(`}, {open: `"`, close: `"`, hole: `\(`}}, typed: true},
	{extensions: "scala sc", lineComments: slashes, blockComments: starred, nested: true,
		quotes: []quote{{open: `"""`, close: `"""`, plain: true, lines: true}, double, single}, bracketTypes: true, lifetimes: true},
	{extensions: "groovy gradle", lineComments: slashes, blockComments: starred,
		quotes: []quote{{open: `"""`, close: `"""`, lines: true, hole: "${"}, {open: `'''`, close: `'''`, lines: true}, {open: `"`, close: `"`, hole: "${"}, single}, typed: true},
	{extensions: "dart", lineComments: slashes, blockComments: starred, nested: true,
		quotes: []quote{{open: `"""`, close: `"""`, lines: true, hole: "${"}, {open: `'''`, close: `'''`, lines: true, hole: "${"},
			{open: `"`, close: `"`, hole: "${"}, {open: `'`, close: `'`, hole: "${"}},
		callsCrossLines: true, typed: true, declares: true, bodies: true, semicolons: true, results: true},
	{extensions: "php", lineComments: []string{"//", "#"}, blockComments: starred,
		quotes: []quote{{open: `"`, close: `"`, lines: true}, {open: `'`, close: `'`, lines: true}}, callsCrossLines: true, arrows: true},
	{extensions: "rb rake gemspec", lineComments: hash, quotes: []quote{{open: `"`, close: `"`, lines: true, hole: "#{"}, {open: `'`, close: `'`, lines: true}}, pipes: true},
	{extensions: "lua", lineComments: []string{"--"}, blockComments: [][2]string{{"--[[", "]]"}}, quotes: []quote{{open: "[[", close: "]]", plain: true, lines: true}, double, single}, callsCrossLines: true},
	{extensions: "sh bash zsh r jl nim ex exs pl pm tcl cmake tf hcl", lineComments: hash, quotes: []quote{{open: `"`, close: `"`, lines: true}, {open: `'`, close: `'`, lines: true}}},
}

// languageOf returns the language of a file by its extension.
func languageOf(name string) *language {
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
	switch path.Base(name) {
	case "BUILD", "WORKSPACE":
		ext = "bzl"
	case "Rakefile", "Gemfile":
		ext = "rb"
	}
	for i := range languages {
		if ext != "" && slices.Contains(strings.Fields(languages[i].extensions), ext) {
			return &languages[i]
		}
	}
	return &fallback
}

// valueWords may stand before a call; other words before a name declare it.
var valueWords = words(`and as assert await case co_await co_return co_yield default defer del delete do echo elif else
	except export extends finally for from go goto if import in instanceof is lambda let match mut new not of or pass print
	raise range return select switch then throw throws try typeof unless unsafe until when where while with yield`)

// definingWords make the name behind them on a line a definition.
var definingWords = words(`class def enum fn fun func function interface macro_rules proc record struct sub`)

// regexpWords may stand before a regular expression.
var regexpWords = words(`await case delete do else in instanceof new of return throw typeof void yield`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}
