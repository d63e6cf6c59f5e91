package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/fivefold-dev/fivefold"
)

// Objects returns each object as JSON in one line with sorted keys, with the texts that [Restore] finds in written.
func Objects(objects []fivefold.Object, written map[fivefold.Object]any) ([]json.RawMessage, error) {
	texts := make([]json.RawMessage, len(objects))
	for i, object := range objects {
		tree, err := Encode(object)
		if err != nil {
			return nil, fmt.Errorf("encoding %s %q: %w", object.GetObjectKind().GroupVersionKind().Kind, object.GetName(), err)
		}
		if texts[i], err = JSON(Restore(tree, written[object])); err != nil {
			return nil, fmt.Errorf("encoding %s %q: %w", object.GetObjectKind().GroupVersionKind().Kind, object.GetName(), err)
		}
	}
	return texts, nil
}

// Stream returns JSON texts as a stream of YAML documents.
func Stream(texts []json.RawMessage) ([]byte, error) {
	var stream bytes.Buffer
	for i, text := range texts {
		if i > 0 {
			stream.WriteString("---\n")
		}
		document, err := YAML(text)
		if err != nil {
			return nil, err
		}
		stream.Write(document)
	}
	return stream.Bytes(), nil
}

// IsNil tells whether an object is not wanted: a nil pointer in an interface is no nil interface.
func IsNil(object fivefold.Object) bool {
	if object == nil {
		return true
	}
	v := reflect.ValueOf(object)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
