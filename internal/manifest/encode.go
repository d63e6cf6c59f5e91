// Package manifest writes typed Kubernetes objects as a careful person would write them by hand: nothing that only Go's
// types put there, and nothing left out that was meant.
package manifest

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// Values that have several texts. They keep their type in an encoded tree so that [Restore] can tell whether another
// text means the same.
type (
	durationText string
	quantityText string
)

// Encode returns the JSON of a typed value as a tree: maps, lists, strings, booleans and numbers.
//
// It differs from encoding/json where Go's types get in the way. An empty struct or text that a field need not have is
// left out, the status too, and so is an empty text or a null that only the Go type requires. An empty list or map that
// somebody made, a pointer to an empty struct and a false or 0 that the API requires stay. Durations are written without
// zero units.
func Encode(object any) (any, error) {
	if u, ok := object.(interface{ UnstructuredContent() map[string]any }); ok {
		return u.UnstructuredContent(), nil
	}
	tree, err := encode(reflect.ValueOf(object))
	if err != nil {
		return nil, err
	}
	if fields, ok := tree.(map[string]any); ok {
		if _, isObject := object.(runtime.Object); isObject {
			delete(fields, "status")
		}
	}
	return tree, nil
}

func encode(v reflect.Value) (any, error) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil, nil
		}
		v = v.Elem()
	}
	switch value := v.Interface().(type) {
	case metav1.Duration:
		return durationText(formatDuration(value.Duration)), nil
	case resource.Quantity:
		return quantityText(value.String()), nil
	case json.Marshaler:
		return encodeMarshaler(value)
	}
	switch v.Kind() {
	case reflect.Struct:
		object := make(map[string]any, v.NumField())
		return object, encodeFields(v, object)
	case reflect.Map:
		return encodeMap(v)
	case reflect.Slice:
		return encodeList(v)
	case reflect.String:
		return v.String(), nil
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return json.Number(strconv.FormatInt(v.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return json.Number(strconv.FormatUint(v.Uint(), 10)), nil
	case reflect.Float32, reflect.Float64:
		return encodeMarshaler(v.Interface())
	default:
		return nil, fmt.Errorf("values of type %s have no JSON", v.Type())
	}
}

// encodeMarshaler encodes a value by its own JSON.
func encodeMarshaler(value any) (any, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return Decode(data)
}

func encodeFields(v reflect.Value, object map[string]any) error {
	for _, field := range jsonfield.Of(v.Type()).Fields {
		inner := v.FieldByIndex(field.Index)
		if absent(inner, field.Optional) {
			continue
		}
		value, err := encode(inner)
		if err != nil {
			return err
		}
		object[field.Name] = value
	}
	return nil
}

// absent tells whether a field's value says nothing. A struct without content says nothing where the field is optional;
// where the API requires it, such as the podSelector of a NetworkPolicy, an empty one has a meaning.
func absent(v reflect.Value, optional bool) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
		return v.IsNil()
	case reflect.String:
		return v.Len() == 0
	default:
		return optional && v.IsZero()
	}
}

func encodeMap(v reflect.Value) (any, error) {
	object := make(map[string]any, v.Len())
	for entries := v.MapRange(); entries.Next(); {
		value, err := encode(entries.Value())
		if err != nil {
			return nil, err
		}
		object[entries.Key().String()] = value
	}
	return object, nil
}

func encodeList(v reflect.Value) (any, error) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return base64.StdEncoding.EncodeToString(v.Bytes()), nil
	}
	list := make([]any, v.Len())
	for i := range v.Len() {
		item, err := encode(v.Index(i))
		if err != nil {
			return nil, err
		}
		list[i] = item
	}
	return list, nil
}

// formatDuration writes a duration without units that are zero: 1m, not 1m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
