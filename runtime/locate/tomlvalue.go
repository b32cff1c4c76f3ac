package locate

// This file scans and decodes the strings, numbers and dates of TOML.

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// string scans one of the four forms of strings and returns what it stands for.
func (s *tomlScanner) string() (string, error) {
	quote := s.text[s.at : s.at+1]
	long := s.has(strings.Repeat(quote, 3))
	if long {
		quote = strings.Repeat(quote, 3)
	}
	start := s.at
	for s.at += len(quote); s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case s.has(quote):
			body := s.text[start+len(quote) : s.at]
			s.at += len(quote)
			for n := 0; long && n < 2 && s.peek() == quote[0]; n++ { // quotes at the end belong to the text
				body += quote[:1]
				s.at++
			}
			return s.decoded(body, quote[0] == '"', long), nil
		case c == '\\' && quote[0] == '"':
			s.at++
		case c == '\n' && !long:
			s.at = start
			return "", s.fail("the string is not closed")
		}
	}
	s.at = start
	return "", s.fail("the string is not closed")
}

// decoded returns the text of a string from what stands between its quotes.
func (s *tomlScanner) decoded(body string, escapes, long bool) string {
	if long {
		body = strings.TrimPrefix(strings.TrimPrefix(body, "\r"), "\n")
	}
	if !escapes || strings.IndexByte(body, '\\') < 0 {
		return body
	}
	var b strings.Builder
	for len(body) > 0 {
		n := strings.IndexByte(body, '\\')
		if n < 0 || n+1 >= len(body) {
			break
		}
		b.WriteString(body[:n])
		text, size := unescape(body[n:])
		b.WriteString(text)
		body = body[n+size:]
	}
	return b.String() + body
}

// unescape returns what the escape at the start of s stands for, and its length.
func unescape(s string) (string, int) {
	const signs, texts = `btnfre"\`, "\b\t\n\f\r\x1b\"\\"
	if i := strings.IndexByte(signs, s[1]); i >= 0 {
		return texts[i : i+1], 2
	}
	if size := map[byte]int{'x': 4, 'u': 6, 'U': 10}[s[1]]; size > 0 && size <= len(s) {
		if r, err := strconv.ParseUint(s[2:size], 16, 32); err == nil && r <= utf8.MaxRune {
			return string(rune(r)), size
		}
	}
	rest := strings.TrimLeft(s[1:], " \t\r\n")
	return "", len(s) - len(rest) // a line that goes on
}

// word scans a boolean, a number or a date.
func (s *tomlScanner) word(n *node) error {
	end := s.at
	for end < len(s.text) && strings.IndexByte(",]}#\n\r", s.text[end]) < 0 {
		end++
	}
	word := strings.TrimRight(s.text[s.at:end], " \t")
	if word == "" {
		return s.fail("a value is wanted, not %s", s.here())
	}
	s.at += len(word)
	n.decode = func() any { return decodeTOML(word) }
	return nil
}

// decodeTOML returns a boolean or a number; dates stay the text they are.
func decodeTOML(word string) any {
	switch strings.TrimPrefix(word, "+") {
	case "true", "false":
		return word == "true"
	case "inf":
		return math.Inf(1)
	case "-inf":
		return math.Inf(-1)
	case "nan", "-nan":
		return math.NaN()
	}
	if strings.Contains(word, ":") || strings.LastIndexByte(word, '-') > 0 && !strings.ContainsAny(word, "eE") {
		return word
	}
	digits := strings.TrimPrefix(strings.ReplaceAll(word, "_", ""), "+")
	base := 10
	if strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0o") || strings.HasPrefix(digits, "0b") {
		base = 0
	}
	if n, err := strconv.ParseInt(digits, base, 64); err == nil {
		return n
	}
	if len(digits) < maxDigits {
		if n, ok := new(big.Int).SetString(digits, base); ok {
			return n
		}
	}
	if f, err := strconv.ParseFloat(digits, 64); err == nil {
		return f
	}
	return word
}
