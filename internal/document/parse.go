// Package document reads YAML the way kustomize does, so that a file means the same with and without it: streams of
// documents, lists, anchors and merge keys, YAML 1.2 scalars. What kustomize would lose or accept in silence, a key that
// is written twice for example, is a [Problem].
package document

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
)

// Document is one YAML document that holds a mapping.
type Document struct {
	// Source names the file, and Index counts the documents and list items in it from 0.
	Source string
	Index  int
	// Node is the document as it was written, comments included.
	Node *yaml.Node
	// Value is the document's JSON: maps, lists, strings, booleans, nil, [json.Number] and [Time].
	Value map[string]any
	// Problems are the faults inside the document. Value is what could be made of the rest.
	Problems []Problem
}

// Problem is a fault at a place in a file.
type Problem struct {
	// Path is the field's path within its document, where the fault lies in one.
	Path string
	// Line and Column count from 1; 0 is unknown.
	Line, Column int
	Format       string
	Args         []any
}

// Parse splits a stream into its documents. Documents with nothing but comments are skipped, lists are unwrapped, and
// faults in one document do not hide those of the next. Problems that belong to no document come second.
func Parse(source string, data []byte) ([]Document, []Problem) {
	var docs []Document
	var problems []Problem
	for _, c := range split(data) {
		nodes, problem := decode(c)
		if problem != nil {
			problems = append(problems, *problem)
		}
		for _, node := range nodes {
			docs = append(docs, unwrap(source, node)...)
		}
	}
	for i := range docs {
		docs[i].Index = i
	}
	return docs, problems
}

// chunk is the text of at least one document, and the number of lines before it.
type chunk struct {
	text   []byte
	offset int
}

// split cuts a stream in front of each document marker, so that a syntax error ends one document only.
func split(data []byte) []chunk {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	var chunks []chunk
	var text []byte
	start, line := 0, 0
	content := false // directives belong to the document that follows their marker
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 {
			end = len(data)
		}
		row := data[:end]
		data = data[end:]
		if marker(row) && content {
			chunks = append(chunks, chunk{text, start})
			text, start, content = nil, line, false
		}
		rest := row
		if marker(row) {
			rest = row[len("---"):]
		}
		if !bytes.HasPrefix(row, []byte("%")) && len(bytes.TrimSpace(rest)) > 0 {
			content = true
		}
		text = append(text, row...)
		line++
	}
	return append(chunks, chunk{text, start})
}

func marker(row []byte) bool {
	rest, found := bytes.CutPrefix(row, []byte("---"))
	return found && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n')
}

// decode parses the documents of a chunk up to the first syntax error.
func decode(c chunk) ([]*yaml.Node, *Problem) {
	decoder := yaml.NewDecoder(bytes.NewReader(c.text))
	var nodes []*yaml.Node
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return nodes, nil
		}
		if err != nil {
			return nodes, syntaxProblem(c, err)
		}
		if len(document.Content) == 0 || document.Content[0].ShortTag() == "!!null" {
			continue
		}
		shift(&document, c.offset)
		node := document.Content[0]
		node.HeadComment = joinComments(document.HeadComment, node.HeadComment)
		node.FootComment = joinComments(node.FootComment, document.FootComment)
		nodes = append(nodes, node)
	}
}

