package command

// This file holds process groups on Windows: job objects.

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is the job of a command: it and what it starts.
type group struct {
	cmd *exec.Cmd
	job windows.Handle
}

func newGroup(cmd *exec.Cmd) *group {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		job = 0
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
		LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
	}}
	if job != 0 {
		windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	}
	return &group{cmd, job}
}

// started puts the process into the job.
func (g *group) started() {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(g.cmd.Process.Pid))
	if err != nil {
		return
	}
	defer windows.CloseHandle(h)
	windows.AssignProcessToJobObject(g.job, h)
}

// kill ends every process of the job.
func (g *group) kill() error {
	if g.job != 0 && windows.TerminateJobObject(g.job, 1) == nil {
		return nil
	}
	return g.cmd.Process.Kill()
}

func (g *group) close() {
	if g.job != 0 {
		windows.CloseHandle(g.job)
	}
}
