package engine

// This file reads the URIs that tools write for files.

import (
	"strconv"
	"strings"
)

// FilePath returns the path of a file URI, and false for anything else.
func FilePath(uri string) (string, bool) {
	rest, ok := strings.CutPrefix(uri, "file:")
	if !ok {
		return "", false
	}
	if host, found := strings.CutPrefix(rest, "//"); found {
		i := strings.IndexByte(host, '/')
		if i < 0 {
			return "", false
		}
		rest = host[i:]
	}
	path := Unescape(rest)
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // a drive
		path = path[1:]
	}
	return path, true
}

// Unescape decodes %XX; what is no such escape stays as it is.
func Unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
