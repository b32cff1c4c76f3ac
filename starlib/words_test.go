package starlib

// This file tests that what the values of devstar have behind the dot is described.

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"devstar/runtime"
	"devstar/runtime/match"
	"devstar/starlib/doc"
	"devstar/starlib/modules"
)

func TestTheFieldsOfValuesAreDescribed(t *testing.T) {
	env := newEnvironment(nil)
	for _, kind := range []string{"delta", "change", "diagnostic", "Result", "error", "result"} {
		assert.ElementsMatch(t, env.attributes(kind), doc.Members(kind), kind)
	}
	assert.ElementsMatch(t, newRequest(nil).AttrNames(), doc.Members("request"))
	assert.ElementsMatch(t, (&findings{delta: deltaValue(&runtime.Delta{})}).AttrNames(), doc.Members("diagnostics"))
	call := modules.NewMatch(&match.Match{Call: true, Entry: &match.Entry{}})
	assert.ElementsMatch(t, call.AttrNames(), doc.Members("match"))
}
