//go:build unix

package command

// This file holds process groups where there are signals.

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// group is the process group of a command: it and what it starts.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) *group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{cmd}
}

func (g *group) started() {}

// kill ends every process of the group.
func (g *group) kill() error {
	err := syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}

func (g *group) close() {}
