package spec

// This file defines the types of parameters: plain data, so that schemas and stubs can be made from them.

// Shape is the outer form of a value.
type Shape string

// The shapes of values.
const (
	String     Shape = "string"
	Integer    Shape = "integer"
	Boolean    Shape = "boolean"
	List       Shape = "list"
	Object     Shape = "object"
	OneOrAll   Shape = "count"    // a non-negative integer, "all" or "any"
	Selector   Shape = "selector" // a path or pattern, or a non-empty list of them
	Callable   Shape = "function" // scripts only
	TextOrCall Shape = "text"     // a string; in scripts also a function
	Any        Shape = "any"
)

// Format says what a string must be, beyond being a string.
type Format string

// The formats of strings.
const (
	Path        Format = "path"
	Pattern     Format = "pattern"
	Regexp      Format = "regexp" // for files: ^ and $ stand at lines
	Patch       Format = "patch"  // the *** Begin Patch envelope
	OldLines    Format = "find"   // whole lines to look for
	Label       Format = "label"
	Literal     Format = "literal"      // text to look for, not empty
	CallName    Format = "call"         // the name of a function as code writes it
	PlainRegexp Format = "plain regexp" // for a text that is no file: ^ and $ stand for its ends
	KeyPath     Format = "key"          // the way to a value: a.b[0]
)

// Type says which values a parameter takes.
type Type struct {
	Shape    Shape
	Format   Format   // of a string, or of each string of a selector
	Enum     []string // the only strings allowed
	Min      int64    // of an integer
	NonEmpty bool     // lists and selectors
	Null     bool     // None is allowed
	Elem     *Type    // of a list
	Fields   []Param  // of an object
	Foreign  []Alias  // keys that belong to another function's objects
}

// Alias tells whose keys those are that a script uses by mistake.
type Alias struct {
	Keys []string
	Of   string
}

// Noun returns how messages call a value of the type, with its article.
func (t Type) Noun() string {
	switch t.Shape {
	case Selector:
		return "a path or pattern, or a non-empty list of them"
	case OneOrAll:
		return `an integer, "all" or "any"`
	case List:
		return "a list of " + plural(*t.Elem)
	case Object:
		return "an object"
	case Integer:
		return "an integer"
	case Boolean:
		return "a boolean"
	case Callable:
		return "a function"
	case TextOrCall:
		return "a string or a function"
	case Any:
		return "a value"
	}
	return "a string"
}

func plural(t Type) string {
	switch t.Shape {
	case Object:
		return "objects"
	case Integer:
		return "integers"
	case String:
		return "strings"
	}
	return "values"
}
