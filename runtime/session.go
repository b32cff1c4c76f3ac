package runtime

// This file defines the Session and what it keeps during a run.

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/spf13/afero"

	"devstar/fsbackend"
	"devstar/runtime/engine"
	"devstar/runtime/match"
	"devstar/workspace"
)

// Options configure a session. FS is required; every other zero value works.
type Options struct {
	FS        afero.Fs         // the tree; see package fsbackend
	Gate      Gate             // asked before every effect; nil approves
	Limits    workspace.Limits // zero fields mean the defaults
	NoSync    bool             // leave fsync out of writes
	LockWait  time.Duration    // how long to wait while another process writes; 0 means ten seconds, below 0 not at all
	Output    io.Writer        // gets what scripts print, a line at a time; nil for nowhere
	Protected []string         // further paths no plan may change, besides devstar.toml
	Hidden    []string         // paths no plan may change, read or list, such as the active policy
	AgentCwd  string           // the agent's working directory inside the root, for fs calls that ask for it; "" for the root
	Random    func() string    // suffixes of temporaries; nil for crypto/rand

	Engines   []engine.Engine // of format, lint and check, in the order in which they are tried and report
	ShadowDir string          // where engines get their private directory; "" for the user's cache or the directory of temporary files

	Did func(op fsbackend.Operation) // told of every operation on disk, when it is done; may be nil
}

// Session is one run over one tree. It is used by one goroutine at a time, except Log, which any may call.
type Session struct {
	fs        afero.Fs
	ws        *workspace.Workspace
	disk      *disk
	gate      Gate
	limits    workspace.Limits
	noSync    bool
	lockWait  time.Duration
	random    func() string
	did       func(fsbackend.Operation)
	agentCwd  string
	hidden    map[workspace.Path]bool
	protected map[workspace.Path]bool
	held      map[fsbackend.Identity]workspace.Path // files with one link, by identity
	asking    bool                                  // a handler is deciding
	serials   map[string]int                        // how often an effect of a digest was named
	effects   []EffectRecord
	reads     map[string]string
	written   pathList
	notes     notes
	engines   engines
	unread    []Unreadable
	value     any
	patterns  map[string]*match.Pattern // compiled expressions by their text
	work      uint64                    // bytes gone through since Work was last asked
	output    io.Writer
	mu        sync.Mutex // guards log and output
	log       []string
}

// New opens a session over a tree. It reads nothing.
func New(o Options) (*Session, error) {
	if o.FS == nil {
		return nil, errors.New("runtime: Options.FS is nil: give it a back end, such as fsbackend.NewRoot(dir)")
	}
	s := &Session{
		fs: o.FS, ws: workspace.New(o.Limits), disk: newDisk(o.FS), gate: o.Gate, limits: o.Limits.WithDefaults(),
		noSync: o.NoSync, lockWait: o.LockWait, random: o.Random, output: o.Output,
		protected: map[workspace.Path]bool{"devstar.toml": true},
		held:      map[fsbackend.Identity]workspace.Path{},
		hidden:    map[workspace.Path]bool{},
		serials:   map[string]int{},
		reads:     map[string]string{},
	}
	if o.AgentCwd != "" && o.AgentCwd != "." {
		cwd, err := workspace.ParsePath(o.AgentCwd)
		if err != nil {
			return nil, fmt.Errorf("runtime: Options.AgentCwd: %w", err)
		}
		s.agentCwd = string(cwd)
	}
	configured, err := newEngines(o.Engines, o.ShadowDir)
	if err != nil {
		return nil, fmt.Errorf("runtime: Options.Engines: %w", err)
	}
	s.engines = configured
	for _, p := range o.Protected {
		s.protected[workspace.Path(p)] = true
	}
	for _, p := range o.Hidden {
		s.hidden[workspace.Path(p)], s.protected[workspace.Path(p)] = true, true
	}
	if s.gate == nil {
		s.gate = Approve
	}
	if s.random == nil {
		s.random = rand.Text
	}
	if s.did = o.Did; s.did == nil {
		s.did = func(fsbackend.Operation) {}
	}
	return s, nil
}

// Log keeps a line that the script printed and passes it to the output.
func (s *Session) Log(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, line)
	if s.output != nil {
		io.WriteString(s.output, line+"\n")
	}
}

// SetValue sets the value of the result; it must be JSON-able.
func (s *Session) SetValue(v any) { s.value = v }

// ready returns an error when the run has ended, or when a write of another process is under way or was interrupted.
func (s *Session) ready(ctx context.Context, step string) error {
	if err := live(ctx, step); err != nil {
		return err
	}
	return wrap(ctx, step, "", fsbackend.Free(ctx, s.fs, s.lockWait))
}

// Has reports whether the capability of a step (format, lint or check) is configured.
func (s *Session) Has(capability string) bool { return s.engines.registry.Has(engine.Step(capability)) }
