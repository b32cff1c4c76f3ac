package main_test

// This file holds files and functions to their sizes, and exported names to their comments.

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The sizes, in lines.
const (
	fileMedian, fileMost                      = 200, 600
	functionMedian, functionP90, functionMost = 10, 40, 80
)

func TestFilesStaySmall(t *testing.T) {
	var sizes []int
	for _, s := range sources(t) {
		n := s.fset.Position(s.file.FileEnd).Line
		assert.LessOrEqual(t, n, fileMost, "%s has %d lines", s.name, n)
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	t.Logf("%d files: median %d lines, longest %d", len(sizes), at(sizes, 50), at(sizes, 100))
	assert.LessOrEqual(t, at(sizes, 50), fileMedian, "the median of the files")
}

func TestFunctionsStaySmall(t *testing.T) {
	var sizes []int
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := lines(s.fset, f)
			assert.LessOrEqual(t, n, functionMost, "%s: %s has %d lines outside tables", s.at(f), f.Name.Name, n)
			if !s.test {
				sizes = append(sizes, n)
			}
		}
	}
	require.NotEmpty(t, sizes)
	slices.Sort(sizes)
	t.Logf("%d functions: median %d lines, 90 %% at most %d, longest %d", len(sizes), at(sizes, 50), at(sizes, 90), at(sizes, 100))
	assert.LessOrEqual(t, at(sizes, 50), functionMedian, "the median of the functions")
	assert.LessOrEqual(t, at(sizes, 90), functionP90, "nine of ten functions")
}

// at returns the value below which p percent of the sorted sizes lie.
func at(sizes []int, p int) int { return sizes[(len(sizes)-1)*p/100] }

// lines counts the lines of a function, without those inside composite literals: a table may be as long as it likes.
func lines(fset *token.FileSet, f *ast.FuncDecl) int {
	line := func(p token.Pos) int { return fset.Position(p).Line }
	n := line(f.End()) - line(f.Pos()) + 1
	ast.Inspect(f, func(node ast.Node) bool {
		table, ok := node.(*ast.CompositeLit)
		if ok {
			n -= max(0, line(table.Rbrace)-line(table.Lbrace)-1)
		}
		return !ok
	})
	return n
}

func TestEveryFileOpensWithItsJob(t *testing.T) {
	for _, s := range sources(t) {
		assert.True(t, opens(s.file), "%s does not say what its job is", s.name)
	}
}

// opens reports whether a comment stands before the package clause, or between it and the first declaration.
func opens(f *ast.File) bool {
	first := f.FileEnd
	if len(f.Decls) > 0 {
		first = f.Decls[0].Pos()
	}
	for _, c := range f.Comments {
		if c.Pos() < first && strings.TrimSpace(c.Text()) != "" {
			return true
		}
	}
	return false
}

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, d := range s.file.Decls {
			for _, name := range undocumented(d) {
				assert.Fail(t, "no comment that begins with the name", "%s: %s", s.at(d), name)
			}
		}
	}
}

// undocumented returns the exported names of a declaration that lack a comment of their own. In a group of constants or
// variables the comment of the group or one on the line will do.
func undocumented(d ast.Decl) []string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && exportedReceiver(d) && !begins(d.Doc, d.Name.Name) {
			return []string{d.Name.Name}
		}
	case *ast.GenDecl:
		var missing []string
		for _, spec := range d.Specs {
			missing = append(missing, undocumentedSpec(d, spec)...)
		}
		return missing
	}
	return nil
}

func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) (missing []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Name.IsExported() && !begins(spec.Doc, spec.Name.Name) && !begins(d.Doc, spec.Name.Name) {
			missing = append(missing, spec.Name.Name)
		}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
				missing = append(missing, name.Name)
			}
		}
	}
	return missing
}

func begins(doc *ast.CommentGroup, name string) bool {
	text := strings.TrimPrefix(strings.TrimPrefix(doc.Text(), "A "), "An ")
	return strings.HasPrefix(text, name+" ") || strings.HasPrefix(text, name+",")
}

// exportedReceiver reports whether a function is no method, or a method of an exported type.
func exportedReceiver(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	exported := false
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		exported = exported || ok && id.IsExported()
		return !ok
	})
	return exported
}
