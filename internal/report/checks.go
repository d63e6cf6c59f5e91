package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/material"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// CheckChoice checks a text of which only some values are allowed. One that Flux substitutes something in is known later.
func (r *Report) CheckChoice(path, text string, allowed []string) {
	if slices.Contains(allowed, text) || strings.Contains(text, "${") {
		return
	}
	switch near := schema.Nearest(text, allowed); {
	case text == "":
		r.Errorf(path, "not set; allowed: %s", strings.Join(allowed, ", "))
	case near != "":
		r.Errorf(path, "found %q; did you mean %s?", text, near)
	default:
		r.Errorf(path, "found %q; allowed: %s", text, strings.Join(allowed, ", "))
	}
}

// CheckPlaceholders warns of what reads like a placeholder of the Platform but is none. Braces tells the fields in whose
// texts braces mean something else.
func (r *Report) CheckPlaceholders(braces func(path string) bool) {
	fieldpath.Walk(r.Layers.Conventions, "", func(path, text string) {
		found := layer.Placeholders(text)
		if len(found) == 0 || braces(path) || !r.Layers.FromPlatform(path) {
			return
		}
		for _, placeholder := range found {
			r.Warnf(path, "%s is no placeholder and stays as it is; did you mean {name} or {namespace}?", placeholder)
		}
	})
}

// CheckMaterial finds secrets by their form, wherever they stand in the spec, keys included, and in the labels and
// annotations of the declaration. Reported tells the fields that are looked at elsewhere. No message repeats a secret.
func (r *Report) CheckMaterial(spec map[string]any, labels, annotations map[string]string, reported func(path string) bool) {
	const advice = "holds %s, which everybody who can read the declaration could use; change it, " +
		"keep it in a secret store, and read it with spec.secrets"
	fieldpath.Walk(spec, "", func(path, text string) {
		if reported(path) {
			return
		}
		for _, form := range material.Find(text) {
			r.Errorf(path, advice, form.Name)
		}
	})
	for _, set := range []struct {
		path    string
		entries map[string]string
	}{{"metadata.annotations", annotations}, {"metadata.labels", labels}} {
		for _, key := range slices.Sorted(maps.Keys(set.entries)) {
			for _, form := range material.Find(key + " " + set.entries[key]) {
				r.MetadataErrorf(fieldpath.Key(set.path, key), advice, form.Name)
			}
		}
	}
}
