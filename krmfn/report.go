package main

import (
	"fmt"
	"io"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fivefold-dev/fivefold"
)

// report writes findings for a person, one a line, and returns them as one hears them: sorted, and each said once.
func report(stderr io.Writer, findings fivefold.Findings) fivefold.Findings {
	findings.Sort()
	findings = once(findings)
	for _, f := range findings {
		fmt.Fprintln(stderr, strings.ReplaceAll(f.String(), "\n", "\n  "))
	}
	return findings
}

// once drops repeated findings.
func once(findings fivefold.Findings) fivefold.Findings {
	type said struct{ kind, name, field, text string }
	seen := map[said]bool{}
	var kept fivefold.Findings
	for _, f := range findings {
		key := said{f.Kind, f.Name, f.Field, f.Message()}
		if !seen[key] {
			seen[key] = true
			kept = append(kept, f)
		}
	}
	return kept
}

// results returns findings as a ResourceList carries them.
func results(findings fivefold.Findings, resources []resource) framework.Results {
	type owner struct{ kind, name string }
	byName := map[owner]resource{}
	for _, r := range resources {
		if r.isOurs() {
			byName[owner{r.kind, r.name}] = r
		}
	}
	list := make(framework.Results, len(findings))
	for i, f := range findings {
		result := &framework.Result{
			Message:  f.Message(),
			Severity: framework.Severity(f.Severity),
			ResourceRef: &yaml.ResourceIdentifier{
				TypeMeta: yaml.TypeMeta{APIVersion: group + "/v1alpha1", Kind: f.Kind},
				NameMeta: yaml.NameMeta{Name: f.Name},
			},
		}
		if f.Field != "" {
			result.Field = &framework.Field{Path: f.Field}
		}
		if r, ok := byName[owner{f.Kind, f.Name}]; ok && r.file() != "" {
			result.File = &framework.File{Path: r.file()}
		}
		list[i] = result
	}
	return list
}
