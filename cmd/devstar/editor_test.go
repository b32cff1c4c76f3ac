package main_test

// This file reads the settings of editors that the documents print: they are whole, and start the language server.

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"github.com/stretchr/testify/require"
)

func TestTheSettingsOfEditorsCanBeRead(t *testing.T) {
	read := map[string]int{}
	for _, b := range blocksOf(t, "docs/editor.md") {
		read[b.language]++
		switch b.language {
		case "json":
			var extension struct{ Main string }
			require.NoError(t, json.Unmarshal([]byte(b.text), &extension))
			require.Equal(t, "./extension.js", extension.Main)
		case "toml":
			var settings struct {
				Servers map[string]struct {
					Command string
					Args    []string
				} `toml:"language-server"`
				Language []struct {
					Servers []string `toml:"language-servers"`
				}
			}
			require.NoError(t, toml.Unmarshal([]byte(b.text), &settings))
			server := settings.Servers[settings.Language[0].Servers[0]]
			require.Equal(t, []string{"devstar", "lsp"}, append([]string{server.Command}, server.Args...))
		case "elisp", "lua", "js":
			for _, pair := range []string{"()", "{}", "[]"} {
				require.Equal(t, strings.Count(b.text, pair[:1]), strings.Count(b.text, pair[1:]), b.text)
			}
		}
	}
	require.Equal(t, map[string]int{"json": 1, "toml": 1, "elisp": 1, "lua": 2, "js": 1, "ts": 1, "star": 1, "console": 2}, read)
}
