package config

// This file lists the effective configuration with where each value comes from.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Entry is one effective value.
type Entry struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"` // "default", or file and line
}

// Entries lists the effective values: limits and output with their defaults, then what the file holds, in a fixed order.
func (c *Config) Entries() []Entry {
	limits := c.Limits.WithDefaults()
	out := []Entry{
		c.entry("limits.files", limits.Files), c.entry("limits.file_bytes", limits.FileBytes),
		c.entry("limits.total_bytes", limits.TotalBytes), c.entry("limits.depth", limits.Depth),
	}
	for _, e := range []Entry{c.entry("limits.max_steps", c.MaxSteps), c.entry("limits.timeout", c.Timeout.String())} {
		if e.Origin != "default" {
			out = append(out, e)
		}
	}
	color := c.Color
	if color == "" {
		color = "auto"
	}
	out = append(out, c.entry("output.color", color))
	if c.doc == nil {
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(c.Load)) {
		out = append(out, c.entry("load."+name, c.Load[name]))
	}
	if v, ok := c.doc.value["approvals"]; ok {
		out = append(out, c.below("approvals", v)...)
	}
	if v, ok := c.doc.value["engine"]; ok {
		out = append(out, c.below("engine", v)...)
	}
	return out
}

func (c *Config) entry(key string, value any) Entry {
	e := Entry{Key: key, Value: value, Origin: "default"}
	if c.doc == nil {
		return e
	}
	if n, given := c.doc.lines[key]; given {
		e.Origin = fmt.Sprintf("%s:%d", c.File, n)
	}
	return e
}

// below lists every value under a key: tables and lists of tables are gone through, other lists are values.
func (c *Config) below(key string, v any) (out []Entry) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(out, c.below(key+"."+name, v[name])...)
		}
		return out
	case []any:
		if len(v) > 0 {
			if _, tables := v[0].(map[string]any); tables {
				for i, e := range v {
					out = append(out, c.below(fmt.Sprintf("%s[%d]", key, i), e)...)
				}
				return out
			}
		}
	}
	return []Entry{{Key: key, Value: v, Origin: fmt.Sprintf("%s:%d", c.File, c.doc.line(key))}}
}

// String writes one value a line, with its origin behind it.
func String(entries []Entry) string {
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%s = %s  # %s\n", e.Key, literal(e.Value), e.Origin)
	}
	return b.String()
}

// literal writes a value as TOML does.
func literal(v any) string {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v)
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = literal(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name+" = "+literal(v[name]))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	}
	return fmt.Sprint(v)
}
