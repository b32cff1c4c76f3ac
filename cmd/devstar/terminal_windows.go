package main

// This file opens the console of the process on Windows, and forgets what was typed ahead.

import (
	"os"

	"golang.org/x/sys/windows"
)

func openTTY() (in, out *os.File, err error) {
	if in, err = os.OpenFile("CONIN$", os.O_RDWR, 0); err != nil {
		return nil, nil, err
	}
	if out, err = os.OpenFile("CONOUT$", os.O_RDWR, 0); err != nil {
		in.Close()
		return nil, nil, err
	}
	return in, out, nil
}

func discardInput(f *os.File) { windows.FlushConsoleInputBuffer(windows.Handle(f.Fd())) }
