package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/tenant"
)

// block is a fenced block of a Markdown file.
type block struct {
	file     string
	line     int    // of the opening fence
	indent   string // in front of it, in a list
	language string // the first word behind the fence
	mark     string // the rest of that line
	text     string
}

func (b block) String() string {
	return fmt.Sprintf("%s:%d", b.file, b.line)
}

// TestDocs tries what the README and docs/ show. What a yaml block has to do is marked behind its fence:
//
//	yaml          of fivefold.dev: must render, alone if it holds both a Platform and Tenants or WebApps. Without a
//	              Platform, Tenants render with that of examples/platform, and WebApps with that of
//	              examples/webapp-minimal. A Platform alone renders with the shortest Tenant.
//	              Of anything else: must be YAML.
//	yaml of FILE  must be lines of that file, which is tried elsewhere
//	yaml fails    must be refused with exactly the errors of the text block that follows
//	yaml warns    must render, with the messages of the text block that follows among its warnings
//	yaml output   must be documents of what the block rendered before makes, to the letter
//
// A block "text objects" lists what the block rendered before makes, in order: kind, namespace/name, and a remark.
func TestDocs(t *testing.T) {
	blocks := docBlocks(t)
	rendered := 0
	last := map[string]string{} // by file, what its last rendered block made
	for i, b := range blocks {
		t.Run(b.String(), func(t *testing.T) {
			source, isExcerpt := strings.CutPrefix(b.mark, "of ")
			switch {
			case b.language == "yaml" && isExcerpt:
				if file := string(readFile(t, filepath.Join("..", source))); !strings.Contains("\n"+file, "\n"+b.text) {
					t.Errorf("is not in %s", source)
				}
			case b.language == "yaml" && b.mark == "output":
				made := documents(last[b.file])
				for _, want := range documents(b.text) {
					if !slices.Contains(made, want) {
						t.Errorf("not made by the block before:\n%s", want)
					}
				}
			case b.language == "text" && b.mark == "objects":
				if got, want := objectList(t, last[b.file]), columns(b.text); !slices.Equal(got, want) {
					t.Errorf("lists\n%s\nand the block before makes\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
				}
			case b.language == "yaml" && isDeclaration(t, b):
				rendered++
				last[b.file] = tryBlock(t, b, blocks[i+1:])
			case b.language == "yaml" && b.mark != "":
				t.Errorf("marked %q, and is no declaration", b.mark)
			}
		})
	}
	if rendered == 0 {
		t.Error("the documentation shows no declarations")
	}
}

// tryBlock renders a block as its mark says, and returns what it makes. Following are the blocks behind it.
func tryBlock(t *testing.T, b block, following []block) string {
	t.Helper()
	input, platformFile := completed(t, b)
	var stdout, stderr bytes.Buffer
	code := run([]string{"render", "-"}, strings.NewReader(input), &stdout, &stderr, platformFile)
	switch b.mark {
	case "", "warns":
		if code != 0 {
			t.Fatalf("exit code %d:\n%s", code, stderr.String())
		}
	case "fails":
		if code != 1 || stdout.Len() > 0 {
			t.Fatalf("exit code %d, and on stdout %q", code, stdout.String())
		}
	default:
		t.Fatalf("unknown mark %q", b.mark)
	}
	if b.mark == "" {
		return stdout.String()
	}
	if len(following) == 0 || following[0].language != "text" || following[0].file != b.file {
		t.Fatal("no text block follows with the messages")
	}
	said := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	want := strings.Split(strings.TrimSpace(following[0].text), "\n")
	if b.mark == "fails" {
		said = slices.DeleteFunc(said, func(line string) bool { return strings.HasPrefix(line, "warning: ") })
		if len(said) > len(want) {
			t.Errorf("says more than the documentation:\n%s", strings.Join(said, "\n"))
		}
	}
	for _, line := range want {
		if !slices.Contains(said, line) {
			t.Errorf("does not say\n%s\nbut\n%s", line, strings.Join(said, "\n"))
		}
	}
	return stdout.String()
}

// completed returns the text to render for a block, and the file of the Platform that goes with it.
func completed(t *testing.T, b block) (input, platformFile string) {
	t.Helper()
	var hasDeclaration, hasTenant, hasPlatform bool
	docs, _ := document.Parse(b.file, []byte(b.text))
	for _, doc := range docs {
		hasDeclaration = hasDeclaration || newResource(doc).isDeclaration()
		hasTenant = hasTenant || newResource(doc).kind == tenant.Kind
		hasPlatform = hasPlatform || newResource(doc).isPlatform()
	}
	switch {
	case hasPlatform && !hasDeclaration:
		const shortest = "---\napiVersion: fivefold.dev/v1alpha1\nkind: Tenant\nmetadata:\n  name: shop\nspec:\n" +
			"  source:\n    url: oci://registry.example.org/acme/shop\n    verify: null\n"
		return b.text + shortest, ""
	case !hasPlatform && hasDeclaration && !hasTenant:
		return b.text, "../examples/webapp-minimal/platform.yaml"
	case !hasPlatform:
		return b.text, "../examples/platform/platform.yaml"
	default:
		return b.text, ""
	}
}

// isDeclaration tells whether the first document of a block is Fivefold's. It has to be YAML anyway, unless it is shown
// because it is not.
func isDeclaration(t *testing.T, b block) bool {
	t.Helper()
	docs, problems := document.Parse(b.file, []byte(b.text))
	if len(problems) > 0 && b.mark != "fails" {
		t.Fatalf("is not YAML: %v", problems)
	}
	return b.mark == "fails" || len(docs) > 0 && newResource(docs[0]).isOurs()
}

func documents(stream string) []string {
	docs := strings.Split(stream, "\n---\n")
	for i := range docs {
		docs[i] = strings.TrimSpace(docs[i])
	}
	return docs
}

// objectList returns the kind and the name of each object of a stream.
func objectList(t *testing.T, stream string) []string {
	t.Helper()
	docs, problems := document.Parse("", []byte(stream))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	list := make([]string, len(docs))
	for i, doc := range docs {
		r := newResource(doc)
		list[i] = strings.TrimPrefix(r.namespace+"/"+r.name, "/")
		list[i] = r.kind + " " + list[i]
	}
	return list
}

// columns returns the first two words of each line.
func columns(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) >= 2 {
			list = append(list, words[0]+" "+words[1])
		}
	}
	return list
}

