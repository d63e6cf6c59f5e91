package crds

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/api/meta"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/client-go/kubernetes/scheme"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
)

// checker judges objects as an API server does that has the custom resource definitions.
type checker struct {
	custom map[schema.GroupVersionKind]custom
	native runtime.Decoder
}

// custom is a version of a custom resource definition.
type custom struct {
	namespaced bool
	structural *structuralschema.Structural
	schema     validation.SchemaValidator
	rules      *cel.Validator
}

func newChecker(t *testing.T) checker {
	t.Helper()
	c := checker{
		custom: map[schema.GroupVersionKind]custom{},
		native: serializer.NewCodecFactory(scheme.Scheme, serializer.EnableStrict).UniversalDeserializer(),
	}
	for _, crd := range definitions(t) {
		for _, version := range crd.Spec.Versions {
			if !version.Served {
				continue
			}
			kind := schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind}
			one, err := newCustom(crd, version)
			if err != nil {
				t.Fatalf("%s: %s", kind, err)
			}
			c.custom[kind] = one
		}
	}
	return c
}

// newCustom prepares a version as the API server does when it begins to serve it.
func newCustom(crd apiextensions.CustomResourceDefinition, version apiextensions.CustomResourceDefinitionVersion) (custom, error) {
	definition := version.Schema
	if definition == nil {
		definition = crd.Spec.Validation // where a conversion to the internal type puts a schema that all versions share
	}
	if definition == nil || definition.OpenAPIV3Schema == nil {
		return custom{}, errors.New("no schema")
	}
	structural, err := structuralschema.NewStructural(definition.OpenAPIV3Schema)
	if err != nil {
		return custom{}, err
	}
	if err := defaulting.PruneDefaults(structural); err != nil {
		return custom{}, err
	}
	validator, _, err := validation.NewSchemaValidator(definition.OpenAPIV3Schema)
	if err != nil {
		return custom{}, err
	}
	return custom{
		namespaced: crd.Spec.Scope == apiextensions.NamespaceScoped,
		structural: structural,
		schema:     validator,
		rules:      cel.NewValidator(structural, true, celconfig.PerCallLimit),
	}, nil
}

// check returns the kind of an object and what is wrong with it, apart from values with variables of Flux: the API server
// gets to see those only after Flux has put in what they stand for, which can be anything.
func (c checker) check(text []byte) (schema.GroupVersionKind, field.ErrorList) {
	var object unstructured.Unstructured
	if err := json.Unmarshal(text, &object.Object); err != nil {
		return schema.GroupVersionKind{}, field.ErrorList{field.InternalError(nil, err)}
	}
	kind := object.GroupVersionKind()
	written := object.DeepCopy().Object
	var faults field.ErrorList
	if definition, ok := c.custom[kind]; ok {
		faults = definition.check(&object)
	} else {
		faults = c.checkNative(text)
	}
	return kind, slices.DeleteFunc(faults, func(fault *field.Error) bool {
		value, _ := fieldpath.Get(written, fault.Field)
		return hasVariable(value) || hasVariable(fault.BadValue)
	})
}

func hasVariable(value any) bool {
	text, ok := value.(string)
	return ok && strings.Contains(text, "${")
}

// check follows the API server from the decoder of custom resources to the end of their strategy's validation. The
// latter's own package would bring etcd along.
func (c custom) check(object *unstructured.Unstructured) field.ErrorList {
	if c.namespaced && object.GetNamespace() == "" {
		object.SetNamespace("default") // as a client does
	}
	faults, err := c.decode(object.Object)
	if err != nil {
		return append(faults, err)
	}
	defaulting.Default(object.Object, c.structural)

	faults = append(faults, apivalidation.ValidateObjectMetaAccessor(object, c.namespaced, apivalidation.NameIsDNSSubdomain, field.NewPath("metadata"))...)
	faults = append(faults, validation.ValidateCustomResource(nil, object.Object, c.schema)...)
	faults = append(faults, objectmeta.Validate(nil, object.Object, c.structural, false)...)
	faults = append(faults, listtype.ValidateListSetsAndMaps(nil, c.structural, object.Object)...)
	if len(faults) == 0 {
		broken, _ := c.rules.Validate(context.Background(), nil, c.structural, object.Object, nil, celconfig.RuntimeCELCostBudget)
		faults = append(faults, broken...)
	}
	return faults
}

// decode removes from an object what its schema does not have, and reports it.
func (c custom) decode(object map[string]any) (field.ErrorList, *field.Error) {
	header := map[string]any{"apiVersion": object["apiVersion"], "kind": object["kind"]}
	metadata, _, unknown, err := objectmeta.GetObjectMetaWithOptions(object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, field.Invalid(field.NewPath("metadata"), nil, err.Error())
	}
	unknown = append(unknown, pruning.PruneWithOptions(object, c.structural, true, structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	defaulting.PruneNonNullableNullsWithoutDefaults(object, c.structural)
	fault, more := objectmeta.CoerceWithOptions(nil, object, c.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	if fault != nil {
		return nil, fault
	}
	object["apiVersion"], object["kind"] = header["apiVersion"], header["kind"]
	if err := objectmeta.SetObjectMeta(object, metadata); err != nil {
		return nil, field.InternalError(field.NewPath("metadata"), err)
	}
	var faults field.ErrorList
	for _, path := range append(unknown, more...) {
		faults = append(faults, &field.Error{Type: field.ErrorTypeForbidden, Field: path, Detail: "unknown field"})
	}
	return faults, nil
}

// checkNative decodes an object of a kind that Kubernetes has itself.
func (c checker) checkNative(text []byte) field.ErrorList {
	object, kind, err := c.native.Decode(text, nil, nil)
	switch {
	case runtime.IsNotRegisteredError(err):
		return field.ErrorList{field.Invalid(field.NewPath("kind"), nil, "neither native nor of a definition that is read")}
	case err != nil:
		return field.ErrorList{field.Invalid(nil, nil, err.Error())}
	}
	accessor, err := meta.Accessor(object)
	if err != nil {
		return field.ErrorList{field.InternalError(nil, err)}
	}
	metadata := metav1.ObjectMeta{
		Name: accessor.GetName(), Namespace: accessor.GetNamespace(), Labels: accessor.GetLabels(), Annotations: accessor.GetAnnotations(),
	}
	return apivalidation.ValidateObjectMeta(&metadata, metadata.Namespace != "", nameRule(kind.GroupKind()), field.NewPath("metadata"))
}

// nameRule returns what Kubernetes demands of a native object's name.
func nameRule(kind schema.GroupKind) apivalidation.ValidateNameFunc {
	switch {
	case kind.Group == rbacv1.GroupName:
		return func(name string, _ bool) []string {
			if name == "." || name == ".." || strings.ContainsAny(name, "/%") {
				return []string{"is no segment of a path"}
			}
			return nil
		}
	case kind.Kind == "Namespace":
		return apivalidation.ValidateNamespaceName
	case kind.Kind == "Service":
		return apivalidation.NameIsDNS1035Label
	default:
		return apivalidation.NameIsDNSSubdomain
	}
}

// report fails a test for each fault of an object, once for a message: generated specs repeat the same fault.
func report(t *testing.T, seen map[string]bool, from string, text []byte, kind schema.GroupVersionKind, faults field.ErrorList) {
	t.Helper()
	for _, fault := range faults {
		message := fmt.Sprintf("%s: %s", kind, fault)
		if !seen[message] {
			seen[message] = true
			t.Errorf("%s: %s\n%s", from, message, text)
		}
	}
}
