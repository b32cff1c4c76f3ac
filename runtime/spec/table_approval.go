package spec

// This file is the table of the module approval: what a script says to the effects it raises.

var requestParam = Param{Name: "request", Type: Type{Shape: Any, Null: true}, Doc: "ignored; it is there so that the function itself is a handler"}

// approvalTable lists the builtins of the module approval, sorted by name.
var approvalTable = []Builtin{
	{
		Name: "approval.approve", Kind: Control, Returns: "an answer", Params: []Param{requestParam},
		Usage:   `approval.approve()`,
		Doc:     "Says yes for the script. The host decides after it, always. The function itself is a handler: handler=approval.approve.",
		Example: "fs.mkdir(\"docs/img\", handler=approval.approve).or_fail()",
	},
	{
		Name: "approval.ask", Kind: Control, Returns: "an answer", Params: []Param{requestParam},
		Usage:   `approval.ask()`,
		Doc:     "Wants a person to be asked, even where the host would allow it without a question.",
		Example: "fs.mkdir(\"docs/img\", handler=approval.ask).or_fail()",
	},
	{
		Name: "approval.handle", Kind: Control, Returns: "what body returns",
		Params: []Param{
			{Name: "handler", Type: function, Need: true, Doc: "a function of the request that returns approval.approve(), approval.reject(reason), approval.ask() or None"},
			{Name: "body", Type: function, Need: true, Doc: "a function without parameters"},
		},
		Usage:   `approval.handle(handler, body)`,
		Doc:     "Calls body with a handler for every effect raised inside. Handlers nest; all are asked, from the inside out, and the first rejection ends it.",
		Example: "def no_removals(req):\n    if req.effect == \"fs.remove\":\n        return approval.reject(\"keep everything\")\n    return None\n\ndef body():\n    fs.mkdir(\"docs/img\").or_fail()\n\napproval.handle(no_removals, body)",
	},
	{
		Name: "approval.reject", Kind: Control, Returns: "an answer",
		Params:  []Param{{Name: "reason", Type: literal, Need: true, Doc: "why; the error carries it"}},
		Usage:   `approval.reject("keep everything")`,
		Doc:     "Says no. Nothing lifts it.",
		Example: "r = fs.remove(\"README.md\", handler=lambda req: approval.reject(\"keep it\"))\nif not r.rejected:\n    fail(\"expected a refusal\")",
	},
}
