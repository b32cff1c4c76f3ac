package lsp

// This file finds what is wrong with a document, as devstar check does, and publishes it.

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"devstar/runtime"
	"devstar/starlib"
	"devstar/starlib/assist"
	"devstar/starlib/startest"
)

// problem is a mistake in a document, and the fix that its hint proposes.
type problem struct {
	diagnostic
	fix *assist.Fix
}

// checkNext looks at one document that has changed; false when there is none.
func (s *server) checkNext() (bool, error) {
	for _, d := range s.sorted() {
		if !d.stale {
			continue
		}
		s.check(d)
		list := make([]diagnostic, len(d.found))
		for i, p := range d.found {
			list[i] = p.diagnostic
		}
		return true, s.tell("textDocument/publishDiagnostics", publishParams{URI: d.uri, Version: &d.version, Diagnostics: list})
	}
	return false, nil
}

// overlay is the loader of a project in which files that are open have the text of their buffers. It remembers what was asked
// for. Whether a file may be loaded is decided by the loader below.
type overlay struct {
	starlib.Loader
	buffer func(name string) (string, bool)
	needs  map[string]bool
	edges  map[string][]string // which files a file loads
	texts  map[string]string
}

// Load loads a file, or the buffer of one, also of one that is not on disk yet.
func (o *overlay) Load(from, module string) (string, []byte, error) {
	name, text, err := o.Loader.Load(from, module)
	var refused *starlib.FileError
	if errors.As(err, &refused) {
		name = refused.Path
	}
	if name == "" {
		return "", nil, err
	}
	o.needs[name] = true
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return name, nil, err
	}
	if open, ok := o.buffer(name); ok {
		text, err = []byte(open), nil
	}
	o.edges[from] = append(o.edges[from], name)
	o.texts[name] = string(text)
	return name, text, err
}

// project returns what a document is compiled with, and the error of the configuration.
func (s *server) project(d *document) (Project, *overlay, error) {
	file := ""
	if isFile(d.name) {
		file = d.name
	}
	p, err := s.Project(file)
	o := &overlay{Loader: p.Loader, buffer: s.buffer, needs: map[string]bool{}, edges: map[string][]string{}, texts: map[string]string{}}
	if p.Loader != nil {
		p.Loader = o
	}
	return p, o, err
}

// script returns the document as read, for questions about places in it.
func (s *server) script(d *document) *assist.Script {
	if d.script == nil {
		p, _, _ := s.project(d)
		text, _ := d.code()
		d.script = assist.Read(d.name, text, p.Loader)
	}
	return d.script
}

// check finds the problems of a document.
func (s *server) check(d *document) {
	d.stale, d.found = false, nil
	defer func() {
		if p := recover(); p != nil {
			d.found = []problem{{diagnostic: warning(fmt.Sprintf("panic: %v; this is a fault of devstar: please report it", p))}}
		}
	}()
	project, over, err := s.project(d)
	if err != nil {
		d.found = append(d.found, problem{diagnostic: warning(configText(err))})
	}
	text, _ := d.code()
	script := s.script(d)
	elsewhere := map[string][]*runtime.Error{}
	for _, e := range s.compile(project, d.name, text) {
		if p := e.Position; p != nil && p.File != d.name {
			elsewhere[p.File] = append(elsewhere[p.File], e)
			continue
		}
		d.found = append(d.found, d.problem(script, e))
	}
	d.needs = over.needs
	s.loadProblems(d, script, over, elsewhere)
}

// compile returns the mistakes of a script and of what it loads.
func (s *server) compile(p Project, name, text string) []*runtime.Error {
	if at := strings.IndexByte(text, 0); at >= 0 {
		e := runtime.NewError(runtime.CodeCompile, "", "the text holds a NUL", "remove it")
		line := strings.Count(text[:at], "\n")
		e.Reason, e.Position = "encoding", &runtime.Position{File: name, Line: line + 1, Column: len([]rune(text[strings.LastIndexByte(text[:at], '\n')+1:at])) + 1}
		return []*runtime.Error{e}
	}
	o := starlib.Options{Loader: p.Loader}
	if startest.IsTest(name) {
		o.Names = startest.Names()
	}
	return starlib.Check(p.Session, starlib.Source{Name: name, Text: []byte(text), Options: o})
}

// problem is a mistake with its range and its fix.
func (d *document) problem(script *assist.Script, e *runtime.Error) problem {
	p := problem{diagnostic: diagnostic{Severity: severityError, Code: codeOf(e), Source: "devstar", Message: messageOf(e)}}
	if at := e.Position; at != nil {
		offset := script.Offset(at.Line, at.Column)
		p.Range = d.span(script.TokenAt(offset))
		if fix, ok := script.Fix(e.Hint, offset); ok {
			p.fix = &fix
		}
	}
	return p
}

func codeOf(e *runtime.Error) string {
	if e.Reason != "" {
		return string(e.Code) + "/" + e.Reason
	}
	return string(e.Code)
}

func messageOf(e *runtime.Error) string {
	if e.Hint == "" {
		return e.Error()
	}
	return e.Error() + "\nhint: " + e.Hint
}

func warning(message string) diagnostic {
	return diagnostic{Severity: severityWarning, Code: "config_error", Source: "devstar", Message: message}
}

// configText is what is wrong with a configuration, with its place.
func configText(err error) string {
	var e *runtime.Error
	if !errors.As(err, &e) {
		return err.Error()
	}
	if e.Position != nil {
		return fmt.Sprintf("%s:%d: %s", e.Position.File, e.Position.Line, messageOf(e))
	}
	return messageOf(e)
}

// loadProblems puts the mistakes of loaded files at the load statements that lead to them.
func (s *server) loadProblems(d *document, script *assist.Script, over *overlay, elsewhere map[string][]*runtime.Error) {
	for _, load := range script.Loads() {
		for _, file := range reachable(over.edges, load.File) {
			list := elsewhere[file]
			if len(list) == 0 {
				continue
			}
			delete(elsewhere, file)
			first := list[0]
			message := fmt.Sprintf("%s:%d:%d: %s", file, first.Position.Line, first.Position.Column, messageOf(first))
			if len(list) > 1 {
				message += fmt.Sprintf("\nand %d more in that file", len(list)-1)
			}
			p := problem{diagnostic: diagnostic{Range: d.span(load.Module), Severity: severityError, Code: codeOf(first), Source: "devstar", Message: message}}
			there := &document{}
			there.setText(over.texts[file])
			for _, e := range list {
				at := there.placeOf(e.Position.Line, e.Position.Column)
				p.Related = append(p.Related, related{location{s.uriOf(file), span{at, at}}, messageOf(e)})
			}
			d.found = append(d.found, p)
		}
	}
}

// reachable returns a file and all that it loads, directly or not.
func reachable(edges map[string][]string, file string) []string {
	out := []string{file}
	seen := map[string]bool{file: true}
	for i := 0; i < len(out); i++ {
		for _, next := range edges[out[i]] {
			if !seen[next] {
				seen[next] = true
				out = append(out, next)
			}
		}
	}
	return out
}
