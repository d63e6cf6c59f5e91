// Package jsonfield lists the JSON fields of Go structs.
package jsonfield

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Field is one JSON field of a struct.
type Field struct {
	Name string
	// Index leads to the field, through embedded structs, as in [reflect.Value.FieldByIndex].
	Index []int
	// Owner is the struct that declares the field, which an embedded field does not share with the struct around it.
	Owner reflect.Type
	Type  reflect.Type
	Tag   reflect.StructTag
	// Optional fields are those that encoding/json may leave out.
	Optional bool
}

// Struct is what is known of the fields of a struct type.
type Struct struct {
	// Fields are in the order of their names.
	Fields []Field
	byName map[string]int
}

// cache holds what [Of] derives from types, and nothing else, as encoding/json does.
var cache sync.Map

// Of returns the JSON fields of a struct type, embedded ones included.
func Of(t reflect.Type) *Struct {
	if known, ok := cache.Load(t); ok {
		if s, ok := known.(*Struct); ok {
			return s
		}
	}
	s := &Struct{Fields: collect(t, nil)}
	slices.SortFunc(s.Fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	s.byName = make(map[string]int, len(s.Fields))
	for i, field := range s.Fields {
		s.byName[field.Name] = i
	}
	cache.Store(t, s)
	return s
}

// Get returns the field of a name.
func (s *Struct) Get(name string) (Field, bool) {
	i, ok := s.byName[name]
	if !ok {
		return Field{}, false
	}
	return s.Fields[i], true
}

// Names returns the names of the fields in alphabetical order.
func (s *Struct) Names() []string {
	names := make([]string, len(s.Fields))
	for i, field := range s.Fields {
		names[i] = field.Name
	}
	return names
}

func collect(t reflect.Type, index []int) []Field {
	var fields []Field
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(index), i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			fields = append(fields, collect(f.Type, at)...)
		case f.IsExported() && name != "" && name != "-":
			fields = append(fields, Field{
				Name: name, Index: at, Owner: t, Type: f.Type, Tag: f.Tag, Optional: strings.Contains(options, "omit"),
			})
		}
	}
	return fields
}
