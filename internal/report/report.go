// Package report collects what is wrong with one declaration, and names the layer that has to change.
package report

import (
	"strings"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// platformKind is the kind of the object that a builder is given only the spec of.
const platformKind = "Platform"

// Report collects findings. Paths are within the spec, unless a method says otherwise.
type Report struct {
	Kind, Name string
	// Section is the Platform's field for specs of the kind, such as spec.tenant.
	Section string
	Layers  layer.Stack
	// BadName is set when the declaration's name is wrong, and so is what the Platform makes of it.
	BadName  bool
	Findings fivefold.Findings
}

// Errorf reports a fault of the value at a path.
func (r *Report) Errorf(path, format string, args ...any) {
	r.add(fivefold.Error, path, format, args)
}

// Warnf reports a risk of the value at a path.
func (r *Report) Warnf(path, format string, args ...any) {
	r.add(fivefold.Warning, path, format, args)
}

// add names the layer that has to change: the Platform where the value is its, so that one bad convention reads as one.
func (r *Report) add(severity fivefold.Severity, path, format string, args []any) {
	if _, ok := r.Layers.Template(path); ok && r.BadName {
		return
	}
	f := fivefold.Finding{Severity: severity, Kind: r.Kind, Name: r.Name, Field: "spec." + path, Format: format, Args: args}
	if r.Layers.FromPlatform(path) {
		f.Kind, f.Name, f.Field = platformKind, "", r.Section+"."+path
	}
	r.Findings = append(r.Findings, f)
}

// OwnErrorf reports a fault that the declaration has to cure, even where the value is the platform's.
func (r *Report) OwnErrorf(path, format string, args ...any) {
	r.MetadataErrorf("spec."+path, format, args...)
}

// NameErrorf reports a fault of an object's name. Where the Platform makes it of the declaration's, the declaration's is
// what has to change, since the same text is right for others.
func (r *Report) NameErrorf(path, name, fault string) {
	template, ok := r.Layers.Template(path)
	switch {
	case strings.Contains(name, "${"): // Flux's to substitute
	case !ok:
		r.Errorf(path, "found %q: %s", name, fault)
	case !r.BadName:
		r.MetadataErrorf("metadata.name", "the Platform's %s.%s, %q, makes %q of it: %s; choose another name",
			r.Section, path, template, name, fault)
	}
}

// MetadataErrorf reports a fault of the declaration itself, at a full path.
func (r *Report) MetadataErrorf(path, format string, args ...any) {
	r.Findings = append(r.Findings, fivefold.Finding{
		Severity: fivefold.Error, Kind: r.Kind, Name: r.Name, Field: path, Format: format, Args: args,
	})
}

// Problems returns the faults of a declaration's types as an error, or nil. Name is empty for a Platform.
func Problems(kind, name string, problems []schema.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	found := make(fivefold.Findings, len(problems))
	for i, p := range problems {
		found[i] = fivefold.Finding{
			Severity: fivefold.Error, Kind: kind, Name: name, Field: p.Path, Format: p.Format, Args: p.Args,
		}
	}
	return found
}
