// Package schema checks decoded YAML against Go types, strictly and all at once: every unknown field, every value of a
// wrong type and every value that a CRD would refuse is a [Problem] with its path.
package schema

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/jsonfield"
	"github.com/fivefold-dev/fivefold/internal/upstream"
)

// Problem is a fault of the value at a path.
type Problem struct {
	Path   string
	Format string
	Args   []any
}

// Types checks that value, the JSON of a document, fits the Go type: known fields, right types. Null fits everything,
// since it removes what a lower layer says.
func Types(value any, t reflect.Type, path string, exceptions Exceptions) []Problem {
	c := checker{exceptions: exceptions}
	c.check(value, t, path, upstream.Rule{})
	return c.problems
}

// Exceptions are what a Go type does not say of its fields, by their paths without indexes.
type Exceptions struct {
	// Reserved are fields that exist in an upstream type but are not the author's to set, each with what to say.
	Reserved map[string]string
	// Untyped are maps of anything, each with the type that its keys are the fields of.
	Untyped map[string]reflect.Type
}

// Rules checks value, which has passed [Types], against what the CRDs demand beyond Go's types. Mirrors names, for a
// struct type, the upstream type whose rules its fields of the same name have.
func Rules(value any, t reflect.Type, path string, mirrors map[reflect.Type]reflect.Type) []Problem {
	c := checker{rules: true, mirrors: mirrors}
	c.check(value, t, path, upstream.Rule{})
	return c.problems
}

type checker struct {
	rules      bool
	exceptions Exceptions
	mirrors    map[reflect.Type]reflect.Type
	problems   []Problem
}

func (c *checker) problem(path, format string, args ...any) {
	c.problems = append(c.problems, Problem{Path: path, Format: format, Args: args})
}

// wrongType reports a type fault; values of a wrong type are known only once when types are checked, not again with the
// rules.
func (c *checker) wrongType(path, format string, args ...any) {
	if !c.rules {
		c.problem(path, format, args...)
	}
}

func (c *checker) check(value any, t reflect.Type, path string, rule upstream.Rule) {
	t = indirect(t)
	if value == nil {
		return
	}
	switch t {
	case reflect.TypeFor[metav1.Duration]():
		c.duration(value, path, rule)
		return
	case reflect.TypeFor[resource.Quantity]():
		c.quantity(value, path)
		return
	case reflect.TypeFor[CustomQuantity]():
		c.customQuantity(value, path)
		return
	case reflect.TypeFor[intstr.IntOrString]():
		c.intOrString(value, path)
		return
	case reflect.TypeFor[apiextensionsv1.JSON]():
		return
	}
	if t == reflect.TypeFor[map[string]any]() {
		if typed, ok := c.exceptions.Untyped[index.ReplaceAllString(path, "")]; ok {
			t = typed
		}
	}
	if c.rules {
		c.apply(value, path, rule)
		if named, ok := upstream.Type(t); ok {
			c.apply(value, path, named)
		}
	}
	switch t.Kind() {
	case reflect.Struct:
		c.object(value, t, path)
	case reflect.Map:
		c.dictionary(value, t, path)
	case reflect.Slice:
		c.list(value, t, path)
	case reflect.String:
		if _, ok := value.(string); !ok {
			c.wrongType(path, "%s", notAString(value))
		}
	case reflect.Bool:
		c.boolean(value, path)
	case reflect.Int, reflect.Int32, reflect.Int64:
		c.integer(value, t, path)
	case reflect.Interface:
	default:
		c.wrongType(path, "is of a type that cannot be written here")
	}
}

func (c *checker) object(value any, t reflect.Type, path string) {
	object, ok := value.(map[string]any)
	if !ok {
		c.wrongType(path, "found %s; write a mapping with some of %s", Describe(value), strings.Join(jsonfield.Of(t).Names(), ", "))
		return
	}
	fields := jsonfield.Of(t)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		at := fieldpath.Key(path, key)
		field, known := fields.Get(key)
		if !known {
			c.unknown(at, key, t)
			continue
		}
		c.check(object[key], field.Type, at, c.rule(field))
	}
	if !c.rules {
		return
	}
	for _, field := range fields.Fields {
		// An empty text is not written into the object.
		if value := object[field.Name]; (value == nil || value == "") && c.rule(field).Required {
			c.problem(fieldpath.Key(path, field.Name), "not set; the API requires a value")
		}
	}
}

