package main

// This file is devstar doc and devstar stubs: what the builtins and scripts say of themselves.

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"devstar/fsbackend"
	"devstar/runtime"
	"devstar/runtime/spec"
	"devstar/scripts"
	"devstar/starlib"
	"devstar/starlib/doc"
)

func newDoc(v *invocation) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "doc [flags] [BUILTIN|MODULE|SCRIPT|@devstar]",
		Short:   "Show what builtins and scripts do",
		Long:    "Show the page of a builtin, the members of a module, the help of a script, the shipped scripts (@devstar), or, without an argument, a\nlist of all builtins.",
		Example: "  devstar doc edit\n  devstar doc fs\n  devstar doc rename.star\n  devstar doc --format markdown > reference.md",
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "markdown" {
				return usageError(fmt.Sprintf("--format=%s is no format", format), "the formats are text and markdown")
			}
			if len(args) > 1 {
				return usageError(fmt.Sprintf("unexpected argument %q", args[1]), "name one builtin, module or script")
			}
			text, err := v.document(cmd, format, args)
			if err == nil {
				_, err = io.WriteString(v.out, text)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`FORMAT` is text, or markdown for the whole reference")
	return cmd
}

func (v *invocation) document(cmd *cobra.Command, format string, args []string) (string, error) {
	switch {
	case len(args) == 0 && format == "markdown":
		return doc.Markdown(), nil
	case len(args) == 0:
		return doc.Overview(), nil
	case args[0] == "@devstar":
		return v.shippedScripts(cmd)
	case filepath.Ext(args[0]) == ".star":
		return v.scriptHelp(cmd, args[0])
	}
	text, ok := doc.Page(args[0])
	if ok {
		return text, nil
	}
	var names []string
	for i := range spec.Table {
		names = append(names, spec.Table[i].Name)
	}
	hint := spec.Suggest(args[0], names)
	if hint == "" {
		hint = "devstar doc lists the builtins; a script ends in .star"
	}
	return "", usageError(fmt.Sprintf("there is no builtin %q", args[0]), hint)
}

// scriptHelp compiles a script and returns its help. Nothing runs.
func (v *invocation) scriptHelp(cmd *cobra.Command, name string) (text string, err error) {
	if v.source, err = readScript(cmd.Context(), v.in, name); err != nil {
		return "", err
	}
	s, err := runtime.New(runtime.Options{FS: fsbackend.NewMemory()})
	if err != nil {
		return "", err
	}
	p, err := starlib.Compile(s, v.scriptSource())
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(p.Doc()+"\n\n"+p.Help()) + "\n", nil
}

// shippedScripts lists the library that comes with devstar.
func (v *invocation) shippedScripts(cmd *cobra.Command) (string, error) {
	var b strings.Builder
	for _, name := range scripts.Names() {
		text, err := v.scriptHelp(cmd, starlib.ShippedPrefix+name)
		if err != nil {
			return "", err
		}
		summary, _, _ := strings.Cut(text, "\n")
		fmt.Fprintf(&b, "  %-38s %s\n", starlib.ShippedPrefix+name, summary)
	}
	return b.String(), nil
}

func newStubs(v *invocation) *cobra.Command {
	return &cobra.Command{
		Use:     "stubs",
		Short:   "Print the builtins as a Python stub for editors",
		Example: "  devstar stubs > devstar.pyi",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(v.out, doc.Stubs())
			return err
		},
	}
}
