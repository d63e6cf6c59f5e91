package tenant

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// TestEveryUpstreamFieldIsOffered fails when an update of Flux's modules brings a field that is neither offered nor
// owned, and when one that is offered does not arrive in the object.
func TestEveryUpstreamFieldIsOffered(t *testing.T) {
	sync, oci, git := Sync{}, Source{URL: "oci://registry.example.org/acme/shop"}, Source{URL: "https://git.example.org/acme/shop"}
	fill(reflect.ValueOf(&sync).Elem())
	fill(reflect.ValueOf(&oci).Elem())
	fill(reflect.ValueOf(&git).Elem())
	oci.URL, git.URL = "oci://registry.example.org/acme/shop", "https://git.example.org/acme/shop"
	kustomization := builder{name: "shop", spec: Spec{Sync: sync}}.kustomization().Spec
	ociRepository := builder{name: "shop", spec: Spec{Source: oci}}.ociRepository().Spec
	gitRepository := builder{name: "shop", spec: Spec{Source: git}}.gitRepository().Spec

	for _, test := range []struct {
		spec  any
		owned []string // by Fivefold: the isolation of the tenant rests on them
	}{
		{kustomization, []string{"serviceAccountName", "targetNamespace", "sourceRef", "kubeConfig"}},
		{ociRepository, nil},
		{*ociRepository.Reference, nil},
		{*ociRepository.Verify, nil},
		{gitRepository, nil},
		{*gitRepository.Reference, nil},
		{*gitRepository.Verification, nil},
	} {
		v := reflect.ValueOf(test.spec)
		offered := jsonfield.Of(own(v.Type())).Names()
		for i := range v.NumField() {
			field := v.Type().Field(i)
			name := jsonName(field)
			switch {
			case slices.Contains(test.owned, name):
				if slices.Contains(offered, name) {
					t.Errorf("%s.%s is owned, yet a tenant can set it", v.Type(), name)
				}
			case !slices.Contains(offered, name):
				t.Errorf("%s.%s is neither offered nor owned", v.Type(), name)
			case v.Field(i).IsZero():
				t.Errorf("%s.%s is offered, but does not arrive in the object", v.Type(), name)
			}
		}
	}
}

// own is the type of a tenant's spec that offers an upstream type's fields.
func own(upstream reflect.Type) reflect.Type {
	switch upstream {
	case reflect.TypeFor[kustomizev1.KustomizationSpec]():
		return reflect.TypeFor[Sync]()
	case reflect.TypeFor[sourcev1.OCIRepositoryRef](), reflect.TypeFor[sourcev1.GitRepositoryRef]():
		return reflect.TypeFor[SourceRef]()
	case reflect.TypeFor[sourcev1.OCIRepositoryVerification](), reflect.TypeFor[sourcev1.GitRepositoryVerification]():
		return reflect.TypeFor[SourceVerification]()
	default:
		return reflect.TypeFor[Source]()
	}
}

func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// fill sets every field of a struct to something.
func fill(v reflect.Value) {
	if v.Type() == reflect.TypeFor[metav1.Duration]() {
		v.Set(reflect.ValueOf(metav1.Duration{Duration: time.Minute}))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), reflect.ValueOf("value").Convert(v.Type().Elem()))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	}
}
