package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/manifest"
	"github.com/fivefold-dev/fivefold/internal/schema"
	"github.com/fivefold-dev/fivefold/tenant"
)

// runRender writes what kustomize would print for the declarations and resources in files.
func runRender(paths []string, stdin io.Reader, stdout, stderr io.Writer, platformFile string) int {
	resources, found := load(paths, stdin)
	resources, conventions, findings := separate(resources, platformFile)
	found = append(found, findings...)
	entries, findings := expandWith(resources, conventions, found.HasErrors())
	found = append(found, findings...)
	if len(entries) == 0 && !found.HasErrors() {
		found = append(found, fivefold.Finding{Severity: fivefold.Error, Kind: strings.Join(paths, ", "),
			Format: "holds no resources; name files or directories with a Tenant or WebApp of " + tenant.APIVersion})
	}
	if report(stderr, found).HasErrors() {
		return 1
	}
	output, err := encodeStream(entries)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return write(stdout, stderr, output)
}

// load reads the resources of files, of the YAML files below directories, and of stdin. Files of a directory come in
// the order of their paths; those that only configure a tool, or are a part of what it makes, are left out.
func load(paths []string, stdin io.Reader) ([]resource, fivefold.Findings) {
	var resources []resource
	var found fivefold.Findings
	for _, path := range paths {
		files := []string{path}
		if path != "-" {
			var err error
			if files, err = yamlFiles(path); err != nil {
				found = append(found, fivefold.Finding{Severity: fivefold.Error, Kind: path, Format: "cannot be read: %s", Args: []any{err}})
				continue
			}
			parts := partsOfKustomizations(files)
			files = slices.DeleteFunc(files, func(file string) bool { return parts[file] })
		}
		for _, file := range files {
			source, data, err := read(file, stdin)
			if err != nil {
				found = append(found, fivefold.Finding{Severity: fivefold.Error, Kind: file, Format: "cannot be read: %s", Args: []any{err}})
				continue
			}
			docs, problems := document.Parse(source, data)
			found = append(found, streamProblems(source, problems)...)
			for _, doc := range docs {
				r := newResource(doc)
				if !isKustomization(r) {
					resources = append(resources, r)
					continue
				}
				inline, problems := inlineDeclarations(r)
				resources = append(resources, inline...)
				found = append(append(found, unapplied(r)...), problems...)
			}
		}
	}
	return resources, found
}

func read(file string, stdin io.Reader) (source string, data []byte, err error) {
	if file == "-" {
		data, err = io.ReadAll(stdin)
		return "stdin", data, err
	}
	data, err = os.ReadFile(file)
	return filepath.ToSlash(file), data, err
}

// yamlFiles returns the path itself if it is a file, and else the YAML files below it.
func yamlFiles(path string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(entry.Name(), ".") && file != path
		switch {
		case entry.IsDir() && hidden:
			return filepath.SkipDir
		case entry.IsDir() || hidden:
		case file == path, slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(file)):
			files = append(files, file)
		}
		return nil
	})
	return files, err
}

func isKustomization(r resource) bool {
	return strings.HasPrefix(r.apiVersion, "kustomize.config.k8s.io/") ||
		r.apiVersion == "" && (r.kind == "" || r.kind == "Kustomization") && isKustomizationFile(r.Source)
}

func isKustomizationFile(file string) bool {
	return slices.Contains([]string{"kustomization.yaml", "kustomization.yml", "Kustomization"}, filepath.Base(file))
}

// partsOfKustomizations returns the paths that the kustomizations among the files name as patches, data or settings: such
// a file is no resource, although it may look like one. What is listed as a resource as well stays one.
func partsOfKustomizations(files []string) map[string]bool {
	parts, listed := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		if !isKustomizationFile(file) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			continue // which load reports
		}
		docs, _ := document.Parse(file, data)
		for _, doc := range docs {
			collect(parts, doc, "configMapGenerator", "configurations", "openapi", "patches", "patchesJson6902",
				"patchesStrategicMerge", "replacements", "secretGenerator")
			collect(listed, doc, "generators", "resources", "transformers")
		}
	}
	maps.DeleteFunc(parts, func(path string, _ bool) bool { return listed[path] })
	return parts
}

// collect adds to paths what fields of a kustomization may mean by their strings.
func collect(paths map[string]bool, kustomization document.Document, fields ...string) {
	for _, field := range fields {
		for _, text := range texts(kustomization.Value[field]) {
			// In a list of files the name of a key may stand before the path.
			_, path, found := strings.Cut(text, "=")
			if !found {
				path = text
			}
			paths[filepath.Join(filepath.Dir(kustomization.Source), filepath.FromSlash(path))] = true
		}
	}
}

