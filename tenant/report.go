package tenant

import (
	"github.com/fivefold-dev/fivefold"
)

// report collects what is wrong with a tenant. Paths are within the spec.
type report struct {
	name     string
	badName  bool // and so is what the Platform makes of it
	layers   layers
	findings fivefold.Findings
}

func (r *report) errorf(path, format string, args ...any) {
	r.add(fivefold.Error, path, format, args)
}

func (r *report) warnf(path, format string, args ...any) {
	r.add(fivefold.Warning, path, format, args)
}

// add names the layer that has to change: the Platform where the value is its, so that one bad convention reads as one.
func (r *report) add(severity fivefold.Severity, path, format string, args []any) {
	f := fivefold.Finding{Severity: severity, Kind: Kind, Name: r.name, Field: "spec." + path, Format: format, Args: args}
	if _, ok := r.layers.template(path); ok && r.badName {
		return
	}
	if r.layers.fromPlatform(path) {
		f.Kind, f.Name, f.Field = "Platform", "", "spec.tenant."+path
	}
	r.findings = append(r.findings, f)
}

// ownErrorf reports a fault that the tenant has to cure, even where the value is the platform's.
func (r *report) ownErrorf(path, format string, args ...any) {
	r.findings = append(r.findings, fivefold.Finding{
		Severity: fivefold.Error, Kind: Kind, Name: r.name, Field: "spec." + path, Format: format, Args: args,
	})
}

// namef reports a fault of an object's name. Where the Platform makes it of the tenant's, the tenant's is what has to
// change, since the same text is right for others.
func (r *report) namef(path, name, fault string) {
	template, ok := r.layers.template(path)
	switch {
	case !ok:
		r.errorf(path, "found %q: %s", name, fault)
	case !r.badName:
		r.metadataf("metadata.name", "the Platform's spec.tenant.%s, %q, makes %q of it: %s; choose another name", path, template, name, fault)
	}
}

// metadataf reports a fault outside the spec, at a full path.
func (r *report) metadataf(path, format string, args ...any) {
	r.findings = append(r.findings, fivefold.Finding{
		Severity: fivefold.Error, Kind: Kind, Name: r.name, Field: path, Format: format, Args: args,
	})
}
