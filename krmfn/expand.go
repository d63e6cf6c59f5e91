package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/schema"
	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

// entry is one resource of the input and what became of it: the objects of a declaration, or the resource itself.
type entry struct {
	resource resource
	objects  []object // nil for a resource that passes through
	graph    graph    // nil likewise
}

// object is one object that was made of a declaration.
type object struct {
	id   id
	json json.RawMessage
}

// expand replaces the declarations among resources by their objects, in place, and leaves everything else alone.
// Platform is the one that holds for all of them, or nil.
func expand(resources []resource, platform *resource) ([]entry, fivefold.Findings) {
	var shared conventions
	var found fivefold.Findings
	var read []reading
	if platform != nil {
		shared, found = decodePlatform(*platform)
		read = append(read, reading{*platform, slices.Clone(found)})
	}
	var declared []reading
	entries := make([]entry, len(resources))
	for i, r := range resources {
		entries[i].resource = r
		if !r.isOurs() {
			found = append(found, r.problems()...)
			if isMisnamed(r) {
				found = append(found, r.errorf("apiVersion", "found %q; write %s", r.apiVersion, tenant.APIVersion))
			}
			continue
		}
		if r.passes || r.isPlatform() && r.inPackage() {
			continue // under kpt, the Platform is a file of the package like any other
		}
		if !isDeclared(r.kind) {
			found = append(found, unknownKind(r))
			continue
		}
		made, objects, findings := build(r, shared, read)
		if platform != nil {
			findings = named(findings, *platform)
		}
		entries[i].graph, entries[i].objects = made, objects
		declared = append(declared, reading{r, placed(findings, r)})
	}
	found = append(found, saidOnce(declared)...)
	found = append(found, collisions(entries)...)
	found = append(found, refusedPods(entries)...)
	return entries, found
}

// expandWith is [expand] for input of which not all could be read. Where the Platform may have been in the rest, only what
// is wrong with what is written in the declarations is found.
func expandWith(resources []resource, platform *resource, unread bool) ([]entry, fivefold.Findings) {
	entries, found := expand(resources, platform)
	if platform != nil || !unread {
		return entries, found
	}
	missing := fivefold.Findings{{Severity: fivefold.Error}} // could hide anything
	read := []reading{{resource{kind: platformKind}, missing}}
	for _, r := range resources {
		read = append(read, reading{resource: r})
	}
	return entries, independent(found, read)
}

// leftOut warns of a declaration that kustomize would not let into its output.
func leftOut(r resource) fivefold.Finding {
	return r.warnf("left out%s, since it carries the annotation %s; drop the annotation if it is meant for a cluster", in(r), localConfigAnnotation)
}

// reading is a declaration and what was found in it when it was read.
type reading struct {
	resource
	findings fivefold.Findings
}

// saidOnce returns the findings of all declarations. What one rule says about a field of the Platform is said for the
// first one only: for the others it differs only in what placeholders stand for.
func saidOnce(declared []reading) fivefold.Findings {
	type rule struct{ field, format string }
	slices.SortStableFunc(declared, func(a, b reading) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name), cmp.Compare(a.namespace, b.namespace))
	})
	said := map[rule]bool{}
	var found fivefold.Findings
	for _, d := range declared {
		var rules []rule
		for _, f := range d.findings {
			if f.Kind != platformKind {
				found = append(found, f)
			} else if r := (rule{f.Field, f.Format}); !said[r] {
				found = append(found, f)
				rules = append(rules, r)
			}
		}
		for _, r := range rules {
			said[r] = true
		}
	}
	return found
}

// isMisnamed tells whether a resource is a declaration whose API group is missing or nearly Fivefold's. Others have kinds of
// that name, too.
func isMisnamed(r resource) bool {
	g, _, qualified := strings.Cut(r.apiVersion, "/")
	return isDeclared(r.kind) && (!qualified || schema.Nearest(g, []string{group}) != "")
}

// placed names the place of a declaration that has no name in the findings about it.
func placed(findings fivefold.Findings, r resource) fivefold.Findings {
	for i, f := range findings {
		if r.name == "" && r.place() != "" && f.Kind == r.kind && f.Name == "" {
			findings[i].Kind = r.kind + in(r)
		}
	}
	return findings
}

