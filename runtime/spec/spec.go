// Package spec describes every builtin of the plan language once: its name, parameters, types, defaults, documentation,
// example and effect. Binding of arguments (from Starlark and from JSON), compile-time checks, documentation, stubs and
// schemas are all derived from this table. It calls nothing: what a builtin does is the business of package runtime.
package spec

// Kind groups builtins by what they do to the workspace.
type Kind string

// The kinds of builtins.
const (
	Step    Kind = "step"    // one of the seven named steps
	Change  Kind = "change"  // changes the workspace in memory
	Look    Kind = "look"    // reads, changes nothing
	Control Kind = "control" // steers the run
	Disk    Kind = "disk"    // changes the disk at once
	Pure    Kind = "pure"    // computes from its arguments alone
)

// Builtin is one row of the table.
type Builtin struct {
	Name       string
	Kind       Kind
	Params     []Param
	Rest       string               // name of the parameter that takes all further arguments; "" for none
	Returns    string               // what a script gets
	Effect     string               // the effect raised before it acts; "" for none
	Capability string               // the engine capability it needs; "" for none
	Plan       bool                 // also a step of JSON plans and of ops
	Usage      string               // the call as it should look; the hint of every binding error
	Doc        string               // first sentence is the summary
	Example    string               // a script that runs as it stands
	Check      func(Args) *ArgError // what one parameter alone cannot show; may be nil
}

// Param is one parameter of a builtin, or one field of an object.
type Param struct {
	Name    string
	Type    Type
	Default any  // used when the argument is absent and the parameter is not required
	Need    bool // required
	Doc     string
}

// Args are bound and validated arguments by parameter name. Values are nil, bool, int64, float64, string, []any,
// map[string]any, or a host value where the type is Any or Callable.
type Args map[string]any

// String returns the string under name, "" when absent or None.
func (a Args) String(name string) string {
	s, _ := a[name].(string)
	return s
}

// Bool returns the boolean under name, false when absent.
func (a Args) Bool(name string) bool {
	b, _ := a[name].(bool)
	return b
}

// Int returns the integer under name, 0 when absent or None.
func (a Args) Int(name string) int {
	n, _ := a[name].(int64)
	return int(n)
}

// Has reports whether an argument under name is there and not None.
func (a Args) Has(name string) bool { return a[name] != nil }

// Strings returns the list of strings under name; a single string is a list of one.
func (a Args) Strings(name string) []string {
	switch v := a[name].(type) {
	case string:
		return []string{v}
	case []any:
		out := make([]string, 0, len(v))
		for _, e := range v {
			if s, ok := e.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// Find returns the row of a builtin by its full name.
func Find(name string) (*Builtin, bool) {
	for i := range Table {
		if Table[i].Name == name {
			return &Table[i], true
		}
	}
	return nil, false
}

// Steps returns the names that JSON plans and ops accept, in the order of the table.
func Steps() []string {
	var names []string
	for i := range Table {
		if Table[i].Plan {
			names = append(names, Table[i].Name)
		}
	}
	return names
}
