package starlib

// This file compiles a script together with everything it loads.

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"

	"devstar/runtime"
	"devstar/runtime/spec"
)

// linker compiles the files that a script loads, each once.
type linker struct {
	*Program
	found []problem
	chain []string // the files being compiled, outermost first
}

// compileProgram compiles a script and what it loads, and returns every mistake, the entry script's first.
func compileProgram(s *runtime.Session, src Source) (*Program, []*runtime.Error) {
	p := &Program{env: newEnvironment(nil).with(src.Names), units: map[string]*unit{}, options: src.Options}
	l := &linker{Program: p}
	p.entry = l.compile(src.Name, src.Text, false, s)
	out := make([]*runtime.Error, len(l.found))
	for i, f := range l.found {
		out[i] = f.failure()
	}
	return p, out
}

// compile compiles one file and then those it loads.
func (l *linker) compile(name string, text []byte, library bool, s *runtime.Session) *unit {
	u, found := compileUnit(l.env, name, text, library, s)
	l.units[name] = u
	l.chain = append(l.chain, name)
	defer func() { l.chain = l.chain[:len(l.chain)-1] }()
	if u.file != nil {
		for _, stmt := range u.file.Stmts {
			if load, ok := stmt.(*syntax.LoadStmt); ok {
				found = append(found, l.load(u, load)...)
			}
		}
	}
	sortProblems(found)
	l.found = append(found, l.found...)
	return u
}

// load resolves a load statement and checks the names it takes.
func (l *linker) load(u *unit, load *syntax.LoadStmt) []problem {
	module := load.ModuleName()
	at := load.Module.TokenPos
	lib, err := l.library(u, module)
	if err != nil {
		p := problem{at: at, reason: "load", message: fmt.Sprintf("load(%q): %s", module, err.Message), hint: err.Hint}
		return []problem{p}
	}
	u.loads[module] = lib
	if lib.program == nil {
		return nil
	}
	var found []problem
	for _, from := range load.From {
		if names := lib.exports(); !slices.Contains(names, from.Name) {
			found = append(found, problem{at: from.NamePos, reason: "undefined",
				message: fmt.Sprintf("%s defines no %s", lib.name, from.Name), hint: spec.Suggest(from.Name, names)})
		}
	}
	return found
}

// library returns the compiled file that module names in u.
func (l *linker) library(u *unit, module string) (*unit, *runtime.Error) {
	if l.options.Loader == nil {
		return nil, runtime.NewError(runtime.CodeCompile, "", "there is no directory to load from",
			"run the script from a file, or name its root with --script-root")
	}
	name, text, err := l.options.Loader.Load(u.name, module)
	if err != nil {
		return nil, loadError(err)
	}
	if at := slices.Index(l.chain, name); at >= 0 {
		chain := append(slices.Clone(l.chain[at:]), name)
		return nil, runtime.NewError(runtime.CodeCompile, "", "the files load each other in a circle: "+strings.Join(chain, " -> "),
			"move what both need into a third file")
	}
	if lib, ok := l.units[name]; ok {
		return lib, nil
	}
	return l.compile(name, text, true, nil), nil
}

func loadError(err error) *runtime.Error {
	e := runtime.NewError(runtime.CodeCompile, "", err.Error(), "")
	if h, ok := err.(interface{ Hint() string }); ok {
		e.Hint = h.Hint()
	}
	return e
}

// exports returns the names that a file defines for others.
func (u *unit) exports() []string {
	var names []string
	for _, b := range u.file.Module.(*resolve.Module).Globals {
		if !strings.HasPrefix(b.First.Name, "_") {
			names = append(names, b.First.Name)
		}
	}
	return names
}

// unit returns the compiled file of a name, nil for none that parses.
func (p *Program) unit(name string) *unit {
	if u := p.units[name]; u != nil && u.index != nil {
		return u
	}
	return nil
}

// Text returns the source of a file of the program, nil for none.
func (p *Program) Text(name string) []byte {
	if u := p.units[name]; u != nil {
		return u.text
	}
	return nil
}

// params returns the names of the parameters of the functions called name.
func (p *Program) params(name string) []string {
	var out []string
	for _, u := range p.units {
		for _, d := range u.defs() {
			if d.Name.Name != name {
				continue
			}
			for _, param := range d.Params {
				if id := ParamName(param); id != nil {
					out = append(out, id.Name)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func (u *unit) defs() []*syntax.DefStmt {
	if u.index == nil {
		return nil
	}
	return u.index.defs
}

// Doc returns the docstring of the entry script, "" for none.
func (p *Program) Doc() string {
	if p.entry.file == nil {
		return ""
	}
	return docstringOf(p.entry.file.Stmts)
}