var (
	fence = regexp.MustCompile("^( *)```([a-z]*) *(.*)$")
	link  = regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
)

// docBlocks returns the fenced blocks of all documentation.
func docBlocks(t *testing.T) []block {
	t.Helper()
	var blocks []block
	for _, file := range docFiles(t) {
		var open *block
		for i, line := range strings.Split(string(readFile(t, file)), "\n") {
			match := fence.FindStringSubmatch(line)
			switch {
			case match == nil && open != nil:
				open.text += strings.TrimPrefix(line, open.indent) + "\n"
			case match == nil:
			case open == nil:
				open = &block{file: file, line: i + 1, indent: match[1], language: match[2], mark: match[3]}
			default:
				blocks = append(blocks, *open)
				open = nil
			}
		}
		if open != nil {
			t.Errorf("%s: is not closed", open)
		}
	}
	if len(blocks) == 0 {
		t.Fatal("found no blocks")
	}
	return blocks
}

func docFiles(t *testing.T) []string {
	t.Helper()
	files := []string{"../README.md"}
	err := filepath.WalkDir("../docs", func(file string, _ fs.DirEntry, err error) error {
		if filepath.Ext(file) == ".md" {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestDocsLinks fails on a link to a file that is not there.
func TestDocsLinks(t *testing.T) {
	for _, file := range docFiles(t) {
		for _, match := range link.FindAllStringSubmatch(string(readFile(t, file)), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), match[1])); err != nil {
				t.Errorf("%s: %s", file, err)
			}
		}
	}
}

// TestDocsDefaults fails when the guide to the layers shows other defaults of a Tenant than there are.
func TestDocsDefaults(t *testing.T) {
	var printed bytes.Buffer
	if code := run([]string{"defaults", "tenant"}, strings.NewReader(""), &printed, &bytes.Buffer{}, ""); code != 0 {
		t.Fatal("exit code", code)
	}
	for _, b := range docBlocks(t) {
		if b.language == "yaml" && b.text == printed.String() {
			return
		}
	}
	t.Error("no guide shows what fivefold defaults tenant prints")
}
