package lsp

// This file cuts a stream into messages and puts messages into a stream: headers, an empty line, and as many bytes as the
// header says. After anything that is no message it goes on at the next header.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	maxBody   = 64 << 20 // bytes of a message
	maxHeader = 1 << 10  // bytes of a line of the header
	lengthKey = "content-length:"
)

// frames reads messages from a stream.
type frames struct{ in *bufio.Reader }

// frameError tells of bytes that are no message; reading can go on.
type frameError struct{ why string }

func (e *frameError) Error() string { return e.why }

// next returns the body of the next message. A *frameError comes once for each run of bytes that is none; any other error is the
// end of the stream.
func (f frames) next() ([]byte, error) {
	if garbage, err := f.skip(); err != nil {
		return nil, err
	} else if garbage > 0 {
		return nil, &frameError{fmt.Sprintf("%d bytes before the header Content-Length are no message", garbage)}
	}
	f.in.Discard(len(lengthKey)) // it was seen
	length, err := f.length()
	if err != nil {
		return nil, err
	}
	for {
		line, err := f.line()
		if err != nil {
			return nil, err
		}
		if line == "" {
			break
		}
		if !strings.Contains(line, ":") {
			return nil, &frameError{fmt.Sprintf("%.40q is no header: an empty line stands before the message", line)}
		}
	}
	var body bytes.Buffer
	if _, err := io.CopyN(&body, f.in, int64(length)); err != nil {
		return nil, err
	}
	return body.Bytes(), nil
}

// skip goes up to the next header that tells a length, and counts the bytes there that are neither white space nor the other
// header.
func (f frames) skip() (garbage int, err error) {
	for {
		head, err := f.in.Peek(len(lengthKey))
		if strings.EqualFold(string(head), lengthKey) {
			return garbage, nil
		}
		if len(head) == 0 {
			return garbage, err
		}
		if strings.EqualFold(string(head[:min(len(head), 13)]), "content-type:") {
			if _, err := f.line(); err != nil {
				return garbage, err
			}
			continue
		}
		if b, _ := f.in.ReadByte(); b != '\r' && b != '\n' && b != ' ' {
			garbage++
		}
	}
}

// length reads the number behind Content-Length.
func (f frames) length() (int, error) {
	line, err := f.line()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || n < 0 || n > maxBody {
		return 0, &frameError{fmt.Sprintf("Content-Length is %.40q: want a number of bytes from 0 to %d", strings.TrimSpace(line), maxBody)}
	}
	return n, nil
}

// line reads a line of the header, without its end.
func (f frames) line() (string, error) {
	var b strings.Builder
	for {
		c, err := f.in.ReadByte()
		switch {
		case err != nil:
			return "", err
		case c == '\n':
			return strings.TrimSuffix(b.String(), "\r"), nil
		case b.Len() >= maxHeader:
			return "", &frameError{fmt.Sprintf("a line of the header has more than %d bytes", maxHeader)}
		}
		b.WriteByte(c)
	}
}

// writeFrame writes a message.
func writeFrame(out io.Writer, body []byte) error {
	_, err := out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
	return err
}

// isFrameError reports whether reading can go on after an error.
func isFrameError(err error) bool {
	var e *frameError
	return errors.As(err, &e)
}
