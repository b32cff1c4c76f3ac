package main

// This file runs the command-line scripts of testdata/script. Golden parts are rewritten with
//
//	go test ./cmd/devstar -run TestScript -update
//
// Besides the usual commands they have
//
//	exits CODE COMMAND...   runs a command that must end with this code; an argument @FILE is the text of FILE
//	object FILE             FILE (stdout, stderr or a file) is one JSON object on one line
//	mark FILE               marks every question of a record yes

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the command-line scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"devstar": main})
}

func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "object": object, "mark": mark},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	for i, a := range args {
		if file, ok := strings.CutPrefix(a, "@"); ok {
			args[i] = ts.ReadFile(file)
		}
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func object(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: object FILE")
	}
	text := ts.ReadFile(args[0])
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		ts.Fatalf("%s is no JSON object: %v", args[0], err)
	}
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "}\n") {
		ts.Fatalf("%s is not one line", args[0])
	}
}

func mark(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mark FILE")
	}
	marked := strings.ReplaceAll(ts.ReadFile(args[0]), `"answer": ""`, `"answer": "yes"`)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(marked), 0o666))
}
