package document

import (
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
)

// maxAliasedNodes bounds what the aliases of one document may stand for, so that a few lines cannot fill the memory.
const maxAliasedNodes = 100_000

// Time is a plain scalar that YAML reads as a date. kustomize turns it into the text of an instant.
type Time struct {
	// Text is the scalar as it was written.
	Text string
	at   time.Time
}

// MarshalJSON gives what kustomize makes of the scalar.
func (t Time) MarshalJSON() ([]byte, error) {
	return json.Marshal(t.at)
}

// converter makes JSON values of YAML nodes.
type converter struct {
	budget   int // nodes that aliases may still stand for
	aliases  []*yaml.Node
	problems []Problem
}

func (c *converter) problem(node *yaml.Node, path, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: path, Line: node.Line, Column: node.Column, Format: format, Args: args})
}

func (c *converter) value(node *yaml.Node, path string) any {
	if len(c.aliases) > 0 {
		if c.budget--; c.budget < 0 {
			if c.budget == -1 {
				c.problem(c.aliases[0], path, "the aliases stand for more than %d values; write them out", maxAliasedNodes)
			}
			return nil
		}
	}
	switch node.Kind {
	case yaml.AliasNode:
		return c.alias(node, path)
	case yaml.MappingNode:
		return c.mapping(node, path)
	case yaml.SequenceNode:
		list := make([]any, len(node.Content))
		for i, item := range node.Content {
			list[i] = c.value(item, fieldpath.Index(path, i))
		}
		return list
	default:
		return c.scalar(node, path)
	}
}

func (c *converter) alias(node *yaml.Node, path string) any {
	for _, open := range c.aliases {
		if open.Alias == node.Alias {
			c.problem(node, path, "the alias *%s stands for a value that holds it; write the value out", node.Value)
			return nil
		}
	}
	c.aliases = append(c.aliases, node)
	value := c.value(node.Alias, path)
	c.aliases = c.aliases[:len(c.aliases)-1]
	return value
}

func (c *converter) mapping(node *yaml.Node, path string) any {
	object := make(map[string]any, len(node.Content)/2)
	lines := make(map[string]int, len(node.Content)/2)
	var merges []*yaml.Node
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := resolve(node.Content[i]), node.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			c.problem(key, path, "found %s as a key; quote the value if braces or brackets belong to a template", describe(key))
			continue
		}
		if key.ShortTag() == "!!merge" {
			merges = append(merges, value)
			continue
		}
		at := fieldpath.Key(path, key.Value)
		if first, twice := lines[key.Value]; twice {
			if first == key.Line {
				c.problem(key, at, "duplicate key, written twice in line %d; keep one", first)
			} else {
				c.problem(key, at, "duplicate key, written in line %d and in line %d; keep one", first, key.Line)
			}
			continue
		}
		lines[key.Value] = key.Line
		object[key.Value] = c.value(value, at)
	}
	for _, merge := range merges {
		c.merge(object, merge, path)
	}
	return object
}

// merge fills in what a merge key (<<) brings: keys that are written out win, then the first of several maps.
func (c *converter) merge(object map[string]any, node *yaml.Node, path string) {
	value := c.value(node, path)
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, item := range list {
		from, ok := item.(map[string]any)
		if !ok {
			c.problem(node, path, "the merge key << takes a mapping or a list of mappings")
			return
		}
		for key, value := range from {
			if _, written := object[key]; !written {
				object[key] = value
			}
		}
	}
}

var decimal = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

func (c *converter) scalar(node *yaml.Node, path string) any {
	switch node.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(node.Value, "true")
	case "!!int":
		if decimal.MatchString(node.Value) {
			return json.Number(node.Value)
		}
		var signed int64
		var unsigned uint64
		if node.Decode(&signed) == nil {
			return json.Number(strconv.FormatInt(signed, 10))
		}
		if node.Decode(&unsigned) == nil {
			return json.Number(strconv.FormatUint(unsigned, 10))
		}
		c.problem(node, path, "found the number %s, which is too large; quote the value", node.Value)
	case "!!float":
		var number float64
		if node.Decode(&number) == nil && !math.IsInf(number, 0) && !math.IsNaN(number) {
			text, err := json.Marshal(number)
			if err == nil {
				return json.Number(text)
			}
		}
		c.problem(node, path, "found %s, which is no JSON number; quote the value", node.Value)
	case "!!timestamp":
		var at time.Time
		if node.Decode(&at) == nil {
			return Time{Text: node.Value, at: at}
		}
		return node.Value
	default:
		return node.Value
	}
	return nil
}

func describe(node *yaml.Node) string {
	switch resolve(node).Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	default:
		if node.ShortTag() == "!!null" {
			return "nothing"
		}
		return strconv.Quote(node.Value)
	}
}
