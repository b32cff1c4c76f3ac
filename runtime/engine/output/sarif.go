package output

// This file reads SARIF 2.1.0, as far as findings go.

import (
	"encoding/json"
	"path"
	"strings"

	"devstar/runtime/diagnostic"
	"devstar/runtime/engine"
)

type sarifLog struct {
	Runs *[]sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver struct {
			Rules []sarifRule `json:"rules"`
		} `json:"driver"`
	} `json:"tool"`
	ColumnKind string                   `json:"columnKind"`
	Bases      map[string]sarifArtifact `json:"originalUriBaseIds"`
	Artifacts  []struct {
		Location sarifArtifact `json:"location"`
	} `json:"artifacts"`
	Results []sarifResult `json:"results"`
}

type sarifRule struct {
	ID            string `json:"id"`
	Configuration struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId"`
	Index  *int   `json:"index"`
}

type sarifResult struct {
	RuleID    string `json:"ruleId"`
	RuleIndex *int   `json:"ruleIndex"`
	Rule      struct {
		ID    string `json:"id"`
		Index *int   `json:"index"`
	} `json:"rule"`
	Kind    string `json:"kind"`
	Level   string `json:"level"`
	Message struct {
		Text string `json:"text"`
	} `json:"message"`
	Locations []struct {
		Physical struct {
			Artifact sarifArtifact `json:"artifactLocation"`
			Region   struct {
				StartLine   int `json:"startLine"`
				StartColumn int `json:"startColumn"`
				EndLine     int `json:"endLine"`
				EndColumn   int `json:"endColumn"`
			} `json:"region"`
		} `json:"physicalLocation"`
	} `json:"locations"`
	Suppressions []json.RawMessage `json:"suppressions"`
}

func parseSARIF(text []byte) (diagnostic.List, engine.Columns, error) {
	var log sarifLog
	if err := json.Unmarshal(text, &log); err != nil {
		return nil, 0, explain(text, err)
	}
	if log.Runs == nil {
		return nil, 0, errShape
	}
	var out diagnostic.List
	columns := engine.Units
	for _, run := range *log.Runs {
		if run.ColumnKind == "unicodeCodePoints" {
			columns = engine.Points
		}
		for _, r := range run.Results {
			if len(r.Suppressions) == 0 && isFinding(r.Kind) {
				out = append(out, run.finding(r))
			}
		}
	}
	return out, columns, nil
}

// isFinding leaves out what a tool reports as checked and fine.
func isFinding(kind string) bool { return kind != "pass" && kind != "notApplicable" }

func (run *sarifRun) finding(r sarifResult) diagnostic.Diagnostic {
	rule := run.rule(r)
	d := diagnostic.Diagnostic{Message: r.Message.Text, Rule: rule.ID, Severity: run.severity(r, rule)}
	if len(r.Locations) > 0 {
		at := r.Locations[0].Physical
		d.Path = run.path(at.Artifact)
		d.Line, d.Column, d.EndLine, d.EndColumn = at.Region.StartLine, at.Region.StartColumn, at.Region.EndLine, at.Region.EndColumn
	}
	return d
}

// rule returns the rule of a result, with the id at least.
func (run *sarifRun) rule(r sarifResult) sarifRule {
	rules := run.Tool.Driver.Rules
	for _, i := range []*int{r.RuleIndex, r.Rule.Index} {
		if i != nil && *i >= 0 && *i < len(rules) {
			return rules[*i]
		}
	}
	id := r.RuleID
	if id == "" {
		id = r.Rule.ID
	}
	for _, rule := range rules {
		if rule.ID == id {
			return rule
		}
	}
	return sarifRule{ID: id}
}

// severity follows the level of the result, else that of its rule, else the default of the format, which is warning.
func (run *sarifRun) severity(r sarifResult, rule sarifRule) diagnostic.Severity {
	level := r.Level
	if level == "" {
		level = rule.Configuration.Level
	}
	switch level {
	case "error":
		return diagnostic.Error
	case "note", "none":
		return diagnostic.Info
	}
	return diagnostic.Warning
}

// path resolves an artifact to a path, or to a file URI where it is absolute.
func (run *sarifRun) path(a sarifArtifact) string {
	if a.URI == "" && a.Index != nil && *a.Index >= 0 && *a.Index < len(run.Artifacts) {
		a = run.Artifacts[*a.Index].Location
	}
	if base, ok := run.Bases[a.BaseID]; ok && !strings.Contains(a.URI, "://") {
		if dir, ok := engine.FilePath(base.URI); ok {
			return path.Join(dir, engine.Unescape(a.URI))
		}
	}
	if strings.HasPrefix(a.URI, "file:") {
		return a.URI
	}
	return engine.Unescape(a.URI)
}
