package starlib

// This file reads a script for tools that look at scripts without running them.

import (
	"fmt"
	"sync"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// names is the environment of scripts that are not run.
var names = sync.OnceValue(func() *environment { return newEnvironment(nil) })

// Parse reads a script in the dialect of the entry script, which is the wider one, and binds its names. With an error of type
// resolve.ErrorList the file is whole, and the names it is about are not bound; with any other error there is no file.
func Parse(name string, text []byte) (*syntax.File, error) {
	f, err := entryDialect().Parse(name, text, 0)
	if err != nil {
		return nil, err
	}
	if at, deep := tooDeep(f); deep {
		return nil, syntax.Error{Pos: at, Msg: fmt.Sprintf("the script nests more than %d levels deep here", maxNesting)}
	}
	known := names()
	return f, resolve.File(f, known.predeclared.Has, func(name string) bool { return known.get(name) != nil })
}
