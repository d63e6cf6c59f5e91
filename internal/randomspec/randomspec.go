// Package randomspec draws specs for property tests: the JSON of values of a Go type, likely ones for the names of their
// fields. Only tests import it.
package randomspec

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// Generator draws values.
type Generator struct {
	Random *rand.Rand
	// Meant are, by the name of a field, texts that mean something in it.
	Meant map[string][]string
	// Any are texts that can stand in every field.
	Any []string
	// Objects are, by the name of a field without a type of its own, what means something in it. Without any it is drawn.
	Objects map[string][]any
}

// SetField sets a random field of a type, often deep in an object that is there already.
func (g Generator) SetField(object map[string]any, t reflect.Type) {
	fields := jsonfield.Of(t).Fields
	field := fields[g.Random.IntN(len(fields))]
	inner := field.Type
	for inner.Kind() == reflect.Pointer {
		inner = inner.Elem()
	}
	const whole = 8 // one in so many structs is drawn as a whole
	if inner.Kind() == reflect.Struct && !isText(inner) && len(jsonfield.Of(inner).Fields) > 0 && g.Random.IntN(whole) > 0 {
		child, ok := object[field.Name].(map[string]any)
		if !ok {
			child = map[string]any{}
			object[field.Name] = child
		}
		g.SetField(child, inner)
		return
	}
	object[field.Name] = g.Value(inner, field.Name)
}

// isText tells the structs that JSON has as a text.
func isText(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[metav1.Duration](), reflect.TypeFor[metav1.Time](), reflect.TypeFor[resource.Quantity](), reflect.TypeFor[intstr.IntOrString]():
		return true
	default:
		return false
	}
}

// Value draws a value of a type, for a field of a name.
func (g Generator) Value(t reflect.Type, name string) any {
	return g.value(t, name, 0)
}

func (g Generator) value(t reflect.Type, name string, depth int) any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	const nulls, deepest, sparse = 12, 4, 3
	switch {
	case g.Random.IntN(nulls) == 0:
		return nil
	case t == reflect.TypeFor[metav1.Duration]():
		return g.Pick("1m", "90s", "1h", "0", "-5m", "1.5m", "100h", "${X}")
	case t == reflect.TypeFor[resource.Quantity]():
		return g.Pick("1", "1Gi", "1400m", "2048Mi", "0", "-1", "x")
	case t == reflect.TypeFor[intstr.IntOrString]():
		return g.Choose("http", "1", "25%", 1, 0, 8080)
	case t == reflect.TypeFor[metav1.Time]():
		return "2027-01-01T00:00:00Z"
	}
	switch t.Kind() {
	case reflect.Struct:
		object := map[string]any{}
		if depth > deepest {
			return object
		}
		fields := jsonfield.Of(t).Fields
		for _, field := range fields {
			if len(fields) <= sparse || g.Random.IntN(sparse) == 0 || !field.Optional {
				object[field.Name] = g.value(field.Type, field.Name, depth+1)
			}
		}
		return object
	case reflect.Map:
		if objects := g.Objects[name]; len(objects) > 0 && t.Elem().Kind() == reflect.Interface {
			return g.Choose(objects...)
		}
		object := map[string]any{}
		for range g.Random.IntN(3) {
			object[g.Text("key")] = g.value(t.Elem(), "value", depth+1)
		}
		return object
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "Y2E="
		}
		items := []any{}
		for range g.Random.IntN(3) {
			items = append(items, g.value(t.Elem(), name, depth+1))
		}
		return items
	case reflect.Bool:
		return g.Random.IntN(2) == 0
	case reflect.Int, reflect.Int32, reflect.Int64:
		return g.Choose(-1, 0, 1, 2, 3, 80, 8080, 1000, 70000)
	case reflect.Interface:
		return g.Choose("x", 1, true, map[string]any{"a": "b"})
	default:
		return g.Text(name)
	}
}

// Text draws a string, likely one that means something in a field of the name.
func (g Generator) Text(name string) string {
	if options := g.Meant[name]; len(options) > 0 && g.Random.IntN(5) > 0 {
		return g.Pick(options...)
	}
	return g.Pick(g.Any...)
}

// Pick draws one of some texts.
func (g Generator) Pick(options ...string) string { return options[g.Random.IntN(len(options))] }

// Choose draws one of some values.
func (g Generator) Choose(options ...any) any { return options[g.Random.IntN(len(options))] }

// Decode reads what can be read of a spec; what a strict reader refuses has tests of its own.
func Decode[T any](spec map[string]any) T {
	var decoded, nothing T
	data, err := json.Marshal(spec)
	if err != nil {
		return nothing
	}
	var findings fivefold.Findings
	if err := json.Unmarshal(data, &decoded); err != nil && !errors.As(err, &findings) {
		return nothing
	}
	return decoded
}

// Source is a source of randomness whose first numbers a fuzzer chooses.
type Source struct {
	choices []byte
	next    uint64
}

// NewSource returns a source that draws from a fuzzer's bytes.
func NewSource(choices []byte) *Source {
	return &Source{choices: choices}
}

// Uint64 returns the next number.
func (s *Source) Uint64() uint64 {
	var value uint64
	for range 4 {
		value <<= 16
		if len(s.choices) > 0 {
			value |= uint64(s.choices[0]) * 257
			s.choices = s.choices[1:]
		} else {
			s.next = s.next*6364136223846793005 + 1442695040888963407
			value |= s.next >> 48
		}
	}
	return value
}
