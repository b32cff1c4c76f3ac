package startest

// This file writes reports in the form that build servers read: JUnit XML.

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"

	"devstar/runtime"
	"devstar/starlib"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name      string         `xml:"name,attr"`
	Classname string         `xml:"classname,attr"`
	File      string         `xml:"file,attr"`
	Line      int            `xml:"line,attr,omitempty"`
	Failures  []junitProblem `xml:"failure"`
	Error     *junitProblem  `xml:"error"`
	Output    string         `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes one suite a file. A file that does not compile is one test in error.
func WriteJUnit(w io.Writer, reports []Report) error {
	var all junitSuites
	for i := range reports {
		s := suiteOf(&reports[i])
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func suiteOf(r *Report) junitSuite {
	s := junitSuite{Name: r.File}
	add := func(c junitCase) {
		c.Classname, c.File = strings.TrimSuffix(r.File, ".star"), r.File
		s.Tests++
		switch {
		case c.Error != nil:
			s.Errors++
		case len(c.Failures) > 0:
			s.Failures++
		}
		s.Cases = append(s.Cases, c)
	}
	if r.Err != nil {
		add(junitCase{Name: "compile", Error: problemOf(r, r.Err)})
	}
	for _, t := range r.Tests {
		c := junitCase{Name: t.Name, Line: t.Line, Output: printable(strings.Join(t.Log, "\n"))}
		for _, f := range t.Failures {
			c.Failures = append(c.Failures, junitProblem{printable(f.Message), printable(fmt.Sprintf("%s:%d: %s\n%s", f.At.File, f.At.Line, f.Message, f.Diff))})
		}
		if t.Err != nil {
			c.Error = problemOf(r, t.Err)
		}
		add(c)
	}
	return s
}

func problemOf(r *Report, e *runtime.Error) *junitProblem {
	return &junitProblem{printable(e.Error()), printable(starlib.Explain(e, func(file string) []byte { return r.Texts[file] }))}
}

// printable replaces control characters, which XML cannot hold.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || !unicode.IsControl(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
