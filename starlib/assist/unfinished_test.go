package assist

// This file tests when a piece that is being typed goes on.

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTyping(t *testing.T) {
	for text, want := range map[string][2]bool{
		"":                          {false, false},
		"# x\n":                     {false, false},
		"x = 1\n":                   {false, false},
		"x = (1,\n":                 {true, false},
		"x = [\n1,\n":               {true, false},
		"x = (\nword,\n":            {true, false},
		"x = (1,\n2)\n":             {false, false},
		"x = 'open\n":               {false, false},
		"x = \"\"\"a\n":             {true, false},
		"x = r'''a\n":               {true, false},
		"x = 'a\\\n":                {true, false},
		"x = 'a\\\nb' + (\n":        {true, false},
		"x = 'a\\\nb'\n":            {false, false},
		"x = \"\"\"a\n(\n\"\"\"\n":  {false, false},
		"x = (\"\"\"a\n)\n\"\"\"\n": {true, false},
		"x = '''a\n'''\n":           {false, false},
		"x = 1 + \\\n":              {true, false},
		"x = ')'\n":                 {false, false},
		"def f():\n":                {false, true},
		"def f(\n":                  {true, true},
		"for x in y: pass\n":        {false, true},
		"if x:\n    y = [\n":        {true, true},
		"if x:\n    y = [\n]\n":     {false, true},
		"define = 1\n":              {false, false},
		"x = '😀' + (\n":             {true, false},
	} {
		var p Typing
		for line := range strings.Lines(text) {
			p.Add(strings.TrimSuffix(line, "\n"))
		}
		assert.Equal(t, want, [2]bool{p.Open(), p.Block()}, "%q", text)
	}
	for line, want := range map[string]bool{"": true, "\n": true, "  x": true, "# x": true, "else:": true, "elif x:": true, "x": false, "elsewhere": false, ")": false} {
		assert.Equal(t, want, Continues(line), "%q", line)
	}
}
