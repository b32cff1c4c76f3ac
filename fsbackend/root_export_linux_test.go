package fsbackend

// This file lets the suite run over Root as it is on kernels without openat2.

// Walking makes a Root open names component by component.
func (r *Root) Walking() *Root {
	r.openat2 = false
	return r
}
