package main

// This file forgets what was typed ahead, on macOS.

import (
	"os"

	"golang.org/x/sys/unix"
)

const readQueue = 1 // FREAD

func discardInput(f *os.File) { unix.IoctlSetPointerInt(int(f.Fd()), unix.TIOCFLUSH, readQueue) }
