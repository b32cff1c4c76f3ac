package starlib

// This file reports comparisons that can never be true: type(x) gives a string, not the function that makes such values.

import (
	"fmt"

	"go.starlark.net/syntax"
)

// typeName returns what type gives for the values that a function of the language makes, "" for other functions.
func typeName(function string) string {
	switch function {
	case "str":
		return "string"
	case "int", "float", "bool", "list", "dict", "tuple", "set", "bytes":
		return function
	}
	return ""
}

// comparisons reports type(x) == str and its like.
func (c *checker) comparisons() {
	for _, b := range c.index.comparisons {
		if !isTypeCall(b.X) {
			continue
		}
		id, ok := b.Y.(*syntax.Ident)
		if !ok || !isBuiltin(id) || typeName(id.Name) == "" {
			continue
		}
		c.report(problem{at: id.NamePos, reason: "type",
			message: fmt.Sprintf("type(...) %s %s compares a string with a function", b.Op, id.Name),
			hint:    fmt.Sprintf("write type(...) %s %q", b.Op, typeName(id.Name))})
	}
}

func isTypeCall(e syntax.Expr) bool {
	call, ok := e.(*syntax.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fn.(*syntax.Ident)
	return ok && isBuiltin(id) && id.Name == "type"
}
