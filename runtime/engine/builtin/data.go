package builtin

// This file reads JSON, YAML and TOML, and lays JSON out.

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"devstar/runtime/diagnostic"
	"devstar/runtime/strictjson"
)

// formatJSON puts every value on a line of its own, indented as the text is already where it is indented at all, else by two
// blanks. Keys keep their order and numbers their spelling.
func formatJSON(path, text string) (string, error) {
	if found := lintJSON(path, text); len(found) > 0 {
		return "", errors.New("line " + strconv.Itoa(found[0].Line) + ": " + found[0].Message)
	}
	var b bytes.Buffer
	err := json.Indent(&b, []byte(strings.TrimSpace(text)), "", indentation(text))
	return b.String() + "\n", err
}

// indentation is that of the first indented line.
func indentation(text string) string {
	for line := range strings.Lines(text) {
		rest := strings.TrimLeft(line, " \t")
		if own := line[:len(line)-len(rest)]; own != "" && strings.TrimSpace(rest) != "" {
			return own
		}
	}
	return "  "
}

func lintJSON(_, text string) diagnostic.List {
	_, err := strictjson.Decode([]byte(text))
	var at *strictjson.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &at):
		return diagnostic.List{syntaxError(at.Line, at.Column, at.Message)}
	case json.Valid([]byte(text)):
		return nil // a number that no machine can hold is JSON, too
	}
	return diagnostic.List{syntaxError(0, 0, err.Error())}
}

func lintTOML(_, text string) diagnostic.List {
	var doc map[string]any
	err := toml.Unmarshal([]byte(text), &doc)
	var at *toml.DecodeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &at):
		line, column := at.Position()
		return diagnostic.List{syntaxError(line, column, strings.TrimPrefix(at.Error(), "toml: "))}
	}
	return diagnostic.List{syntaxError(0, 0, err.Error())}
}

func lintYAML(_, text string) diagnostic.List {
	for d := yaml.NewDecoder(strings.NewReader(text)); ; {
		var doc yaml.Node
		err := d.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return diagnostic.List{yamlError(err.Error())}
		}
	}
}

// behind is 1 for the messages whose lines the library counts from 0: those of its parser, not those of its scanner.
func behind(message string) int {
	for _, m := range []string{"did not find expected ',' or", "did not find expected key", "did not find expected '-' indicator",
		"did not find expected node content", "did not find expected <"} {
		if strings.HasPrefix(message, m) {
			return 1
		}
	}
	return 0
}

// yamlError reads the line out of "yaml: line 3: did not find ...".
func yamlError(message string) diagnostic.Diagnostic {
	message = strings.TrimPrefix(message, "yaml: ")
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			if line, err := strconv.Atoi(number); err == nil {
				return syntaxError(line+behind(text), 0, text)
			}
		}
	}
	return syntaxError(0, 0, message)
}
