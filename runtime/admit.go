package runtime

// This file turns contents that were read into workspace files, or into the reason why one is not taken.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	goruntime "runtime"
	"strings"
	"sync"
	"sync/atomic"

	"devstar/fsbackend"
	"devstar/hunkengine"
	"devstar/runtime/diagnostic"
	"devstar/workspace"
)

// admit adds what was read to the workspace, all at once, and returns the paths added in order.
func (s *Session) admit(ctx context.Context, pick *selection, reads []fsbackend.FileRead) ([]workspace.Path, error) {
	files := make(map[workspace.Path]workspace.File, len(reads))
	taken := make([]workspace.Path, 0, len(reads))
	ids := map[fsbackend.Identity]workspace.Path{}
	skipped := 0
	for i, l := range pick.look(reads) {
		p := pick.fresh[i]
		switch {
		case l.err != nil:
			return nil, wrap(ctx, "acquire", string(p), l.err)
		case l.unread != "":
			skipped++
			s.unread = append(s.unread, Unreadable{Path: string(p), Reason: l.unread})
			continue
		case l.file == nil:
			continue // does not hold the text looked for
		}
		if err := s.alias(p, *l.file, reads[i].ID, ids); err != nil {
			return nil, err
		}
		files[p] = *l.file
		taken = append(taken, p)
	}
	if skipped > 0 {
		s.notes.info("skipped", "", "%s selected by a pattern but not taken: not UTF-8 text or not readable (see unreadable)", plural(skipped, "file"))
	}
	if skipped == len(reads) && !pick.args.MissingOK && len(pick.held) == 0 {
		return nil, failed("acquire", "", ReasonEmpty, `pass binary="opaque" to rename, copy or delete them, or exclude them`,
			"nothing to acquire: all of the %s selected are binary or unreadable", plural(skipped, "file"))
	}
	if err := s.ws.Acquire(files); err != nil {
		return nil, err
	}
	for id, p := range ids {
		s.held[id] = p
	}
	return taken, nil
}

// looked is what one read gave: a file, the reason why it is left out, an error, or nothing.
type looked struct {
	file   *workspace.File
	unread string
	err    error
}

// look makes the files of all reads, on all processors.
func (pick *selection) look(reads []fsbackend.FileRead) []looked {
	out := make([]looked, len(reads))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(goruntime.GOMAXPROCS(0), len(reads)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(reads); i = int(next.Add(1)) - 1 {
				l := &out[i]
				l.file, l.unread, l.err = pick.file(pick.fresh[i], reads[i])
				reads[i].Data = nil
			}
		})
	}
	wg.Wait()
	return out
}

// file makes the workspace file of one read. A reason in unread, or a nil file, means that it is left out.
func (pick *selection) file(p workspace.Path, r fsbackend.FileRead) (f *workspace.File, unread string, err error) {
	named := pick.literal[p]
	if r.Err != nil {
		if named || !errors.Is(r.Err, fs.ErrPermission) && !errors.Is(r.Err, fs.ErrNotExist) {
			return nil, "", r.Err
		}
		return nil, reasonOf(r.Err), nil
	}
	if c := pick.args.Containing; c != "" && !bytes.Contains(r.Data, []byte(c)) {
		return nil, "", nil
	}
	file := workspace.File{Mode: r.Info.Mode().Perm(), Link: pick.link[p]}
	file.Text, err = hunkengine.Parse(r.Data)
	if err == nil {
		return &file, "", nil
	}
	switch {
	case pick.args.Binary == "opaque":
		file.Opaque, file.Size, file.Sum = true, int64(len(r.Data)), sha256.Sum256(r.Data)
		return &file, "", nil
	case named || pick.args.Binary == "error":
		return nil, "", err
	}
	return nil, reasonOf(err), nil
}

func reasonOf(err error) string {
	var f failure
	switch {
	case errors.As(err, &f):
		return f.Reason()
	case errors.Is(err, fs.ErrPermission):
		return "permission"
	case errors.Is(err, fs.ErrNotExist):
		return "gone"
	}
	return "unreadable"
}

// alias refuses a second path for a file that is in the workspace already.
func (s *Session) alias(p workspace.Path, f workspace.File, id fsbackend.Identity, fresh map[fsbackend.Identity]workspace.Path) error {
	if id.Links != 1 {
		return s.linkAlias(p, f)
	}
	first, twice := fresh[id]
	if !twice {
		first, twice = s.held[id]
		if _, held := s.ws.Get(first); !held {
			twice = false
		}
	}
	if twice {
		return aliasError(p, first)
	}
	fresh[id] = p
	return nil
}

// linkAlias finds aliases through symlinks where the back end gives no identities.
func (s *Session) linkAlias(p workspace.Path, f workspace.File) error {
	if _, held := s.ws.Get(f.Link); f.Link != "" && held {
		return aliasError(p, f.Link)
	}
	return nil
}

func aliasError(p, first workspace.Path) error {
	e := failed("acquire", string(p), "alias", "use "+string(first)+" for both",
		"%s is another name of %s, which is in the workspace already", p, first)
	e.Code, e.Retryable = CodePath, false
	return e
}

// noteWalk reports what the patterns passed over.
func (s *Session) noteWalk(pick *selection, w fsbackend.Walked) {
	if n := len(w.Ignored); n > 0 {
		more := ""
		if len(w.Unopened) > 0 {
			more = ", and more may lie in " + brief(w.Unopened)
		}
		s.notes.info("ignored", "", "ignored by .gitignore: %s that would match%s; pass ignored=True to take them", plural(n, "file"), more)
	}
	if w.Unnameable > 0 {
		s.notes.info("unnameable", "", "%s passed over: names that are not UTF-8 or hold a backslash", plural(w.Unnameable, "name"))
	}
	for _, u := range w.Unreadable {
		s.notes.warn("unreadable", u.Name, "%s cannot be read: %v", u.Name, u.Err)
		s.unread = append(s.unread, Unreadable{Path: u.Name, Reason: reasonOf(u.Err)})
	}
	for _, g := range pick.sel.Globs() {
		if !strings.ContainsAny(g, "*?") {
			s.notes.add(Diagnostic{Severity: diagnostic.Info, Rule: "pattern", Message: g + " was taken as a pattern: no file has exactly that name"})
		}
	}
}

// heldContaining returns the held paths that are selected and hold the text looked for.
func (pick *selection) heldContaining(ws *workspace.Workspace) []workspace.Path {
	if pick.args.Containing == "" {
		return pick.held
	}
	var out []workspace.Path
	for _, p := range pick.held {
		if f, _ := ws.Get(p); strings.Contains(f.Text.String(), pick.args.Containing) {
			out = append(out, p)
		}
	}
	return out
}

func noneTaken(pick *selection) error {
	n := len(pick.fresh) + len(pick.held)
	return failed("acquire", "", ReasonEmpty, "pass missing_ok=True if that is fine",
		"nothing to acquire: none of the %s selected holds %q", plural(n, "file"), pick.args.Containing)
}
