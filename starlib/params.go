package starlib

// This file reads the parameters of main, which a run must be able to fill.

import (
	"fmt"
	"strings"

	"go.starlark.net/syntax"

	"devstar/runtime"
)

// parameters reports a main that devstar is to call and cannot: every parameter needs a default.
func (c *checker) parameters() {
	def := c.mainToCall()
	if def == nil || c.library {
		return
	}
	var missing []string
	for _, p := range def.Params {
		id := paramName(p)
		switch p := p.(type) {
		case *syntax.Ident:
			missing = append(missing, id.Name)
		case *syntax.UnaryExpr:
			if p.Op == syntax.STARSTAR {
				c.report(problem{at: p.OpPos, reason: "parameter", message: fmt.Sprintf("main takes **%s, which no flag can fill", id.Name),
					hint: "name each parameter of main"})
			}
		}
		if id != nil && id.Name == "help" {
			c.report(problem{at: id.NamePos, reason: "parameter", message: "a parameter of main is called help, which --help needs",
				hint: "give the parameter another name"})
		}
	}
	if len(missing) > 0 {
		c.report(problem{at: def.Name.NamePos, code: runtime.CodeBadArgument, reason: "missing",
			message: fmt.Sprintf("main is given no value for %s", strings.Join(missing, ", ")),
			hint:    fmt.Sprintf("give each a default, such as def main(%s=\"\"), or call main in the script", missing[0])})
	}
}
