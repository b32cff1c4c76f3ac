package output

// This file explains JSON that is not what it should be.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

var errShape = errors.New("the JSON has another shape")

// explain says what is wrong with a text that was to be JSON.
func explain(text []byte, err error) error {
	var shape *json.UnmarshalTypeError
	if errors.As(err, &shape) {
		return fmt.Errorf("%w: %s is a %s", errShape, shape.Field, shape.Value)
	}
	start := strings.TrimSpace(string(bytes.ToValidUTF8(text[:min(len(text), 80)], nil)))
	if start == "" {
		return errors.New("it is empty")
	}
	return fmt.Errorf("it begins with %q (%w)", start, err)
}
