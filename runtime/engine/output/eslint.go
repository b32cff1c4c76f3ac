package output

// This file reads the JSON of ESLint: a list of files, each with its messages.

import (
	"encoding/json"

	"devstar/runtime/diagnostic"
)

type eslintFile struct {
	FilePath *string          `json:"filePath"`
	Messages *[]eslintMessage `json:"messages"`
}

type eslintMessage struct {
	RuleID    string `json:"ruleId"`
	Severity  int    `json:"severity"` // 1 warning, 2 error
	Message   string `json:"message"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

func parseESLint(text []byte) (diagnostic.List, error) {
	var files []eslintFile
	if err := json.Unmarshal(text, &files); err != nil {
		return nil, explain(text, err)
	}
	var out diagnostic.List
	for _, f := range files {
		if f.FilePath == nil || f.Messages == nil {
			return nil, errShape
		}
		for _, m := range *f.Messages {
			severity := diagnostic.Error
			if m.Severity == 1 {
				severity = diagnostic.Warning
			}
			out = append(out, diagnostic.Diagnostic{Path: *f.FilePath, Severity: severity, Message: m.Message, Rule: m.RuleID,
				Line: m.Line, Column: m.Column, EndLine: m.EndLine, EndColumn: m.EndColumn})
		}
	}
	return out, nil
}
