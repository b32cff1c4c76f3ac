package config

// This file is the form of devstar.toml.

import "devstar/runtime/spec"

// The values of input.
const (
	inputStdin  = "stdin"
	inputShadow = "shadow"
	inputDisk   = "disk"
)

func fileType() spec.Type {
	text := spec.Type{Shape: spec.String}
	whole := spec.Type{Shape: spec.Integer, Min: 1}
	anything := spec.Type{Shape: spec.Any}
	engine := engineType()
	return spec.Type{Shape: spec.Object, Fields: []spec.Param{
		{Name: "engine", Type: spec.Type{Shape: spec.List, Elem: &engine}},
		{Name: "limits", Type: spec.Type{Shape: spec.Object, Fields: []spec.Param{
			{Name: "files", Type: whole}, {Name: "file_bytes", Type: whole}, {Name: "total_bytes", Type: whole}, {Name: "depth", Type: whole},
			{Name: "max_steps", Type: whole}, {Name: "timeout", Type: text},
		}}},
		{Name: "approvals", Type: anything},
		{Name: "load", Type: anything},
		{Name: "output", Type: spec.Type{Shape: spec.Object, Fields: []spec.Param{
			{Name: "color", Type: spec.Type{Shape: spec.String, Enum: []string{"auto", "always", "never"}}},
		}}},
	}}
}

func engineType() spec.Type {
	text := spec.Type{Shape: spec.String}
	texts := spec.Type{Shape: spec.List, Elem: &text}
	some := spec.Type{Shape: spec.List, Elem: &text, NonEmpty: true}
	common := []spec.Param{
		{Name: "extensions", Type: some}, {Name: "scope", Type: some},
		{Name: "command", Type: some, Need: true},
		{Name: "input", Type: spec.Type{Shape: spec.String, Enum: []string{inputStdin, inputShadow, inputDisk}}},
		{Name: "ok_exit_codes", Type: spec.Type{Shape: spec.List, Elem: &spec.Type{Shape: spec.Integer}, NonEmpty: true}},
		{Name: "timeout", Type: text},
		{Name: "shadow_link", Type: texts},
		{Name: "env", Type: spec.Type{Shape: spec.Any}},
		{Name: "pass_env", Type: texts},
	}
	common[0].Need = true
	reporting := append(common[:len(common):len(common)],
		spec.Param{Name: "output", Type: spec.Type{Shape: spec.Any}, Need: true},
		spec.Param{Name: "severity", Type: spec.Type{Shape: spec.String, Enum: []string{"error", "warning", "info"}}},
	)
	generates := spec.Param{Name: "generates", Type: spec.Type{Shape: spec.Boolean}}
	table := func(fields ...spec.Param) spec.Type { return spec.Type{Shape: spec.Object, Fields: fields} }
	return table(
		spec.Param{Name: "id", Type: spec.Type{Shape: spec.String, Format: spec.Literal}, Need: true},
		spec.Param{Name: "builtin", Type: text},
		spec.Param{Name: "extensions", Type: some}, spec.Param{Name: "scope", Type: some}, // of a builtin
		spec.Param{Name: "format", Type: table(append(common[:len(common):len(common)], generates)...)},
		spec.Param{Name: "lint", Type: table(append(reporting[:len(reporting):len(reporting)], generates, spec.Param{Name: "fix_command", Type: some})...)},
		spec.Param{Name: "check", Type: table(reporting...)},
	)
}
