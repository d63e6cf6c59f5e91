package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/tenant"
)

// runFunction reads a ResourceList and writes it back with the declarations replaced by their objects.
//
// What is listed as a generator has the function config itself as its only item, and that is what it expands; what is
// listed as a transformer has a Platform as function config, and expands the declarations among the items.
func runFunction(stdin io.Reader, stdout, stderr io.Writer, platformFile string) int {
	input, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "reading stdin: %s\n", err)
		return 1
	}
	list, problems := document.ParseResourceList(input)
	if len(problems) > 0 {
		report(stderr, streamProblems("stdin", problems))
		return 1
	}
	resources := make([]resource, len(list.Items))
	for i, item := range list.Items {
		resources[i] = newResource(item)
	}
	resources, conventions, found := configure(resources, list.FunctionConfig, platformFile)
	entries, findings := expandWith(resources, conventions, found.HasErrors())
	findings = report(stderr, append(found, findings...))
	if findings.HasErrors() {
		return 1
	}
	if underKpt(resources) {
		entries, err = keepFiles(entries)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
	}
	output, err := encodeList(entries, findings, underKpt(resources))
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return write(stdout, stderr, output)
}

// configure returns the resources to expand and the Platform that holds for them, by the role in which the function
// config names the function.
func configure(resources []resource, config *document.Document, platformFile string) ([]resource, *resource, fivefold.Findings) {
	if config == nil {
		return nil, nil, fivefold.Findings{{Severity: fivefold.Error, Kind: "functionConfig",
			Format: "not set; list a Tenant or WebApp under generators:, or a Platform under transformers:"}}
	}
	self := newResource(*config)
	switch {
	case self.isDeclaration():
		resources, found := asGenerator(resources, self)
		conventions, faults := conventionsFromFile(platformFile)
		return resources, conventions, append(found, faults...)
	case self.isPlatform():
		resources, found := asTransformer(resources, self)
		return resources, &self, append(found, displaced(self, platformFile)...)
	default:
		return nil, nil, fivefold.Findings{self.errorf("", "functionConfig: found kind %q of %q; the function takes a Tenant or WebApp under generators:, "+
			"or a Platform under transformers:, of %s", self.kind, self.apiVersion, tenant.APIVersion)}
	}
}

// asGenerator replaces the copy of the function config among the items by the config.
func asGenerator(resources []resource, self resource) ([]resource, fivefold.Findings) {
	var found fivefold.Findings
	var kept []resource
	for _, r := range resources {
		switch {
		case r.isDeclaration() && r.kind == self.kind && r.name == self.name && sameContent(r, self):
		case r.isDeclaration() && r.kind == self.kind && r.name == self.name:
			found = append(found, self.errorf("", "is the function config, and another %s of this name stands among the items; "+
				"keep one, under generators: with its annotation, or under resources: and a Platform under transformers:", r.kind))
		case r.isOurs():
			found = append(found, self.errorf("", "is the function config, and %s %q stands among the items, where nothing expands it; "+
				"list each declaration under generators: with its own annotation, or all under resources: and a Platform under transformers:", r.kind, r.name))
		default:
			kept = append(kept, r)
		}
	}
	return append(kept, self), found
}

// sameContent tells whether two resources differ in nothing but what kustomize notes in annotations.
func sameContent(a, b resource) bool {
	return reflect.DeepEqual(content(a), content(b))
}

func content(r resource) map[string]any {
	meta, _ := r.Value["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	own := maps.Clone(annotations)
	maps.DeleteFunc(own, func(key string, _ any) bool {
		domain, _, _ := strings.Cut(key, "/")
		return strings.HasSuffix(domain, "config.kubernetes.io") || strings.HasSuffix(domain, "config.k8s.io")
	})
	copied, copiedMeta := maps.Clone(r.Value), maps.Clone(meta)
	delete(copiedMeta, "annotations")
	if len(own) > 0 {
		copiedMeta["annotations"] = own
	}
	copied["metadata"] = copiedMeta
	return copied
}

// asTransformer returns the items to expand. Under kpt the Platform is a file of the package and so among them.
func asTransformer(resources []resource, self resource) ([]resource, fivefold.Findings) {
	var found fivefold.Findings
	var kept []resource
	for _, r := range resources {
		if !r.isPlatform() {
			if r.isDeclaration() && r.isLocalConfig() && !r.inPackage() {
				found = append(found, leftOut(r))
				r.passes = true
			}
			kept = append(kept, r)
			continue
		}
		if !r.inPackage() && len(resources) == 1 && r.name == self.name {
			found = append(found, self.errorf("", "is listed under generators:, where it has no declarations to expand; list it under transformers:"))
			continue
		}
		kept = append(kept, r)
	}
	return kept, found
}

func conventionsFromFile(path string) (*resource, fivefold.Findings) {
	if path == "" {
		return nil, nil
	}
	return platformFromFile(path)
}

// encodeList writes a ResourceList. Objects that were made are JSON, which is YAML, takes no time, and becomes block
// YAML in kustomize; kpt would write it to files as it is, so for kpt they are block YAML.
func encodeList(entries []entry, findings fivefold.Findings, block bool) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:")
	empty := true
	item := func(text []byte) {
		if empty {
			out.WriteString("\n")
			empty = false
		}
		lines := bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
		for i, line := range lines {
			switch {
			case i == 0:
				out.WriteString("- ")
			case len(line) > 0:
				out.WriteString("  ")
			}
			out.Write(line)
			out.WriteString("\n")
		}
	}
	for _, e := range entries {
		if e.objects == nil {
			text, err := encodeNode(e.resource.Node)
			if err != nil {
				return nil, fmt.Errorf("%s %q: %w", e.resource.kind, e.resource.name, err)
			}
			item(text)
			continue
		}
		for _, o := range e.objects {
			text := []byte(o.json)
			if block {
				var err error
				if text, err = manifest.YAML(o.json); err != nil {
					return nil, fmt.Errorf("%s: %w", o.id, err)
				}
			}
			item(text)
		}
	}
	if empty {
		out.WriteString(" []\n")
	}
	if len(findings) > 0 {
		resources := make([]resource, len(entries))
		for i, e := range entries {
			resources[i] = e.resource
		}
		text, err := yaml.Marshal(map[string]any{"results": results(findings, resources)})
		if err != nil {
			return nil, fmt.Errorf("writing results: %w", err)
		}
		out.Write(text)
	}
	return out.Bytes(), nil
}

// encodeNode writes a resource that passes through, with its comments.
func encodeNode(node *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	if err := encoder.Encode(node); err != nil {
		return nil, err
	}
	if err := encoder.Close(); err != nil {
		return nil, err
	}
	return []byte(strings.TrimSuffix(out.String(), "\n")), nil
}
