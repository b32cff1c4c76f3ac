package lsp

// This file turns the URIs of files into paths and back.

import (
	"fmt"
	"path/filepath"
	"strings"
)

// nameOf returns the path of a file, with slashes; the URI itself of what is no file here.
func nameOf(uri string) string {
	rest, ok := strings.CutPrefix(uri, "file://")
	rest = strings.TrimPrefix(rest, "localhost")
	path, plain := unescape(rest)
	if !ok || !plain || !strings.HasPrefix(path, "/") {
		return uri
	}
	if len(path) > 2 && path[2] == ':' && filepath.Separator == '\\' {
		path = path[1:] // /c:/dir
	}
	return filepath.ToSlash(filepath.Clean(filepath.FromSlash(path)))
}

// isFile reports whether a name is the path of a file.
func isFile(name string) bool { return filepath.IsAbs(filepath.FromSlash(name)) }

// uriOf returns the URI of a file: that under which it is open, if it is.
func (s *server) uriOf(name string) string {
	for _, d := range s.sorted() {
		if d.name == name {
			return d.uri
		}
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return "file://" + escape(name)
}

// unescape replaces %XX; false when one is incomplete, or stands for a NUL.
func unescape(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		var c byte
		if i+2 >= len(s) || s[i+1] == '+' || s[i+1] == '-' {
			return "", false
		}
		if _, err := fmt.Sscanf(s[i+1:i+3], "%02x", &c); err != nil || c == 0 {
			return "", false
		}
		b.WriteByte(c)
		i += 2
	}
	return b.String(), true
}

// escape writes as %XX what has no place in the path of a URI.
func escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if letter || strings.IndexByte("/-._~:@!$&'()*+,;=", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
