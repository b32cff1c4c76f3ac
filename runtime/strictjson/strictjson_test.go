package strictjson

// This file tests decoding: values, places and refusals.

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDecode(t *testing.T) {
	d, err := Decode([]byte("{\"a\": [1, 2.5, 1.0, \"x\\ud83e\\udd8a\"],\n \"b\": {\"c\":\n true, \"d\": null}}\n"))
	require.NoError(t, err)
	require.Equal(t, map[string]any{"a": []any{int64(1), 2.5, 1.0, "x🦊"}, "b": map[string]any{"c": true, "d": nil}}, d.Value)
	for path, line := range map[string]int{"": 1, "a[2]": 1, "b": 2, "b.c": 3, "b.d": 3, "b.none": 2, "none": 1} {
		require.Equal(t, line, d.Line(path), path)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "line 1, column 1: the text ends in the middle of a value",
		"{\"a\":\n [1,":        "line 2, column 5: the text ends in the middle of a value",
		"{\"a\": 1, \"a\": 2}": "the key \"a\" is given twice",
		"1 2":                  "there is text after the end of the value",
		"[1,]":                 "invalid character ']'",
		"\"\\ud83e x\"":        "half of a surrogate pair",
		"\"\\udd8a\"":          "half of a surrogate pair",
		"\"\xff\"":             "not UTF-8",
	} {
		_, err := Decode([]byte(text))
		require.ErrorContains(t, err, want, "%q", text)
	}
	_, err := Decode([]byte(`"\\ud83e is text"`))
	require.NoError(t, err, "an escaped backslash starts no escape")
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"{}", `{"a": [1, "\ud83e\udd8a", -1.5e3, null]}`, `"\\u"`, "[", `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(data)
		if err == nil {
			require.GreaterOrEqual(t, d.Line("x.y[3]"), 1)
		}
	})
}
