package runtime

// This file tests that protected paths are not changed and hidden ones not read, whatever they are called.

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALinkIsNoWayToAProtectedFile(t *testing.T) {
	m := tree(t, map[string]string{"devstar.toml": "a = 1\n", "conf/policy.json": "{}\n"})
	require.NoError(t, m.Symlink("devstar.toml", "link"))
	require.NoError(t, m.Symlink("conf/policy.json", "rules"))
	s := over(t, Options{FS: m, Hidden: []string{"conf/policy.json"}})

	require.Equal(t, ReasonProtected, fails(t, second(s.Acquire(bg, AcquireArgs{Paths: []string{"rules"}}))).Reason)
	require.Equal(t, ReasonProtected, fails(t, second(s.Acquire(bg, AcquireArgs{Paths: []string{"conf/policy.json"}}))).Reason)
	there, err := s.Exists("conf/policy.json")
	require.NoError(t, err)
	require.False(t, there)

	acquire(t, s, "link")
	e := fails(t, second(s.SetText(bg, "link", "a = 2\n")))
	require.Equal(t, CodePath, e.Code)
	require.Equal(t, "devstar.toml", e.Path)
	_, err = s.Delete(bg, "link")
	require.NoError(t, err, "the link itself may go")
	_, err = s.Write(bg, WriteArgs{})
	require.NoError(t, err)
	require.Equal(t, "a = 1\n", onDisk(t, m, "devstar.toml"))
}

func TestWhereCaseIsIgnoredProtectionIgnoresItToo(t *testing.T) {
	s := over(t, Options{FS: tree(t, map[string]string{"Devstar.toml": "a = 1\n"}), Hidden: []string{"policy.json"}})
	require.False(t, s.isProtected("Devstar.toml"))
	s.disk.probed, s.disk.folds = true, true
	require.True(t, s.isProtected("Devstar.toml"))
	require.True(t, s.isHidden("Policy.JSON"))
	require.False(t, s.isHidden("other.json"))
	require.False(t, s.isProtected(""))
}

func second[A any](_ A, err error) error { return err }
