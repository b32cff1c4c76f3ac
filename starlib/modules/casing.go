package modules

// This file writes names in other forms.

import (
	"strings"
	"unicode"
)

// wordsOf splits a name at everything that is no letter or digit, before a capital that follows a small letter or a digit,
// and before the last capital of several when a small letter follows it: HTTPServer2Go has http, server2 and go.
func wordsOf(name string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			end()
			continue
		}
		if unicode.IsUpper(r) && len(word) > 0 {
			before := word[len(word)-1]
			small := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(before) || small {
				end()
			}
		}
		word = append(word, r)
	}
	end()
	return out
}

func snake(name string) string { return strings.Join(wordsOf(name), "_") }
func kebab(name string) string { return strings.Join(wordsOf(name), "-") }

func pascal(name string) string {
	var b strings.Builder
	for _, w := range wordsOf(name) {
		b.WriteString(capital(w))
	}
	return b.String()
}

func camel(name string) string {
	words := wordsOf(name)
	if len(words) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(words[0])
	for _, w := range words[1:] {
		b.WriteString(capital(w))
	}
	return b.String()
}

func capital(word string) string {
	runes := []rune(word)
	runes[0] = unicode.ToTitle(runes[0])
	return string(runes)
}
