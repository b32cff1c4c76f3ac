//go:build !linux

package fsbackend

// This file stands in for the parts of tests that only Linux can run.

import "errors"

func childRefused([]string) (string, error) { return "", errors.ErrUnsupported }
