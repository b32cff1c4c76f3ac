package config

// This file reads everything but engines.

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devstar/runtime/approval"
	"devstar/runtime/spec"
)

func (c *Config) readLimits(Options) error {
	t := c.doc.table("limits")
	c.Limits.Files, c.Limits.Depth = t.Int("files"), t.Int("depth")
	c.Limits.FileBytes, c.Limits.TotalBytes = int64(t.Int("file_bytes")), int64(t.Int("total_bytes"))
	c.MaxSteps = uint64(t.Int("max_steps"))
	if !t.Has("timeout") {
		return nil
	}
	d, err := time.ParseDuration(t.String("timeout"))
	if err != nil || d <= 0 {
		return c.doc.refuse("limits.timeout", `write "90s" or "2m"`, "%q is no duration above 0", t.String("timeout"))
	}
	c.Timeout = d
	return nil
}

// readApprovals reads a policy; its places are below the key approvals.
func (c *Config) readApprovals(Options) error {
	v, given := c.doc.value["approvals"]
	if !given {
		return nil
	}
	rules, err := approval.FromValue(c.File, v, nil)
	var wrong *approval.PolicyError
	if errors.As(err, &wrong) {
		key := culprit(strings.TrimSuffix("approvals."+wrong.Where, "."), wrong.Message)
		return &Error{File: c.File, Line: c.doc.line(key), Key: key, Message: wrong.Message, Next: wrong.Hint()}
	}
	c.Approvals = rules
	return err
}

// isName reports whether a name can stand between "@" and "//".
func isName(s string) bool {
	letter := func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }
	return s != "" && letter(rune(s[0])) && !strings.ContainsFunc(s, func(r rune) bool {
		return !letter(r) && !(r >= '0' && r <= '9') && !strings.ContainsRune("_.-", r)
	})
}

// readLoad reads directories by name, taken from where the file is.
func (c *Config) readLoad(Options) error {
	v, given := c.doc.value["load"]
	if !given {
		return nil
	}
	table, ok := v.(map[string]any)
	if !ok {
		return c.doc.refuse("load", `write [load] and name = "directory"`, "want a table of directories, got %s", spec.Describe(v))
	}
	c.Load = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		dir, ok := table[name].(string)
		switch {
		case !ok || dir == "":
			return c.doc.refuse("load."+name, "", "want a directory, got %s", spec.Describe(table[name]))
		case !isName(name) || name == "devstar":
			return c.doc.refuse("load."+name, "scripts load it as \"@name//x.star\"", "%q is no name: want letters, digits, _, - and ., and @devstar is the library in the binary", name)
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(filepath.Dir(c.File), filepath.FromSlash(dir))
		}
		c.Load[name] = dir
	}
	return nil
}

func (c *Config) readOutput(Options) error {
	c.Color = c.doc.table("output").String("color")
	return nil
}