func joinComments(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

func shift(node *yaml.Node, lines int) {
	if lines == 0 {
		return
	}
	node.Line += lines
	for _, child := range node.Content {
		shift(child, lines)
	}
}

var (
	yamlErrorLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)$`)
	unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// syntaxProblem says where a parser's error lies. The parser counts lines from the start of what it was given, gives no
// column, and for some errors names the line before.
func syntaxProblem(c chunk, err error) *Problem {
	match := yamlErrorLine.FindStringSubmatch(strings.ReplaceAll(err.Error(), "\n", " "))
	if match == nil {
		return &Problem{Line: c.offset + 1, Format: "not YAML: %s", Args: []any{err.Error()}}
	}
	line, _ := strconv.Atoi(match[1])
	rows := strings.Split(string(c.text), "\n")
	for _, at := range []int{line, line + 1} {
		if at < 1 || at > len(rows) {
			continue
		}
		row := rows[at-1]
		indent := row[:len(row)-len(strings.TrimLeft(row, " \t"))]
		if tab := strings.IndexByte(indent, '\t'); tab >= 0 {
			return &Problem{Line: c.offset + at, Column: tab + 1, Format: "not YAML: a tab indents this line; write spaces"}
		}
	}
	if anchor := unknownAnchor.FindStringSubmatch(match[2]); anchor != nil {
		problem := &Problem{Line: c.offset + 1, Column: 1, Format: "not YAML: unknown anchor %q; an anchor holds for the document " +
			"that it stands in", Args: []any{anchor[1]}}
		for i, row := range rows {
			if at := strings.Index(row, "*"+anchor[1]); at >= 0 {
				problem.Line, problem.Column = c.offset+i+1, at+1
				break
			}
		}
		return problem
	}
	column := 0
	if line >= 1 && line <= len(rows) {
		row := rows[line-1]
		column = len(row) - len(strings.TrimLeft(row, " ")) + 1
	}
	return &Problem{Line: c.offset + max(line, 1), Column: max(column, 1), Format: "not YAML: %s", Args: []any{match[2]}}
}

// unwrap turns a document into the resources in it: kustomize replaces every kind that ends in List and has items by
// its items.
func unwrap(source string, node *yaml.Node) []Document {
	doc := newDocument(source, node)
	kind, _ := doc.Value["kind"].(string)
	if !strings.HasSuffix(kind, "List") || len(doc.Problems) > 0 {
		return []Document{doc}
	}
	if _, isList := doc.Value["items"].([]any); !isList {
		return []Document{doc}
	}
	return doc.items()
}

// newDocument reads a document as it stands.
func newDocument(source string, node *yaml.Node) Document {
	c := converter{budget: maxAliasedNodes}
	object, ok := c.value(node, "").(map[string]any)
	if !ok {
		c.problem(node, "", "found %s; a Kubernetes object is a mapping with apiVersion, kind and metadata", describe(node))
		object = map[string]any{}
	}
	return Document{Source: source, Node: node, Value: object, Problems: c.problems}
}

// items returns the items of a list as documents. Faults of the list are theirs.
func (d Document) items() []Document {
	values, _ := d.Value["items"].([]any)
	if len(values) == 0 {
		return nil
	}
	nodes := child(d.Node, "items").Content
	docs := make([]Document, len(values))
	for i, value := range values {
		node := resolve(nodes[i])
		object, ok := value.(map[string]any)
		docs[i] = Document{Source: d.Source, Index: i, Node: node, Value: object}
		if !ok {
			docs[i].Value = map[string]any{}
			docs[i].Problems = []Problem{{
				Path: fieldpath.Index("items", i), Line: node.Line, Column: node.Column,
				Format: "found %s; a Kubernetes object is a mapping with apiVersion, kind and metadata", Args: []any{describe(node)},
			}}
		}
	}
	return docs
}

// ResourceList is what an orchestrator such as kustomize or kpt hands to a function.
// https://github.com/kubernetes-sigs/kustomize/blob/master/cmd/config/docs/api-conventions/functions-spec.md
type ResourceList struct {
	Items []Document
	// FunctionConfig is nil where there is none.
	FunctionConfig *Document
}

// ParseResourceList reads a function's input.
func ParseResourceList(data []byte) (ResourceList, []Problem) {
	var nodes []*yaml.Node
	for _, c := range split(data) {
		found, problem := decode(c)
		if problem != nil {
			return ResourceList{}, []Problem{*problem}
		}
		nodes = append(nodes, found...)
	}
	if len(nodes) != 1 {
		return ResourceList{}, []Problem{{Format: "found %d documents; a function's input is one ResourceList", Args: []any{len(nodes)}}}
	}
	doc := newDocument("", nodes[0])
	if len(doc.Problems) > 0 {
		return ResourceList{}, doc.Problems
	}
	kind, _ := doc.Value["kind"].(string)
	version, _ := doc.Value["apiVersion"].(string)
	if kind != "ResourceList" || !strings.HasPrefix(version, "config.kubernetes.io/") {
		return ResourceList{}, []Problem{{Format: "found kind %q of %q; a function's input is a ResourceList of config.kubernetes.io/v1",
			Args: []any{kind, version}}}
	}
	if items := doc.Value["items"]; items != nil {
		if _, isList := items.([]any); !isList {
			return ResourceList{}, []Problem{{Path: "items", Format: "found no list; write the resources as a list"}}
		}
	}
	list := ResourceList{Items: doc.items()}
	switch config := doc.Value["functionConfig"].(type) {
	case nil:
	case map[string]any:
		list.FunctionConfig = &Document{Node: child(doc.Node, "functionConfig"), Value: config}
	default:
		return ResourceList{}, []Problem{{Path: "functionConfig", Format: "found %s; a function's configuration is a mapping with " +
			"apiVersion, kind and metadata", Args: []any{describe(child(doc.Node, "functionConfig"))}}}
	}
	return list, nil
}

// child returns the value of a key of a mapping, merged keys aside, or nil.
func child(node *yaml.Node, key string) *yaml.Node {
	node = resolve(node)
	if node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		if node.Content[i].Value == key {
			return resolve(node.Content[i+1])
		}
	}
	return nil
}

// resolve follows an alias to what it stands for.
func resolve(node *yaml.Node) *yaml.Node {
	for node.Kind == yaml.AliasNode {
		node = node.Alias
	}
	return node
}