// texts returns all strings in a value.
func texts(value any) []string {
	var list []string
	switch v := value.(type) {
	case string:
		list = append(list, v)
	case []any:
		for _, item := range v {
			list = append(list, texts(item)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			list = append(list, texts(v[key])...)
		}
	}
	return list
}

// inlineDeclarations returns what a kustomization holds itself: its generators and transformers may be written in it as
// texts instead of naming files.
func inlineDeclarations(r resource) ([]resource, fivefold.Findings) {
	var inline []resource
	var found fivefold.Findings
	for _, field := range []string{"generators", "transformers"} {
		items, _ := r.Value[field].([]any)
		for _, item := range items {
			text, ok := item.(string)
			if !ok || !strings.Contains(text, "\n") {
				continue
			}
			docs, problems := document.Parse(r.Source, []byte(text))
			found = append(found, streamProblems(r.Source, problems)...)
			for _, doc := range docs {
				if declared := newResource(doc); declared.isOurs() {
					inline = append(inline, declared)
				}
			}
		}
	}
	return inline, found
}

// unapplied warns of what a kustomization would do to the resources beside it, since render does not.
func unapplied(r resource) fivefold.Findings {
	r.kind, r.name = r.Source, ""
	found := r.problems()
	silent := []string{"apiVersion", "generators", "kind", "metadata", "resources", "sortOptions", "transformers"}
	var fields []string
	for field := range r.Value {
		if !slices.Contains(silent, field) {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields)
	if len(fields) > 0 {
		found = append(found, r.warnf("render does not apply %s; run kustomize build where it matters", strings.Join(fields, ", ")))
	}
	return found
}

// separate takes the Platform out of the resources, and what kustomize would leave out.
func separate(resources []resource, platformFile string) ([]resource, *resource, fivefold.Findings) {
	var found fivefold.Findings
	var kept []resource
	var platforms []resource
	for _, r := range resources {
		switch {
		case r.isPlatform():
			platforms = append(platforms, r)
		case r.isLocalConfig():
			if r.isDeclaration() {
				found = append(found, leftOut(r))
			}
		case r.kind == "" || r.apiVersion == "":
			if len(r.Problems) == 0 {
				found = append(found, untyped(r)...)
			}
			found = append(found, r.problems()...)
		case r.name == "" && !r.isOurs():
			found = append(found, r.problems()...)
			if name, _ := fieldpath.Get(r.Value, "metadata.name"); name == nil || name == "" {
				found = append(found, r.errorf("metadata.name", "not set%s; write a name", in(r)))
			} else {
				found = append(found, r.errorf("metadata.name", "found %s%s; write a string", schema.Describe(name), in(r)))
			}
		default:
			kept = append(kept, r)
		}
	}
	switch {
	case len(platforms) > 1:
		for _, extra := range platforms[1:] {
			found = append(found, extra.errorf("", "is a second Platform%s; one holds for all declarations: keep one", between(platforms[0], extra)))
		}
		return kept, &platforms[0], found
	case len(platforms) == 1:
		return kept, &platforms[0], append(found, displaced(platforms[0], platformFile)...)
	default:
		conventions, faults := conventionsFromFile(platformFile)
		return kept, conventions, append(found, faults...)
	}
}

// untyped says what a resource lacks that does not say what it is.
func untyped(r resource) fivefold.Findings {
	advice := map[string]string{"apiVersion": "the group and version of its kind", "kind": "what it is"}
	if isDeclared(r.kind) || r.kind == platformKind {
		advice["apiVersion"] = tenant.APIVersion
	}
	var found fivefold.Findings
	for _, field := range []string{"apiVersion", "kind"} {
		switch value := r.Value[field].(type) {
		case string:
			if value == "" {
				found = append(found, r.errorf(field, "empty; write %s", advice[field]))
			}
		case nil:
			found = append(found, r.errorf(field, "not set; write %s", advice[field]))
		default:
			found = append(found, r.errorf(field, "found %s; write %s", schema.Describe(value), advice[field]))
		}
	}
	return found
}

// encodeStream writes resources as kustomize prints them.
func encodeStream(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	document := func(text []byte) error {
		block, err := manifest.YAML(text)
		if err != nil {
			return err
		}
		if out.Len() > 0 {
			out.WriteString("---\n")
		}
		out.Write(block)
		return nil
	}
	for _, e := range entries {
		if e.objects == nil {
			text, err := manifest.JSON(e.resource.Value)
			if err != nil {
				return nil, fmt.Errorf("%s %q: %w", e.resource.kind, e.resource.name, err)
			}
			if err := document(text); err != nil {
				return nil, fmt.Errorf("%s %q: %w", e.resource.kind, e.resource.name, err)
			}
			continue
		}
		for _, o := range e.objects {
			if err := document(o.json); err != nil {
				return nil, fmt.Errorf("%s: %w", o.id, err)
			}
		}
	}
	return out.Bytes(), nil
}