func unknownKind(r resource) fivefold.Finding {
	known := []string{platformKind, tenant.Kind, webapp.Kind}
	if r.isPlatform() {
		return r.errorf("", "a Platform is no resource of the cluster; name it under transformers: with the annotation "+
			"config.kubernetes.io/function, and not under resources:")
	}
	if kind, isList := strings.CutSuffix(r.kind, "List"); isList && isDeclared(kind) {
		return r.errorf("items", "found no list%s; write the %ss as a list", in(r), kind)
	}
	if near := schema.Nearest(r.kind, known); near != "" {
		return r.errorf("kind", "unknown kind of %s; did you mean %s?", group, near)
	}
	return r.errorf("kind", "unknown kind of %s; known: %s", group, strings.Join(known, ", "))
}

// graph is what a declaration was built into.
type graph interface {
	Objects() []fivefold.Object
	JSON() ([]json.RawMessage, error)
}

// decoded is a declaration of either kind.
type decoded struct {
	fault error // what could not be read; the rest has been
	build func() (graph, fivefold.Findings, error)
}

// decode reads a declaration of a kind that [isDeclared] tells.
func decode(kind string, data []byte, shared conventions) decoded {
	if kind == webapp.Kind {
		var w webapp.WebApp
		return decoded{w.UnmarshalJSON(data), func() (graph, fivefold.Findings, error) {
			g, err := webapp.Build(w, shared.webApp)
			if err != nil {
				return nil, nil, err
			}
			return g, g.Warnings, nil
		}}
	}
	var t tenant.Tenant
	return decoded{t.UnmarshalJSON(data), func() (graph, fivefold.Findings, error) {
		g, err := tenant.Build(t, shared.tenant)
		if err != nil {
			return nil, nil, err
		}
		return g, g.Warnings, nil
	}}
}

// build returns the graph and the objects of a declaration. Where it or the Platform, which is in read, cannot be read in full, it is
// built all the same, to find what else is wrong with what could be read.
func build(r resource, shared conventions, read []reading) (graph, []object, fivefold.Findings) {
	found := append(r.problems(), dates(r)...)
	data, err := manifest.JSON(r.Value)
	if err != nil {
		return nil, nil, append(found, r.errorf("", "%s", err))
	}
	d := decode(r.kind, data, shared)
	var faults fivefold.Findings
	switch {
	case errors.As(d.fault, &faults):
		found = append(found, unsaid(faults, found)...)
	case d.fault != nil:
		return nil, nil, append(found, r.errorf("", "%s", d.fault))
	}
	made, warnings, err := d.build()
	switch {
	case errors.As(err, &faults):
		read = append(slices.Clip(read), reading{r, found})
		if slices.ContainsFunc(read, func(d reading) bool { return d.findings.HasErrors() }) {
			faults = independent(faults, read)
		}
		return nil, nil, append(found, faults...)
	case err != nil:
		return nil, nil, append(found, r.errorf("", "%s", err))
	case found.HasErrors():
		return nil, nil, found
	}
	texts, err := made.JSON()
	if err != nil {
		return nil, nil, append(found, r.errorf("", "%s", err))
	}
	objects := make([]object, len(texts))
	for i, o := range made.Objects() {
		gvk := o.GetObjectKind().GroupVersionKind()
		objects[i] = object{id{gvk.Group, gvk.Kind, o.GetNamespace(), o.GetName()}, texts[i]}
	}
	return made, objects, append(found, warnings...)
}

// unsaid drops the findings about a field of which something is said already.
func unsaid(findings, said fivefold.Findings) fivefold.Findings {
	return slices.DeleteFunc(findings, func(f fivefold.Finding) bool {
		return slices.ContainsFunc(said, func(other fivefold.Finding) bool { return f.Field == other.Field })
	})
}

// independent keeps the findings that cannot follow from what could not be read: those about fields that a declaration
// holds, and those about fields that are missing where no other field near them is at fault.
func independent(findings fivefold.Findings, read []reading) fivefold.Findings {
	return slices.DeleteFunc(findings, func(f fivefold.Finding) bool {
		return !slices.ContainsFunc(read, func(d reading) bool {
			if d.kind != f.Kind || f.Name != "" && d.name != f.Name {
				return false
			}
			_, written := fieldpath.Get(d.Value, f.Field)
			return written && !slices.ContainsFunc(d.findings, func(fault fivefold.Finding) bool {
				return strings.HasPrefix(f.Field, fault.Field) || strings.HasPrefix(fault.Field, f.Field)
			}) || !written && !slices.ContainsFunc(read, func(d reading) bool { return mayHide(d, f.Field) })
		})
	})
}

