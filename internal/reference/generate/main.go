// Command generate writes the field reference of a kind in Markdown: the path, type, default and merge behaviour of every
// field, and what its comment says.
//
// It reads the source of the kind's package and its defaults, and nothing else, so that the reference says what the code
// says. It fails on a type that it does not know how to name.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	kind := flag.String("kind", "Tenant", "the kind, whose package is its name in lower case")
	root := flag.String("root", "../..", "the directory of the module")
	flag.Parse()
	if err := run(*kind, *root, filepath.Join(*root, "docs/reference", packageOf(*kind)+".md")); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func packageOf(kind string) string {
	return strings.ToLower(kind)
}

func run(kind, root, output string) error {
	directory := filepath.Join(root, packageOf(kind))
	types, err := os.ReadFile(filepath.Join(directory, "types.go"))
	if err != nil {
		return err
	}
	layers, err := os.ReadFile(filepath.Join(directory, "layers.go"))
	if err != nil {
		return err
	}
	defaults, err := os.ReadFile(filepath.Join(directory, "defaults.yaml"))
	if err != nil {
		return err
	}
	page, err := generate(kind, types, layers, defaults)
	if err != nil {
		return err
	}
	return os.WriteFile(output, page, 0o644)
}

// generate returns the reference of the types in a Go file. Layers is the Go file that says which of their fields are
// alternatives, if any are.
func generate(kind string, types, layers, defaults []byte) ([]byte, error) {
	s, err := parse(kind, types)
	if err != nil {
		return nil, err
	}
	if s.rivals, err = alternatives(layers); err != nil {
		return nil, err
	}
	tree, err := parseDefaults(defaults)
	if err != nil {
		return nil, err
	}
	sections, err := s.sections(tree)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	layer := strings.ToLower(kind[:1]) + kind[1:]
	page.WriteString(strings.NewReplacer("KIND", kind, "PACKAGE", packageOf(kind), "LAYER", layer).Replace(head))
	if len(s.rivals) > 0 {
		page.WriteString(rivalry)
	}
	page.WriteString(foot)
	fmt.Fprintf(&page, "\n%s\n", s.prose(s.structs[kind].doc, nil))
	for _, section := range sections {
		section.write(&page)
	}
	return page.Bytes(), nil
}

const (
	head = `<!-- Generated from PACKAGE/types.go and PACKAGE/defaults.yaml by go generate ./internal/reference. DO NOT EDIT. -->

# Fields of a KIND

All fields stand in a KIND's ` + "`spec`" + `, and as well in a Platform's ` + "`spec.LAYER`" + `. *Default* is what holds
where neither layer says otherwise; ` + "`bin/fivefold defaults PACKAGE`" + ` prints the same. *Layers* says what happens to
the value of a lower layer:

- merged: key by key. A key that is null is removed.
- replaced: the higher layer's value holds as it is. Null removes the lower one.
- with a field: that field is replaced, and this one as a part of it.
`
	rivalry = `- over a field: only one of the two holds. The highest layer that sets either decides.
`
	foot = `
See [layers](../layers.md). Types of other projects link to their Go documentation and are checked against it.
`
)
