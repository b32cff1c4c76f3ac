package spec

// This file lets calls be checked before a run, when some of their values are not known yet.

// Unknown stands for a value that is only known while running: every type takes it, and no check judges it.
type Unknown struct{}

// unknown reports whether v is only known while running.
func unknown(v any) bool {
	_, is := v.(Unknown)
	return is
}
