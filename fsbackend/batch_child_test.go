package fsbackend

// This file runs parts of tests in processes of their own, which can be killed, limited, or run as another user.

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// childVariable says, in the environment of the test binary, which part to run instead of the tests.
const childVariable = "DEVSTAR_TEST_CHILD"

// children are the parts. Each gets its arguments and returns what to print.
func children() map[string]func(args []string) (string, error) {
	return map[string]func(args []string) (string, error){
		"batch":   childBatch,
		"refused": childRefused,
	}
}

// TestMain runs a part of a test when the environment asks for one.
func TestMain(m *testing.M) {
	name := os.Getenv(childVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	text, err := children()[name](os.Args[1:])
	if err != nil {
		fmt.Println("child:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}

// childCommand prepares a process that runs a part.
func childCommand(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), childVariable+"="+name)
	return cmd
}

// runChild runs a part to its end.
func runChild(t testing.TB, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return strings.TrimSpace(string(out))
}
