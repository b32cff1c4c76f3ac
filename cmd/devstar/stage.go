package main

// This file sets the stage of a run: the tree or a layer over it, the gate, and what is left to do when the run has ended.

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/runtime/approval"
	"devstar/runtime/preview"
)

// stage is what a run happens on.
type stage struct {
	*invocation
	options runtime.Options
	host    *approval.Host
	preview *preview.Preview // nil when the run changes the disk
}

// newStage sets the stage over the tree.
func (v *invocation) newStage(root *fsbackend.Root) (*stage, error) {
	host, err := v.host()
	if err != nil {
		return nil, err
	}
	set := &v.settings
	cwd, err := agentCwd(set.root, set.agentCwd)
	if err != nil {
		return nil, err
	}
	s := &stage{invocation: v, host: host, options: runtime.Options{
		FS: root, Gate: host, Limits: set.limits, NoSync: set.noFsync, LockWait: cmp.Or(set.lockTimeout, -1),
		Output: v.scriptOutput(), Hidden: hiddenIn(set.root, set.approvals.files()), AgentCwd: cwd,
	}}
	if err := v.configureOptions(&s.options); err != nil {
		return nil, err
	}
	if set.approvals.dry() {
		s.preview = preview.Over(root)
		s.options.FS, s.options.Did = s.preview.FS(), s.preview.Did
	}
	return s, nil
}

// files are the files that decide about the run and that it must not see.
func (a *approvals) files() []string { return []string{a.policy, a.save, a.record, a.answers} }

// hiddenIn returns the files that lie inside the root, relative to it, by their own names and by what those lead to.
func hiddenIn(root string, files []string) []string {
	var hidden []string
	for _, file := range files {
		if file == "" {
			continue
		}
		for _, name := range []string{realDir(file), realName(file)} {
			if rel, ok := below(realName(root), name); ok {
				hidden = append(hidden, rel)
			}
		}
	}
	return hidden
}

// realName is an absolute name without links, as far as it exists.
func realName(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	return realDir(name)
}

// realDir is an absolute name without links in its directories.
func realDir(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	dir, base := filepath.Split(abs)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return filepath.Join(dir, base)
}

// below returns name relative to root, with slashes; false when it lies elsewhere.
func below(root, name string) (string, bool) {
	rel, err := filepath.Rel(root, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// agentCwd returns the directory of --agent-cwd relative to the root; a relative one is taken from there.
func agentCwd(root, dir string) (string, error) {
	if dir == "" {
		return "", nil
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", configError("agent_cwd", fmt.Sprintf("--agent-cwd %s is not a directory", dir), "name a directory inside the root; a relative one is taken from there")
	}
	rel, ok := below(realName(root), realName(dir))
	if !ok {
		return "", configError("agent_cwd", fmt.Sprintf("--agent-cwd %s is outside the root", dir), "name a directory inside the root")
	}
	return rel, nil
}

// end does what is left to do: tells of a dry run, writes the record, keeps "always" answers.
func (s *stage) end(r *runtime.Result) {
	if s.preview != nil {
		r.DryRun = true
		r.Operations = append([]runtime.Operation{}, s.preview.Operations()...)
		diff, err := s.preview.Diff()
		r.Diff = &diff
		spoil(r, err)
	}
	if rec, ok := s.host.Asker.(*approval.Recorder); ok {
		s.recorded = len(rec.Questions)
		spoil(r, s.saveRecord(rec))
		return
	}
	spoil(r, s.keep())
}

// spoil makes an error behind the run the error of the result, unless it has one already.
func spoil(r *runtime.Result, err error) {
	if err == nil || r.Error != nil {
		return
	}
	r.OK = false
	r.Error = runtime.NewError(runtime.CodeStepFailed, "", err.Error(), "the run itself was done as the result says")
	r.Error.Reason, r.Error.Written, r.Error.Trace = "after_run", r.Written, []runtime.Frame{}
}

func (s *stage) saveRecord(rec *approval.Recorder) error {
	text, err := approval.FormatQuestions(rec.Questions)
	if err != nil {
		return err
	}
	return saveFile(s.settings.approvals.record, text)
}

// keep puts "always" answers into the policy of --save-policy.
func (s *stage) keep() error {
	file, given := s.settings.approvals.save, s.host.Given()
	if file == "" || len(given) == 0 {
		return nil
	}
	policy, err := keptRules(file)
	if err != nil {
		return err
	}
	return saveFile(file, approval.FormatPolicy(approval.Keep(policy, given)))
}

// saveFile writes a file of the host's own, whole or not at all.
func saveFile(file string, text []byte) error {
	if err := replaceFile(realName(file), text); err != nil {
		return fmt.Errorf("cannot write %s: %w", file, err)
	}
	return nil
}

func replaceFile(file string, text []byte) error {
	mode := os.FileMode(0o600) // it tells of contents
	if info, err := os.Stat(file); err == nil {
		if !info.Mode().IsRegular() {
			return os.WriteFile(file, text, mode)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".devstar-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