// mayHide tells whether a field may be missing only because a declaration, or the Platform, could not be read: one of
// its faults lies beside the field or beside a section that the field is in.
func mayHide(d reading, field string) bool {
	return slices.ContainsFunc(d.findings, func(fault fivefold.Finding) bool {
		at := fault.Field
		if d.kind == platformKind {
			at = strings.Replace(strings.Replace(at, "spec.tenant", "spec", 1), "spec.webApp", "spec", 1)
		}
		section := at[:max(strings.LastIndexByte(at, '.'), 0)]
		return fault.Severity == fivefold.Error && (section == "" || field == section || strings.HasPrefix(field, section+"."))
	})
}

// dates finds plain scalars that YAML has read as dates, which would go on as another text than was written.
func dates(r resource) fivefold.Findings {
	var found fivefold.Findings
	var walk func(value any, path string)
	walk = func(value any, path string) {
		switch v := value.(type) {
		case document.Time:
			found = append(found, r.errorf(path, "found the date %s; quote the value as you mean it", v.Text))
		case []any:
			for i, item := range v {
				walk(item, fieldpath.Index(path, i))
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(v[key], fieldpath.Key(path, key))
			}
		}
	}
	walk(r.Value, "")
	return found
}

// collisions finds declarations and resources that make the same object. Under kpt, which keeps what a function made
// beside what it was made of, a plain resource may well be the result of the last run.
func collisions(entries []entry) fivefold.Findings {
	var found fivefold.Findings
	declared, owners := map[id]resource{}, map[id]resource{}
	for _, e := range entries {
		if !e.resource.isDeclaration() {
			continue
		}
		key := e.resource.id()
		if key.kind == tenant.Kind {
			key.namespace = "" // which means nothing to a Tenant
		}
		if other, taken := declared[key]; taken && e.resource.name != "" {
			found = append(found, e.resource.errorf("metadata.name", "declared twice%s; keep one, or choose another name",
				between(other, e.resource)))
			continue
		}
		declared[key] = e.resource
		shared := false
		for _, o := range e.objects {
			other, taken := owners[o.id]
			switch {
			case !taken:
				owners[o.id] = e.resource
			case o.id.kind == "Namespace":
				shared = true // and so is most of what is in it
				found = append(found, e.resource.errorf("spec.namespace.name", "%q is the namespace of Tenant %q, too; "+
					"tenants that share one are not isolated from each other: choose another name", o.id.name, other.name))
			case !shared:
				found = append(found, e.resource.errorf("", "makes the %s, which %s %q makes, too; choose another name", o.id, other.kind, other.name))
			}
		}
	}
	for _, e := range entries {
		if e.objects != nil || e.resource.isOurs() || e.resource.inPackage() {
			continue
		}
		if owner, taken := owners[e.resource.id()]; taken {
			found = append(found, owner.errorf("", "makes the %s, which stands among the resources%s, too; drop it there, or rename one of them",
				e.resource.id(), in(e.resource)))
		}
	}
	return found
}

// refusedPods finds apps whose pods the quota of their tenant refuses, where both are declared.
func refusedPods(entries []entry) fivefold.Findings {
	var found fivefold.Findings
	for _, e := range entries {
		app, ok := e.graph.(*webapp.Graph)
		if !ok {
			continue
		}
		for _, other := range entries {
			t, ok := other.graph.(*tenant.Graph)
			if !ok || other.resource.name != app.Tenant || t.ResourceQuota == nil {
				continue
			}
			var limits *corev1.LimitRangeSpec
			if t.LimitRange != nil {
				limits = &t.LimitRange.Spec
			}
			found = append(found, app.RefusedBy(t.ResourceQuota.Spec, limits)...)
		}
	}
	return found
}

func in(r resource) string {
	if place := r.place(); place != "" {
		return ", in " + place
	}
	return ""
}

func between(a, b resource) string {
	if a.place() == "" || b.place() == "" {
		return ""
	}
	return fmt.Sprintf(", in %s and in %s", a.place(), b.place())
}
