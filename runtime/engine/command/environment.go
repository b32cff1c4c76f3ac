package command

// This file makes the small environment of a command.

import (
	"maps"
	"slices"
)

// passed are the variables that programs get as they are: where they and their caches are found, and who runs them.
var passed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
	"SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles",
}

// fixed are the variables that have one value, so that what a program prints does not depend on who runs it.
var fixed = map[string]string{"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "dumb"}

// Environment returns the environment of a command, sorted: a few variables as lookup gives them, a few fixed ones, those
// that pass names, and those that set gives.
func Environment(lookup func(string) (string, bool), pass []string, set map[string]string) []string {
	all := maps.Clone(fixed)
	for _, name := range slices.Concat(passed, pass) {
		if v, ok := lookup(name); ok {
			all[name] = v
		}
	}
	maps.Copy(all, set)
	out := make([]string, 0, len(all))
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, name+"="+all[name])
	}
	return out
}