// rule returns the CRD's rule of a field, from the upstream type that its struct mirrors where it mirrors one.
func (c *checker) rule(field jsonfield.Field) upstream.Rule {
	if !c.rules {
		return upstream.Rule{}
	}
	owner := field.Owner
	if mirror, ok := c.mirrors[owner]; ok {
		owner = mirror
	}
	rule, _ := upstream.Field(owner, field.Name)
	return rule
}

var index = regexp.MustCompile(`\[[^\]]*\]`)

func (c *checker) unknown(path, key string, t reflect.Type) {
	if c.rules {
		return
	}
	if why, ok := c.exceptions.Reserved[index.ReplaceAllString(path, "")]; ok {
		c.problem(path, "%s", why)
		return
	}
	names := jsonfield.Of(t).Names()
	if near := Nearest(key, names); near != "" {
		c.problem(path, "unknown field; did you mean %q?", near)
		return
	}
	if places := fieldsWith(t, key); len(places) > 0 {
		c.problem(path, "unknown field; did you mean %s?", strings.Join(places, " or "))
		return
	}
	if whole := startingWith(key, names); whole != "" {
		c.problem(path, "unknown field; did you mean %q?", whole)
		return
	}
	c.problem(path, "unknown field; known here: %s", strings.Join(names, ", "))
}

func (c *checker) dictionary(value any, t reflect.Type, path string) {
	object, ok := value.(map[string]any)
	if !ok {
		c.wrongType(path, "found %s; write a mapping", Describe(value))
		return
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		at := fieldpath.Key(path, key)
		if object[key] == nil && t.Elem().Kind() == reflect.String && !c.rules {
			// Within Fivefold's own maps null removes a key; elsewhere the API refuses it.
			continue
		}
		c.check(object[key], t.Elem(), at, upstream.Rule{})
	}
}

func (c *checker) list(value any, t reflect.Type, path string) {
	if t.Elem().Kind() == reflect.Uint8 {
		text, ok := value.(string)
		if !ok {
			c.wrongType(path, "%s", notAString(value))
		} else if _, err := base64.StdEncoding.DecodeString(text); err != nil {
			c.wrongType(path, "not base64; write the bytes in base64, as in a Secret's data")
		}
		return
	}
	list, ok := value.([]any)
	if !ok {
		c.wrongType(path, "found %s; write a list, with a dash before each item", Describe(value))
		return
	}
	for i, item := range list {
		at := fieldpath.Index(path, i)
		if item == nil {
			c.wrongType(at, "found nothing; write a value after the dash or drop the dash")
			continue
		}
		c.check(item, t.Elem(), at, upstream.Rule{})
	}
}

func (c *checker) boolean(value any, path string) {
	if _, ok := value.(bool); ok {
		return
	}
	text, isText := value.(string)
	switch {
	case isText && strings.Contains(text, "${"):
		c.wrongType(path, "found %q; Flux substitutes ${…} in strings only: write true or false", text)
	case isText && slices.Contains([]string{"yes", "on", "y", "true"}, strings.ToLower(text)):
		c.wrongType(path, "found the string %q; write true", text)
	case isText && slices.Contains([]string{"no", "off", "n", "false"}, strings.ToLower(text)):
		c.wrongType(path, "found the string %q; write false", text)
	default:
		c.wrongType(path, "found %s; write true or false", Describe(value))
	}
}

func (c *checker) integer(value any, t reflect.Type, path string) {
	number, ok := value.(json.Number)
	if !ok {
		if text, isText := value.(string); isText && strings.Contains(text, "${") {
			c.wrongType(path, "found %q; Flux substitutes ${…} in strings only: write a number", text)
			return
		}
		c.wrongType(path, "found %s; write a whole number, without quotes", Describe(value))
		return
	}
	_, err := strconv.ParseInt(string(number), 10, t.Bits())
	switch {
	case errors.Is(err, strconv.ErrRange):
		c.wrongType(path, "found %s, which is too large; write a whole number of at most %d bits", number, t.Bits())
	case err != nil:
		c.wrongType(path, "found %s; write a whole number", number)
	}
}

func (c *checker) intOrString(value any, path string) {
	switch v := value.(type) {
	case string:
	case json.Number:
		c.integer(v, reflect.TypeFor[int32](), path)
	default:
		c.wrongType(path, "found %s; write a whole number or a string", Describe(value))
	}
}

func (c *checker) quantity(value any, path string) {
	var text string
	switch v := value.(type) {
	case string:
		text = v
	case json.Number:
		text = string(v)
	default:
		c.wrongType(path, "found %s; write a quantity such as 500m or 1Gi", Describe(value))
		return
	}
	if strings.Contains(text, "${") {
		c.wrongType(path, "found %q; Flux substitutes ${…} in strings only: write a quantity such as 500m or 1Gi", text)
		return
	}
	if _, err := resource.ParseQuantity(text); err != nil {
		c.wrongType(path, "found %q; write a quantity such as 500m or 1Gi", text)
	}
}

