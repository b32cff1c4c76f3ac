package lsp

// This file fuzzes the message layer and the positions.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func reader(text string) *bufio.Reader { return bufio.NewReader(strings.NewReader(text)) }

func TestFramesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bodies := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 300)).Draw(t, "bodies")
		var stream bytes.Buffer
		for _, b := range bodies {
			require.NoError(t, writeFrame(&stream, b))
		}
		f := frames{bufio.NewReaderSize(&stream, 16)}
		for _, b := range bodies {
			got, err := f.next()
			require.NoError(t, err)
			require.True(t, bytes.Equal(b, got))
		}
		_, err := f.next()
		require.ErrorIs(t, err, io.EOF)
	})
}

// FuzzServe gives the server any stream: it must come to its end, and what it answers must be messages.
func FuzzServe(f *testing.F) {
	frame := func(body string) string {
		var b strings.Builder
		writeFrame(&b, []byte(body))
		return b.String()
	}
	start := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":`+capabilities+`}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///dir/plan.star","text":"x = '😀'\nfs."}}}`)
	f.Add(start + frame(`{"jsonrpc":"2.0","id":2,"method":"textDocument/completion","params":`+at(plan, 1, 3)+`}`))
	f.Add(start + frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///dir/plan.star"},"contentChanges":[{"range":{"start":{"line":-1,"character":9},"end":{"line":0,"character":-5}},"text":"("}]}}`))
	f.Add("Content-Length: -1\r\n\r\n" + start)
	f.Add(start + "Content-Length: 99999999999\r\n\r\n{}" + frame(`{"jsonrpc":"2.0","method":"exit"}`))
	f.Add(start + frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`) + frame(`[]`))
	f.Fuzz(func(t *testing.T, stream string) {
		var out bytes.Buffer
		err := Serve(context.Background(), strings.NewReader(stream), &out, Options{Project: project("/dir"), Format: upper})
		require.True(t, err == nil || errors.Is(err, ErrNoShutdown), "%v", err)
		for in := (frames{bufio.NewReader(&out)}); ; {
			body, err := in.next()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			m, ok := parseMessage(body)
			require.True(t, !ok || m.bad == nil, "%s", body)
		}
	})
}

func drawnText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "é", "😀", "\u200d", "\n", "\r\n", "\r", "\t", "字", "\ufeff"})).Draw(t, label), "")
}

// TestPositions holds positions to what UTF-16 says: the lines of the text, each as its code units.
func TestPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &document{}
		d.setText(drawnText(t, "text"))
		for i := range d.text {
			if i > 0 && d.text[i-1] == '\r' && d.text[i] == '\n' {
				continue // inside of a line end there is no position
			}
			p := d.position(i)
			require.Equal(t, i, d.offset(p), "%q at %d", d.text, i)
			require.Len(t, utf16.Encode([]rune(d.text[d.starts[p.Line]:i])), p.Character)
		}
		p := position{rapid.IntRange(-3, 30).Draw(t, "line"), rapid.IntRange(-3, 30).Draw(t, "character")}
		at := d.offset(p)
		require.True(t, 0 <= at && at <= len(d.text))
	})
}

func TestPositionsOutside(t *testing.T) {
	d := &document{}
	d.setText("a😀b\nc")
	for p, want := range map[position]int{{0, 0}: 0, {0, 1}: 1, {0, 2}: 1, {0, 3}: 5, {0, 4}: 6, {0, 99}: 6, {1, 1}: 8, {2, 0}: 8, {-1, 5}: 0, {0, -1}: 0} {
		assert.Equal(t, want, d.offset(p), "%v", p)
	}
	assert.Equal(t, position{0, 3}, d.placeOf(1, 3))
	assert.Equal(t, position{0, 4}, d.placeOf(1, 99))
	assert.Equal(t, position{1, 1}, d.placeOf(9, 9))
}

// TestChanges compares changes by ranges with the same changes of the text.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &document{}
		d.setText(drawnText(t, "text"))
		for range rapid.IntRange(0, 5).Draw(t, "changes") {
			a := rapid.IntRange(0, len([]rune(d.text))).Draw(t, "from")
			b := rapid.IntRange(a, len([]rune(d.text))).Draw(t, "to")
			runes := []rune(d.text)
			from, to := len(string(runes[:a])), len(string(runes[:b]))
			from, to = d.offset(d.position(from)), d.offset(d.position(to)) // not inside of a line end
			text := drawnText(t, "new")
			want := d.text[:from] + text + d.text[max(from, to):]
			d.apply([]contentChange{{&span{d.position(from), d.position(to)}, text}})
			require.Equal(t, want, d.text)
		}
	})
}

func TestURIs(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b%20c/%C3%A9.star": "/a/b c/é.star", "file://localhost/a/../b.star": "/b.star", "file:///a%2Fb": "/a/b",
		"file:///%zz": "file:///%zz", "file:///%2": "file:///%2", "file:///%00": "file:///%00", "file:///%+1": "file:///%+1",
		"file://host/a": "file://host/a", "untitled:x": "untitled:x", "": "", "file:": "file:", "file://": "file://",
	} {
		assert.Equal(t, want, nameOf(uri), uri)
	}
	rapid.Check(t, func(t *rapid.T) {
		name := "/" + rapid.StringOf(rapid.RuneFrom([]rune("ab é😀%#?&+ ;\\\"<>[]"))).Draw(t, "name")
		require.Equal(t, name, nameOf((&server{}).uriOf(name)))
		require.NotContains(t, (&server{}).uriOf(name), " ")
	})
}
