// Package preview shows what a run would do to a tree that it does not touch: the run works on a layer in memory, and what
// it did there is told as operations and as a diff.
//
// It answers no approvals and runs nothing; it is given to a session:
//
//	p := preview.Over(root)
//	session, err := runtime.New(runtime.Options{FS: p.FS(), Did: p.Did})
package preview

// This file follows the operations of a run: what was touched, and which file has come from which name.

import (
	"maps"
	"slices"

	"github.com/spf13/afero"

	"devstar/fsbackend"
	"devstar/runtime"
)

// Preview is a tree, a layer over it, and what was done in the layer.
type Preview struct {
	base       afero.Fs
	layer      *fsbackend.Overlay
	operations []runtime.Operation
	touched    map[string]bool
	origin     map[string]string // of names in the layer: where the base has what is there now; "" for nowhere
}

// Over lays a preview over a tree.
func Over(base afero.Fs) *Preview {
	return &Preview{base: base, layer: fsbackend.NewOverlay(base), touched: map[string]bool{}, origin: map[string]string{}}
}

// FS is the tree as the run sees and changes it.
func (p *Preview) FS() afero.Fs { return p.layer }

// Operations lists what was done, in order.
func (p *Preview) Operations() []runtime.Operation { return p.operations }

// Did follows an operation that was just done.
func (p *Preview) Did(op fsbackend.Operation) {
	p.operations = append(p.operations, runtime.OperationOf(op))
	switch op.Kind {
	case fsbackend.OpRename:
		p.moved(op.From, op.Name)
	case fsbackend.OpModify:
		p.touched[target(op)] = true
	default:
		p.touched[op.Name] = true
		p.origin[op.Name] = ""
	}
}

// target is the file that a modification changes: what a link leads to.
func target(op fsbackend.Operation) string {
	if op.Before != nil && op.Before.Link != "" {
		return op.Before.Link
	}
	return op.Name
}

// moved follows a rename of a file, or of a directory with everything in it.
func (p *Preview) moved(from, to string) {
	names := []string{""}
	for i := 0; i < len(names); i++ {
		list, err := afero.ReadDir(p.layer, to+names[i])
		if err != nil {
			continue // it is no directory
		}
		for _, info := range list {
			names = append(names, names[i]+"/"+info.Name())
		}
	}
	for _, below := range names {
		p.touched[from+below], p.touched[to+below] = true, true
		p.origin[to+below] = p.cameFrom(from + below)
	}
	for _, below := range names {
		p.origin[from+below] = "" // whatever comes there is another file
	}
}

// cameFrom is where the base has what is at a name.
func (p *Preview) cameFrom(name string) string {
	if from, known := p.origin[name]; known {
		return from
	}
	return name
}

// names lists what was touched, sorted.
func (p *Preview) names() []string { return slices.Sorted(maps.Keys(p.touched)) }
