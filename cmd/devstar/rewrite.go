package main

// This file puts a new text into a file of the user that a command has read: as a whole or not at all.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
)

// rewriteFile gives a file a new text. before is what was read of it, without a byte order mark, which stays. A file that
// has changed since, or that has no write bit, is left as it is.
func rewriteFile(name string, before, after []byte) error {
	info, err := os.Stat(name)
	if err != nil {
		return unwritable(name, err)
	}
	old, err := os.ReadFile(name)
	if err != nil {
		return unwritable(name, err)
	}
	text := bytes.TrimPrefix(old, []byte(byteOrderMark))
	switch {
	case !bytes.Equal(text, before):
		return unwritable(name, errors.New("it was changed since it was read"))
	case info.Mode()&0o222 == 0:
		return unwritable(name, fmt.Errorf("it has no write bit (mode %04o)", info.Mode().Perm()))
	}
	mark := old[:len(old)-len(text)]
	if err := replaceFile(realName(name), append(mark[:len(mark):len(mark)], after...)); err != nil {
		return unwritable(name, err)
	}
	return nil
}

func unwritable(name string, err error) error {
	return configError("unwritable", fmt.Sprintf("cannot rewrite %s: %v", name, err), "the file is as it was; run the command again when it can be written")
}
