package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/declaration"
	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/schema"
	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

// platformVariable names the environment variable with the path of a Platform's file, which an image of a platform's own
// sets.
const platformVariable = "FIVEFOLD_PLATFORM"

// platform is what all tenants and apps of a cluster share.
type platform struct {
	APIVersion string               `json:"apiVersion,omitempty"`
	Kind       string               `json:"kind,omitempty"`
	Metadata   declaration.Metadata `json:"metadata,omitzero"`
	Spec       platformSpec         `json:"spec,omitzero"`
}

type platformSpec struct {
	Tenant json.RawMessage `json:"tenant,omitempty"`
	WebApp json.RawMessage `json:"webApp,omitempty"`
}

// conventions are the layers in a Platform, one for each kind of declaration.
type conventions struct {
	tenant tenant.Spec
	webApp webapp.Spec
}

// decodePlatform returns the conventions in a Platform and what is wrong with it.
func decodePlatform(r resource) (conventions, fivefold.Findings) {
	found := append(r.problems(), dates(r)...)
	if r.apiVersion != tenant.APIVersion {
		found = append(found, r.errorf("apiVersion", "found %q; write %s", r.apiVersion, tenant.APIVersion))
	}
	for _, p := range schema.Types(shallow(r.Value), reflect.TypeFor[platform](), "", schema.Exceptions{}) {
		found = append(found, r.errorf(p.Path, p.Format, p.Args...))
	}
	var c conventions
	spec, _ := r.Value["spec"].(map[string]any)
	for _, layer := range []struct {
		field  string
		decode func([]byte) error
	}{{"tenant", c.tenant.UnmarshalJSON}, {"webApp", c.webApp.UnmarshalJSON}} {
		if spec[layer.field] != nil {
			found = append(found, decodeLayer(r, layer.field, spec[layer.field], layer.decode)...)
		}
	}
	return c, found
}

// decodeLayer reads one layer of a Platform's spec, and returns what is wrong with it.
func decodeLayer(r resource, field string, written any, decode func([]byte) error) fivefold.Findings {
	data, err := manifest.JSON(written)
	if err != nil {
		return fivefold.Findings{r.errorf("spec."+field, "%s", err)}
	}
	err = decode(data)
	var faults fivefold.Findings
	switch {
	case errors.As(err, &faults):
		return named(faults, r)
	case err != nil:
		return fivefold.Findings{r.errorf("spec."+field, "%s", err)}
	default:
		return nil
	}
}

// shallow returns a Platform without the layers in its spec, whose fields others know.
func shallow(value map[string]any) map[string]any {
	copied := maps.Clone(value)
	if spec, ok := value["spec"].(map[string]any); ok {
		inner := map[string]any{}
		for key := range spec {
			inner[key] = nil
		}
		copied["spec"] = inner
	}
	return copied
}

// named fills in the Platform's name where a builder could not know it.
func named(findings fivefold.Findings, r resource) fivefold.Findings {
	for i := range findings {
		if findings[i].Kind == platformKind {
			findings[i].Name = r.name
		}
	}
	return findings
}

// platformFromFile reads the Platform that the environment names.
func platformFromFile(path string) (*resource, fivefold.Findings) {
	fault := func(format string, args ...any) fivefold.Findings {
		return fivefold.Findings{{Severity: fivefold.Error, Kind: platformVariable, Format: format, Args: args}}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fault("cannot read the Platform: %s; set the variable to the path of a file with one Platform", err)
	}
	docs, problems := document.Parse(path, data)
	if len(problems) > 0 {
		return nil, streamProblems(path, problems)
	}
	if len(docs) != 1 || !newResource(docs[0]).isPlatform() {
		return nil, fault("%s holds no single Platform of %s; write one, and nothing else", path, tenant.APIVersion)
	}
	r := newResource(docs[0])
	return &r, nil
}

// displaced warns where a Platform of the input takes the place of the one that the environment names, unless that one
// is the same or sets nothing, as in the plain image.
func displaced(self resource, path string) fivefold.Findings {
	if path == "" || sameFile(path, self.Source) {
		return nil
	}
	if other, faults := platformFromFile(path); len(faults) == 0 && other.Value["spec"] == nil {
		return nil
	}
	return fivefold.Findings{self.warnf("takes the place of the one that %s names; unset the variable, or drop one of the two", platformVariable)}
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// streamProblems are the faults of a file that belong to no object in it.
func streamProblems(source string, problems []document.Problem) fivefold.Findings {
	found := make(fivefold.Findings, len(problems))
	for i, p := range problems {
		place := source
		if p.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", source, p.Line, max(p.Column, 1))
		}
		found[i] = fivefold.Finding{Severity: fivefold.Error, Kind: strings.TrimPrefix(place, ":"), Field: p.Path, Format: p.Format, Args: p.Args}
	}
	return found
}
