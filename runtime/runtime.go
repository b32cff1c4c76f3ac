// Package runtime is everything a plan can do, without Starlark: a Session holds a workspace over a back end and offers
// the steps, changes and looks as methods, asks a gate before each effect, and assembles the result.
//
// It is what a Go program embeds:
//
//	root, err := fsbackend.NewRoot(dir)
//	session, err := runtime.New(runtime.Options{FS: root})
//	_, err = session.Acquire(ctx, runtime.AcquireArgs{Paths: []string{"src/**"}})
//	_, err = session.Edit(ctx, "src/a.txt", []hunkengine.Edit{{Find: "old line", Replace: "new line"}})
//	_, err = session.Write(ctx, runtime.WriteArgs{})
//	result := session.Finish(err)
//
// It parses no scripts, prints nothing and never exits.
package runtime
