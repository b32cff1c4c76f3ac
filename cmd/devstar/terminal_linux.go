package main

// This file forgets what was typed ahead, on Linux.

import (
	"os"

	"golang.org/x/sys/unix"
)

func discardInput(f *os.File) { unix.IoctlSetInt(int(f.Fd()), unix.TCFLSH, unix.TCIFLUSH) }
