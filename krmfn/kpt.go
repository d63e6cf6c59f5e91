package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// underKpt tells whether the resources are the files of a package, into which the output is written back.
func underKpt(resources []resource) bool {
	for _, r := range resources {
		if r.inPackage() {
			return true
		}
	}
	return false
}

// keepFiles arranges the entries of a package so that a second run changes nothing. A declaration stays in its file,
// marked as local configuration, since it is what the next run reads. Its objects go to a file of their own beside it;
// an object that is there already is replaced where it stands, and not touched where nothing in it changes.
func keepFiles(entries []entry) ([]entry, error) {
	existing := map[id]int{}
	for i, e := range entries {
		// Several files of a package may hold an object of one name, as overlays do; the first is ours to update.
		if _, taken := existing[e.resource.id()]; e.objects == nil && !taken {
			existing[e.resource.id()] = i
		}
	}
	kept := slices.Clone(entries)
	var made []entry
	written := map[string]int{} // documents by file: an app may well have the name of its tenant
	for i, e := range entries {
		if e.resource.isPlatform() {
			markLocal(e.resource.Node)
		}
		if e.objects == nil {
			continue
		}
		markLocal(e.resource.Node)
		kept[i] = entry{resource: e.resource}
		file := path.Join(path.Dir(e.resource.file()), e.resource.name+"-objects.yaml")
		if _, known := written[file]; !known {
			written[file] = documentsIn(file, entries)
		}
		for _, o := range e.objects {
			if at, ok := existing[o.id]; ok {
				updated, err := replaced(entries[at], o)
				if err != nil {
					return nil, err
				}
				kept[at] = updated
				continue
			}
			placed, err := place(o, file, strconv.Itoa(written[file]), nil)
			if err != nil {
				return nil, err
			}
			made = append(made, entry{resource: e.resource, objects: []object{placed}})
			written[file]++
		}
	}
	return append(kept, made...), nil
}

// documentsIn counts what a file holds already.
func documentsIn(file string, entries []entry) int {
	count := 0
	for _, e := range entries {
		if e.resource.file() == file {
			count++
		}
	}
	return count
}

// replaced returns the entry of a file with the new content of its object.
func replaced(e entry, o object) (entry, error) {
	tree, err := manifest.Decode(o.json)
	if err != nil {
		return entry{}, err
	}
	content, err := manifest.JSON(withoutPlace(e.resource.Value))
	if err != nil {
		return entry{}, err
	}
	old, err := manifest.Decode(content)
	if err != nil {
		return entry{}, err
	}
	if reflect.DeepEqual(old, tree) {
		return e, nil
	}
	bookkeeping := map[string]string{}
	if meta, ok := e.resource.Value["metadata"].(map[string]any); ok {
		annotations, _ := meta["annotations"].(map[string]any)
		for key, value := range annotations {
			if text, ok := value.(string); ok && isPlace(key) {
				bookkeeping[key] = text
			}
		}
	}
	placed, err := place(o, "", "", bookkeeping)
	if err != nil {
		return entry{}, err
	}
	return entry{resource: e.resource, objects: []object{placed}}, nil
}

// isPlace tells the annotations by which an orchestrator remembers where a resource came from.
func isPlace(key string) bool {
	return strings.HasPrefix(key, "internal.config.kubernetes.io/") || strings.HasPrefix(key, "config.k8s.io/") ||
		key == legacyPathAnnotation || key == legacyIndexAnnotation
}

// withoutPlace returns a resource without those annotations.
func withoutPlace(value map[string]any) map[string]any {
	meta, _ := value["metadata"].(map[string]any)
	annotations, _ := meta["annotations"].(map[string]any)
	kept := map[string]any{}
	for key, text := range annotations {
		if !isPlace(key) {
			kept[key] = text
		}
	}
	copied, copiedMeta := maps.Clone(value), maps.Clone(meta)
	if copiedMeta == nil {
		copiedMeta = map[string]any{}
	}
	delete(copiedMeta, "annotations")
	if len(kept) > 0 {
		copiedMeta["annotations"] = kept
	}
	copied["metadata"] = copiedMeta
	return copied
}

// place returns an object with the annotations that say where to write it: those it had, or a file and an index.
func place(o object, file, index string, bookkeeping map[string]string) (object, error) {
	tree, err := manifest.Decode(o.json)
	if err != nil {
		return object{}, err
	}
	fields, ok := tree.(map[string]any)
	if !ok {
		return object{}, fmt.Errorf("%s has no fields", o.id)
	}
	meta, ok := fields["metadata"].(map[string]any)
	if !ok {
		return object{}, fmt.Errorf("%s has no metadata", o.id)
	}
	annotations, _ := meta["annotations"].(map[string]any)
	if annotations == nil {
		annotations = map[string]any{}
		meta["annotations"] = annotations
	}
	if bookkeeping == nil {
		bookkeeping = map[string]string{
			pathAnnotation: file, legacyPathAnnotation: file, indexAnnotation: index, legacyIndexAnnotation: index,
		}
	}
	for key, value := range bookkeeping {
		annotations[key] = value
	}
	text, err := manifest.JSON(tree)
	return object{o.id, json.RawMessage(text)}, err
}

// markLocal adds the annotation that keeps a declaration from being applied to a cluster.
func markLocal(node *yaml.Node) {
	meta := field(node, "metadata")
	if meta == nil {
		return
	}
	annotations := field(meta, "annotations")
	if annotations == nil {
		annotations = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
		meta.Content = append(meta.Content, scalar("annotations"), annotations)
	}
	if annotations.Kind == yaml.ScalarNode { // annotations: null
		*annotations = yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	}
	if field(annotations, localConfigAnnotation) == nil {
		value := scalar("true")
		value.Style = yaml.DoubleQuotedStyle
		annotations.Content = append(annotations.Content, scalar(localConfigAnnotation), value)
	}
}

func scalar(text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
}

func field(node *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == key {
			return node.Content[i+1]
		}
	}
	return nil
}
