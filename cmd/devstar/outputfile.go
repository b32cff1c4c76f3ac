package main

// This file holds a file that a flag names and that a command fills at its end: it is there as a whole or as it was before.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// outputFile is a file that is to be written; nil for a flag that was not given.
type outputFile struct {
	flag, name string
	temp       *os.File // nil when it was renamed or removed
}

// newOutputFile makes sure that the file can be written, and that it is no script.
func newOutputFile(flag, name string) (*outputFile, error) {
	if name == "" {
		return nil, nil
	}
	if strings.HasSuffix(name, ".star") {
		return nil, usageError(fmt.Sprintf("%s would replace the script %s", flag, name), flag+" wants the name of a file to write: "+flag+" FILE")
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, configError("output", fmt.Sprintf("cannot write %s %s: it is no regular file", flag, name), "name a file that can be written")
	}
	temp, err := os.CreateTemp(filepath.Dir(realName(name)), ".devstar-*")
	if err != nil {
		return nil, configError("output", fmt.Sprintf("cannot write %s %s: %v", flag, name, err), "name a file that can be written")
	}
	return &outputFile{flag: flag, name: name, temp: temp}, nil
}

// keep fills the file and gives it its name.
func (o *outputFile) keep(write func(io.Writer) error) error {
	if o == nil {
		return nil
	}
	err := write(o.temp)
	if err == nil {
		err = o.temp.Chmod(0o644)
	}
	if closed := o.temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(o.temp.Name(), realName(o.name))
	}
	if err != nil {
		return fmt.Errorf("cannot write %s %s: %w", o.flag, o.name, err)
	}
	o.temp = nil
	return nil
}

// drop removes what was not kept.
func (o *outputFile) drop() {
	if o != nil && o.temp != nil {
		o.temp.Close()
		os.Remove(o.temp.Name())
	}
}
