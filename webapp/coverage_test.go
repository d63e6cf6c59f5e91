package webapp

import (
	"reflect"
	"slices"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold/internal/jsonfield"
)

// TestEveryUpstreamFieldIsOffered fails when an update of Kubernetes brings a field that is neither offered nor owned.
func TestEveryUpstreamFieldIsOffered(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		upstream, offered reflect.Type
		owned             []string // by another field of the spec, or out of reach for a web application
	}{
		{reflect.TypeFor[corev1.PodSpec](), reflect.TypeFor[Pod](), []string{
			"activeDeadlineSeconds", "containers", "ephemeralContainers", "hostIPC", "hostNetwork", "hostPID", "hostnameOverride",
			"initContainers", "nodeName", "overhead", "priority", "restartPolicy", "schedulingGroup", "serviceAccount", "volumes",
		}},
		{reflect.TypeFor[corev1.Container](), reflect.TypeFor[Container](), []string{
			"args", "command", "env", "envFrom", "image", "livenessProbe", "name", "readinessProbe", "resources", "securityContext",
			"startupProbe", "volumeMounts",
		}},
		{reflect.TypeFor[appsv1.DeploymentSpec](), reflect.TypeFor[Deployment](), []string{"replicas", "selector", "strategy", "template"}},
	} {
		offered := jsonfield.Of(test.offered).Names()
		for _, name := range jsonfield.Of(test.upstream).Names() {
			if slices.Contains(offered, name) == slices.Contains(test.owned, name) {
				t.Errorf("%s.%s is neither offered nor owned, or both", test.upstream, name)
			}
		}
	}
}

// TestEveryOfferedFieldArrives fails when a field of the spec is forgotten on its way to the object.
func TestEveryOfferedFieldArrives(t *testing.T) {
	t.Parallel()
	var spec Spec
	fill(reflect.ValueOf(&spec.Pod).Elem())
	fill(reflect.ValueOf(&spec.Container).Elem())
	fill(reflect.ValueOf(&spec.Deployment).Elem())
	deployment := builder{name: "shop", spec: spec}.deployment().Spec
	for offered, object := range map[reflect.Type]any{
		reflect.TypeFor[Pod]():        deployment.Template.Spec,
		reflect.TypeFor[Container]():  deployment.Template.Spec.Containers[0],
		reflect.TypeFor[Deployment](): deployment,
	} {
		arrived := jsonfield.Of(reflect.TypeOf(object))
		for _, name := range jsonfield.Of(offered).Names() {
			field, ok := arrived.Get(name)
			if ok && reflect.ValueOf(object).FieldByIndex(field.Index).IsZero() {
				t.Errorf("%s.%s does not arrive", offered, name)
			}
		}
	}
}

// fill gives every field of a struct a value that is not zero.
func fill(v reflect.Value) {
	for _, field := range v.Fields() {
		switch field.Kind() {
		case reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
			if field.Elem().Kind() == reflect.Bool {
				field.Elem().SetBool(true)
			}
			if field.Elem().CanInt() {
				field.Elem().SetInt(1)
			}
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
		case reflect.Map:
			field.Set(reflect.MakeMap(field.Type()))
			field.SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf("b"))
		case reflect.String:
			field.SetString("a")
		}
	}
}
