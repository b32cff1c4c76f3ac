// Package engine defines the tools behind format, lint and check: what they declare, how the files of an invocation are
// divided among them, how they are run, and what of their answers may be taken.
//
// It knows texts, paths and diagnostics. It holds no workspace, asks no approval and writes nothing: package runtime puts
// the questions, lays out what a tool sees, and commits what a tool may change. The tools themselves are in the packages
// below: builtin (in the binary) and command (processes).
package engine

// This file defines engines and what a tool gets and gives.

import (
	"context"

	"devstar/runtime/diagnostic"
)

// Step is one of the three things that engines are for.
type Step string

// The steps.
const (
	Format Step = "format"
	Lint   Step = "lint"
	Check  Step = "check"
)

// Steps lists the steps.
func Steps() []Step { return []Step{Format, Lint, Check} }

// Engine is a named tool with one to three capabilities.
type Engine struct {
	ID      string
	Formats *Capability // nil for none
	Lints   *Capability
	Checks  *Capability
	Origin  string // where it was declared, for listings; "" for nowhere in particular
}

// For returns the capability for a step, nil for none.
func (e *Engine) For(s Step) *Capability {
	switch s {
	case Format:
		return e.Formats
	case Lint:
		return e.Lints
	case Check:
		return e.Checks
	}
	return nil
}

// Capability says which files a tool takes, and how it works.
type Capability struct {
	Extensions []string // lower case, no dot; "" for files without, "*" for all
	Scope      []string // patterns; nil for everywhere
	InPlace    bool     // it works on the tree on disk
	Shadow     bool     // it works in a private directory that looks like the workspace; not together with InPlace
	NeedsDir   bool     // it wants Request.Dir also where the tree is in no directory
	Link       []string // directories that the private one links to instead of copying
	Generates  bool     // it may add files inside its scope, also when no file was selected
	Fixable    bool     // it understands Request.Fix; lint only
	Tool       Tool
	Summary    string // what it runs, for listings
}

// Tool does the work. It may be called by several goroutines at once. An error means that nothing of it counts.
type Tool interface {
	Run(ctx context.Context, r *Request) (*Response, error)
}

// ToolFunc is a function that is a Tool.
type ToolFunc func(ctx context.Context, r *Request) (*Response, error)

// Run calls the function.
func (f ToolFunc) Run(ctx context.Context, r *Request) (*Response, error) { return f(ctx, r) }

// Request is what a tool is asked.
type Request struct {
	Engine string
	Step   Step
	Fix    bool   // change the files first, then report what is left
	Files  []File // the selected ones, sorted by path; for check those that its extensions and scope take
	Dir    string // absolute: the private directory, the tree on disk, or where a process may start; "" for nowhere
	Slots  *Slots // shared by everything that runs at once; nil is fine
}

// File is one file as the workspace has it.
type File struct {
	Path string // relative to the root
	Text string // every byte
}

// Response is what a tool answers. A tool in a private directory or on disk need not list what it changed there.
type Response struct {
	Changed     map[string]string // whole texts by path
	Added       map[string]string
	Deleted     []string
	Diagnostics diagnostic.List
	Columns     Columns // how Diagnostics count columns
}

// Columns says what a column counts; all are 1-based.
type Columns int

// The kinds of columns.
const (
	Points Columns = iota // code points
	Bytes                 // bytes of UTF-8
	Units                 // units of UTF-16
)