// CustomQuantity stands for a quantity in a custom resource. Its definition takes whole numbers and strings; native kinds
// take any number.
type CustomQuantity struct{}

func (c *checker) customQuantity(value any, path string) {
	if number, ok := value.(json.Number); ok {
		if _, err := number.Int64(); err != nil {
			c.wrongType(path, "found the number %s; quote it: write %q", number, number)
			return
		}
	}
	c.quantity(value, path)
}

// apply checks a value against a rule of its field or of its type. Values whose text Flux substitutes later are left
// alone.
func (c *checker) apply(value any, path string, rule upstream.Rule) {
	switch v := value.(type) {
	case string:
		c.applyToString(v, path, rule)
	case []any:
		c.applyToSize(len(v), "items", path, rule.MinItems, rule.MaxItems)
		if rule.Items != nil {
			for i, item := range v {
				c.apply(item, fieldpath.Index(path, i), *rule.Items)
			}
		}
	case map[string]any:
		c.applyToSize(len(v), "fields", path, rule.MinProperties, rule.MaxProperties)
	case json.Number:
		c.applyToNumber(v, path, rule)
	}
}

func (c *checker) applyToString(text, path string, rule upstream.Rule) {
	if strings.Contains(text, "${") {
		return
	}
	if len(rule.Enum) > 0 && !slices.Contains(rule.Enum, text) {
		c.problem(path, "found %q; allowed: %s", text, strings.Join(rule.Enum, ", "))
		return
	}
	c.applyToSize(len([]rune(text)), "characters", path, rule.MinLength, rule.MaxLength)
	if rule.Pattern == "" {
		return
	}
	if !matches(rule.Pattern, text) {
		c.problem(path, "found %q; the API wants a value that matches %s", text, rule.Pattern)
	}
}

// patterns holds the compiled patterns of rules, of which there are a few dozen.
var patterns sync.Map

// matches tells whether a text matches the pattern of a rule, all of which are valid.
func matches(pattern, text string) bool {
	compiled, ok := patterns.Load(pattern)
	if !ok {
		expression, err := regexp.Compile(pattern)
		if err != nil {
			return true
		}
		compiled, _ = patterns.LoadOrStore(pattern, expression)
	}
	expression, ok := compiled.(*regexp.Regexp)
	return !ok || expression.MatchString(text)
}

func (c *checker) applyToSize(size int, what, path string, least, most int) {
	if size < least {
		c.problem(path, "%d %s; the API wants at least %d", size, what, least)
	}
	if most > 0 && size > most {
		c.problem(path, "%d %s; the API wants at most %d", size, what, most)
	}
}

func (c *checker) applyToNumber(number json.Number, path string, rule upstream.Rule) {
	value, err := number.Float64()
	if err != nil {
		return
	}
	if len(rule.Enum) > 0 && !slices.Contains(rule.Enum, number.String()) {
		c.problem(path, "found %s; allowed: %s", number, strings.Join(rule.Enum, ", "))
	}
	if rule.Minimum != nil && value < *rule.Minimum {
		c.problem(path, "found %s; the API wants at least %v", number, *rule.Minimum)
	}
	if rule.Maximum != nil && value > *rule.Maximum {
		c.problem(path, "found %s; the API wants at most %v", number, *rule.Maximum)
	}
}

// notAString says what arrived where a string is wanted. YAML may have changed the value before anyone could see it, so
// what was written is not guessed.
func notAString(value any) string {
	switch v := value.(type) {
	case json.Number:
		return fmt.Sprintf("found the number %s; quote the value as you mean it (unquoted, YAML reads 1.10 as 1.1 and 0123 as 83)", v)
	case bool:
		return fmt.Sprintf("found the boolean %t; quote the value as you mean it", v)
	case document.Time:
		return fmt.Sprintf("found the date %s; quote the value as you mean it", v.Text)
	default:
		return fmt.Sprintf("found %s; write a string", Describe(value))
	}
}

// Describe names a JSON value's type, with the value itself where it is short and no secret can be in it.
func Describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "nothing"
	case map[string]any:
		return "a mapping"
	case []any:
		return "a list"
	case json.Number:
		return "the number " + string(v)
	case bool:
		return fmt.Sprintf("the boolean %t", v)
	case document.Time:
		return "the date " + v.Text
	default:
		return "a string"
	}
}
