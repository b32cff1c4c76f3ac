package match

// This file says what is wrong with a regular expression, and what to write instead.

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"
)

// PatternError is a regular expression that cannot be used.
type PatternError struct {
	Expr string // the expression
	Why  string // what is wrong
	Next string // what to write instead
}

// Error quotes the expression and says what is wrong with it.
func (e *PatternError) Error() string {
	if e.Expr == "" {
		return e.Why
	}
	return fmt.Sprintf("%s is no regular expression: %s", quote(e.Expr), e.Why)
}

// Reason is "bad_pattern", or "empty".
func (e *PatternError) Reason() string {
	if e.Expr == "" {
		return "empty"
	}
	return "bad_pattern"
}

// Hint is the next step.
func (e *PatternError) Hint() string { return e.Next }

func quote(s string) string {
	if r := []rune(s); len(r) > 60 {
		return fmt.Sprintf("%q...", string(r[:60]))
	}
	return fmt.Sprintf("%q", s)
}

func emptyPattern() *PatternError {
	return &PatternError{Why: "the pattern is empty", Next: "say what is looked for; ^ stands for the start of a line, $ for its end"}
}

func backspace(expr string) *PatternError {
	return &PatternError{Expr: expr, Why: `it holds a backspace, which "\b" means in a string`, Next: `write a raw string, r"\b", for the edge of a word`}
}

func newPatternError(expr string, err error) *PatternError {
	e := &PatternError{Expr: expr, Why: err.Error(), Next: `\ before a character takes it as it is; re.escape(text) does that for a whole text`}
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return e
	}
	e.Why = string(bad.Code)
	if bad.Expr != "" && bad.Expr != expr {
		e.Why = fmt.Sprintf("%s: %s", bad.Code, bad.Expr)
	}
	for _, h := range patternHints {
		if h.code == bad.Code && containsAny(bad.Expr+" "+expr, h.parts) {
			e.Next = h.next
			break
		}
	}
	return e
}

func containsAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return len(parts) == 0
}

// patternHint is for an error of code whose expression holds one of parts; no parts fit every expression.
type patternHint struct {
	code  syntax.ErrorCode
	parts []string
	next  string
}

// patternHints is searched from the top.
var patternHints = []patternHint{
	{syntax.ErrInvalidPerlOp, []string{"(?=", "(?!", "(?<=", "(?<!"}, `RE2 has no lookaround: match the neighbours too and put them back with groups (\1)`},
	{syntax.ErrMissingParen, []string{"(?=", "(?!", "(?<=", "(?<!"}, `RE2 has no lookaround: match the neighbours too and put them back with groups (\1)`},
	{syntax.ErrInvalidNamedCapture, []string{"(?=", "(?!", "(?<=", "(?<!"}, `RE2 has no lookaround: match the neighbours too and put them back with groups (\1)`},
	{syntax.ErrInvalidPerlOp, []string{"(?P=", "(?P>", "(?&"}, `RE2 has no backreferences: match loosely, and compare the groups of the match`},
	{syntax.ErrInvalidNamedCapture, []string{"(?P=", "(?P>"}, `RE2 has no backreferences: match loosely, and compare the groups of the match`},
	{syntax.ErrInvalidNamedCapture, nil, `write (?P<name>...), with letters, digits and _ in the name, each name once`},
	{syntax.ErrInvalidPerlOp, []string{"(?>", "(?|", "(?("}, `RE2 never backtracks: a plain group (?:...) does`},
	{syntax.ErrMissingParen, []string{"(?>", "(?|", "(?("}, `RE2 never backtracks: a plain group (?:...) does`},
	{syntax.ErrInvalidPerlOp, []string{"(?#", "(?x"}, `RE2 has no comments inside an expression and no flag x: join the parts with +`},
	{syntax.ErrMissingParen, []string{"(?#", "(?x"}, `RE2 has no comments inside an expression and no flag x: join the parts with +`},
	{syntax.ErrInvalidPerlOp, nil, `the flags are i, m, s and U: (?i)text, or (?i:text)`},
	{syntax.ErrMissingParen, nil, `close the group; a parenthesis itself is \(`},
	{syntax.ErrUnexpectedParen, nil, `nothing is open there; a parenthesis itself is \)`},
	{syntax.ErrMissingBracket, nil, `close the class; a bracket itself is \[`},
	{syntax.ErrMissingRepeatArgument, []string{"**", "/*", "*."}, `this looks like a pattern of paths, which goes to paths=...; in an expression any text is .*`},
	{syntax.ErrMissingRepeatArgument, nil, `put what is repeated before it; the character itself is \* or \+ or \?`},
	{syntax.ErrInvalidRepeatOp, nil, `RE2 never backtracks: there are no possessive repeats, and one repeat follows another only in a group`},
	{syntax.ErrInvalidEscape, []string{`\1`, `\2`, `\3`, `\4`, `\5`, `\6`, `\7`, `\8`, `\9`, `\k`}, `RE2 has no backreferences: match loosely, and compare the groups of the match`},
	{syntax.ErrInvalidEscape, []string{`\Z`}, `the end of the text is \z`},
	{syntax.ErrInvalidEscape, []string{`\h`}, `blanks of a line are [ \t]`},
	{syntax.ErrInvalidEscape, []string{`\R`}, `every line ends in \n here`},
	{syntax.ErrInvalidEscape, []string{`\u`}, `a code point is \x{e9}`},
	{syntax.ErrInvalidRepeatSize, nil, `RE2 repeats at most 1000 times: use * or +`},
	{syntax.ErrLarge, nil, `RE2 repeats at most 1000 times: use * or +`},
}
