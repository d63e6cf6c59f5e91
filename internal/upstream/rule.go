package upstream

import "reflect"

// Rule is what a custom resource definition demands of a value beyond its Go type. The zero value of a field demands
// nothing. Each field is named after its marker; see https://book.kubebuilder.io/reference/markers/crd-validation.
type Rule struct {
	// Required says that the field must be present. It is false for a required field that has a default, because the
	// API server fills in defaults before it validates. Only the rule of a field sets it.
	Required bool

	// Enum lists the values that are allowed, in the order of the marker.
	Enum []string

	// Pattern is a regular expression, in the syntax of package regexp, that matches somewhere in the value; most are
	// anchored at both ends.
	Pattern string

	// MinLength and MaxLength limit the number of characters (not bytes) of a string.
	MinLength, MaxLength int

	// MinItems and MaxItems limit the number of elements of a list.
	MinItems, MaxItems int

	// MinProperties and MaxProperties limit the number of fields that are present in an object, or of keys in a map.
	MinProperties, MaxProperties int

	// Minimum and Maximum limit a number, and allow the limit itself. They are pointers because zero is a limit, too.
	Minimum, Maximum *float64

	// Items is the rule of every element of a list.
	Items *Rule
}

// Field returns the rule of the field with the given JSON name that the struct type t declares, and whether there is
// one. The fields of an embedded struct are that struct's.
//
// The rule comes from the markers of the field (https://book.kubebuilder.io/reference/markers/crd-validation). A value
// has to satisfy the rule of its type, too; see [Type].
func Field(t reflect.Type, jsonName string) (Rule, bool) {
	return field(typeName(t) + "." + jsonName)
}

// Type returns the rule of every value of the named type t, and whether there is one: for example the allowed values of
// an enumeration, wherever it is used, also as the element of a list or the value of a map.
//
// The rule comes from the markers of the declaration of the type
// (https://book.kubebuilder.io/reference/markers/crd-validation).
func Type(t reflect.Type) (Rule, bool) {
	return named(typeName(t))
}

// typeName is the key of t in the generated table. It is "." for a type without a name, which has no entry.
func typeName(t reflect.Type) string {
	return t.PkgPath() + "." + t.Name()
}
