package locate

// This file reads keys: project.version, a[0].b, a."b.c".

import (
	"fmt"
	"strconv"
	"strings"
)

// Step goes from a value to one inside of it: to a member by its name, or to an element by its index from 0.
type Step struct {
	Name  string
	Named bool
	Index int
}

// Key is the way from the root of a document to a value.
type Key []Step

// KeyError is a key that cannot be read.
type KeyError struct {
	Key  string
	Why  string
	Next string
}

// Error quotes the key and says what is wrong with it.
func (e *KeyError) Error() string { return fmt.Sprintf("the key %q %s", e.Key, e.Why) }

// Reason is "bad_key".
func (e *KeyError) Reason() string { return "bad_key" }

// Hint is the next step.
func (e *KeyError) Hint() string { return e.Next }

// String writes the key as it is read.
func (k Key) String() string {
	var b strings.Builder
	for i, s := range k {
		switch {
		case !s.Named:
			fmt.Fprintf(&b, "[%d]", s.Index)
			continue
		case i > 0:
			b.WriteByte('.')
		}
		if s.Name == "" || strings.ContainsAny(s.Name, `.[]"\`) {
			b.WriteString(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s.Name) + `"`)
		} else {
			b.WriteString(s.Name)
		}
	}
	return b.String()
}

const keyForm = `write it as in project.version, servers[0].host, dependencies."lodash.merge"`

// ParseKey reads a key: names with dots between them, quoted where they hold dots, brackets, quotes or backslashes, and
// indexes in brackets. It fails with *KeyError.
func ParseKey(s string) (Key, error) {
	k := keyReader{text: s}
	for k.at < len(s) {
		if err := k.step(); err != nil {
			return nil, err
		}
	}
	if len(k.key) == 0 {
		return nil, &KeyError{s, "is empty", keyForm}
	}
	return k.key, nil
}

type keyReader struct {
	text string
	at   int
	key  Key
}

func (k *keyReader) fail(why string) error { return &KeyError{k.text, why, keyForm} }

func (k *keyReader) step() error {
	if k.text[k.at] == '[' {
		return k.bracket()
	}
	if len(k.key) > 0 {
		if k.text[k.at] != '.' {
			return k.fail(fmt.Sprintf("lacks a dot before %q", k.text[k.at:]))
		}
		k.at++
	}
	if strings.HasPrefix(k.text[k.at:], `"`) {
		name, err := k.quoted()
		k.key = append(k.key, Step{Name: name, Named: true})
		return err
	}
	end := strings.IndexAny(k.text[k.at:], `.[]"`)
	if end < 0 {
		end = len(k.text) - k.at
	}
	if end == 0 {
		return k.fail("lacks a name")
	}
	k.key = append(k.key, Step{Name: k.text[k.at : k.at+end], Named: true})
	k.at += end
	return nil
}

// quoted reads a name in quotes, where \" and \\ stand for a quote and a backslash.
func (k *keyReader) quoted() (string, error) {
	var b strings.Builder
	for k.at++; k.at < len(k.text); k.at++ {
		switch c := k.text[k.at]; {
		case c == '"':
			k.at++
			return b.String(), nil
		case c == '\\' && k.at+1 < len(k.text) && (k.text[k.at+1] == '"' || k.text[k.at+1] == '\\'):
			k.at++
			b.WriteByte(k.text[k.at])
		default:
			b.WriteByte(c)
		}
	}
	return "", k.fail("has a quote that is not closed")
}

// bracket reads [0] or ["name"].
func (k *keyReader) bracket() error {
	k.at++
	if strings.HasPrefix(k.text[k.at:], `"`) {
		name, err := k.quoted()
		if err != nil {
			return err
		}
		if !strings.HasPrefix(k.text[k.at:], "]") {
			return k.fail("has a bracket that is not closed")
		}
		k.at++
		k.key = append(k.key, Step{Name: name, Named: true})
		return nil
	}
	end := strings.IndexByte(k.text[k.at:], ']')
	if end < 0 {
		return k.fail("has a bracket that is not closed")
	}
	digits := k.text[k.at : k.at+end]
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return k.fail(fmt.Sprintf("has [%s], which is no index: indexes are counted from 0", digits))
	}
	k.at += end + 1
	k.key = append(k.key, Step{Index: int(n)})
	return nil
}
