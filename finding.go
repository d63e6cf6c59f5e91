package fivefold

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/material"
)

// Severity says whether a [Finding] stops the build.
type Severity string

const (
	// Error stops the build: there is no output.
	Error Severity = "error"
	// Warning is a risk that the author may have taken on purpose: there is output.
	Warning Severity = "warning"
)

// Finding is one thing that is wrong, or risky, with one field of one declaration.
type Finding struct {
	Severity Severity
	// Kind and Name say whose field it is: the Tenant or WebApp, or the Platform that the value came from.
	// The Name of a Platform is empty where a builder reports it, since a builder is given only its spec.
	Kind, Name string
	// Field is the path of the field, such as spec.source.verify.matchOIDCIdentity[0].subject.
	Field string
	// Format and Args make the message, as in [fmt.Sprintf]. Findings with one Format come from one rule.
	Format string
	Args   []any
}

// Message returns what was found and what to write instead. Whatever looks like a secret in it is left out.
func (f Finding) Message() string {
	return material.Redact(fmt.Sprintf(f.Format, f.Args...))
}

// Object returns the declaration's kind and name, as in Tenant "shop".
func (f Finding) Object() string {
	if f.Name == "" {
		return f.Kind
	}
	return f.Kind + " " + strconv.Quote(f.Name)
}

// String returns the finding in one line: the object, the field and the message.
func (f Finding) String() string {
	parts := []string{f.Object(), material.Redact(f.Field), f.Message()}
	kept := parts[:0]
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	line := strings.Join(kept, ": ")
	if f.Severity == Warning {
		return "warning: " + line
	}
	return line
}

// Findings is what is wrong with a declaration, all of it at once. As an error it holds at least one [Finding]
// of severity [Error].
type Findings []Finding

// Error returns the findings, one a line.
func (fs Findings) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// HasErrors tells whether any finding is an [Error].
func (fs Findings) HasErrors() bool {
	for _, f := range fs {
		if f.Severity == Error {
			return true
		}
	}
	return false
}

// Sort puts errors first, then orders by object, field and message, so that reports do not depend on the order of the
// input.
func (fs Findings) Sort() {
	keys := make(map[*Finding]string, len(fs)) // messages are made once, not at every comparison
	sorted := make([]*Finding, len(fs))
	for i := range fs {
		f := fs[i]
		sorted[i], keys[&f] = &f, f.Message()
	}
	slices.SortStableFunc(sorted, func(a, b *Finding) int {
		return cmp.Or(
			cmp.Compare(a.Severity, b.Severity), // error comes before warning
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(keys[a], keys[b]),
		)
	})
	for i, f := range sorted {
		fs[i] = *f
	}
}
