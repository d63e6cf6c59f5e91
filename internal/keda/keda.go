// Package keda has the few fields of the objects of KEDA and its HTTP add-on that Fivefold emits. Their own modules would
// bring in hundreds of packages. https://keda.sh/docs/latest/reference/scaledobject-spec/
// https://kedacore.github.io/http-add-on/
package keda

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// ScaledObjectSpec is the spec of a ScaledObject.
type ScaledObjectSpec struct {
	ScaleTargetRef  ScaleTarget `json:"scaleTargetRef"`
	MinReplicaCount *int32      `json:"minReplicaCount,omitempty"`
	MaxReplicaCount *int32      `json:"maxReplicaCount,omitempty"`
	CooldownPeriod  *int32      `json:"cooldownPeriod,omitempty"`
	Triggers        []Trigger   `json:"triggers"`
}

// ScaleTarget is a Deployment, which is what KEDA takes a name without a kind for.
type ScaleTarget struct {
	Name string `json:"name"`
}

// Trigger is what a ScaledObject scales by.
type Trigger struct {
	Type       string            `json:"type"`
	MetricType string            `json:"metricType,omitempty"`
	Metadata   map[string]string `json:"metadata"`
}

// ScaledObject returns a ScaledObject.
func ScaledObject(meta metav1.ObjectMeta, spec ScaledObjectSpec) *unstructured.Unstructured {
	return manifest.Unstructured("keda.sh/v1alpha1", "ScaledObject", meta, manifest.Content(spec))
}

// InterceptorRouteSpec is the spec of an InterceptorRoute.
type InterceptorRouteSpec struct {
	Target        Target        `json:"target"`
	Rules         []RoutingRule `json:"rules,omitempty"`
	ScalingMetric ScalingMetric `json:"scalingMetric"`
}

// Target is the Service that requests go to.
type Target struct {
	Service string `json:"service"`
	Port    int32  `json:"port"`
}

// RoutingRule says which requests are meant.
type RoutingRule struct {
	Hosts []string `json:"hosts,omitempty"`
}

// ScalingMetric is what the add-on reports.
type ScalingMetric struct {
	Concurrency Concurrency `json:"concurrency"`
}

// Concurrency counts requests at the same time.
type Concurrency struct {
	TargetValue int32 `json:"targetValue"`
}

// InterceptorRoute returns an InterceptorRoute of the HTTP add-on.
func InterceptorRoute(meta metav1.ObjectMeta, spec InterceptorRouteSpec) *unstructured.Unstructured {
	return manifest.Unstructured("http.keda.sh/v1beta1", "InterceptorRoute", meta, manifest.Content(spec))
}
