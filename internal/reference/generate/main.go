// Command generate writes the field reference of a Tenant in Markdown: the path, type, default and merge behaviour of
// every field, and what its comment says.
//
// It reads the source of package tenant and its defaults, and nothing else, so that the reference says what the code
// says. It fails on a type that it does not know how to name.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	output := flag.String("o", "tenant.md", "the file to write")
	source := flag.String("tenant", "../../tenant", "the directory of package tenant")
	flag.Parse()
	if err := run(*source, *output); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(source, output string) error {
	types, err := os.ReadFile(filepath.Join(source, "types.go"))
	if err != nil {
		return err
	}
	layers, err := os.ReadFile(filepath.Join(source, "layers.go"))
	if err != nil {
		return err
	}
	defaults, err := os.ReadFile(filepath.Join(source, "defaults.yaml"))
	if err != nil {
		return err
	}
	page, err := generate(types, layers, defaults)
	if err != nil {
		return err
	}
	return os.WriteFile(output, page, 0o644)
}

// generate returns the reference of the types in a Go file. Layers is the Go file that says which of their fields are
// alternatives.
func generate(types, layers, defaults []byte) ([]byte, error) {
	s, err := parse(types)
	if err != nil {
		return nil, err
	}
	if s.rivals, err = alternatives(layers); err != nil {
		return nil, err
	}
	d, err := parseDefaults(defaults)
	if err != nil {
		return nil, err
	}
	sections, err := s.sections(d)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	page.WriteString(head)
	fmt.Fprintf(&page, "\n%s\n", s.prose(s.structs["Tenant"].doc, nil))
	for _, section := range sections {
		section.write(&page)
	}
	return page.Bytes(), nil
}

const head = `<!-- Generated from tenant/types.go and tenant/defaults.yaml by go generate ./internal/reference. DO NOT EDIT. -->

# Fields of a Tenant

All fields stand in a Tenant's ` + "`spec`" + `, and as well in a Platform's ` + "`spec.tenant`" + `. *Default* is what holds
where neither layer says otherwise; ` + "`bin/fivefold defaults`" + ` prints the same. *Layers* says what happens to
the value of a lower layer:

- merged: key by key. A key that is null is removed.
- replaced: the higher layer's value holds as it is. Null removes the lower one.
- with a field: that field is replaced, and this one as a part of it.
- over a field: only one of the two holds. The highest layer that sets either decides.

See [layers](../layers.md). Types of other projects link to their Go documentation and are checked against it.
`
