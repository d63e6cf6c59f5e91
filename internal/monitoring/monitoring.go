// Package monitoring has the few fields of a ServiceMonitor that Fivefold emits.
// https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.ServiceMonitor
package monitoring

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/manifest"
)

// ServiceMonitorSpec is the spec of a ServiceMonitor.
type ServiceMonitorSpec struct {
	Selector  metav1.LabelSelector `json:"selector"`
	Endpoints []Endpoint           `json:"endpoints"`
}

// Endpoint is a port of the Service to scrape, by name.
type Endpoint struct {
	Port     string `json:"port"`
	Path     string `json:"path,omitempty"`
	Interval string `json:"interval,omitempty"`
}

// ServiceMonitor returns a ServiceMonitor.
func ServiceMonitor(meta metav1.ObjectMeta, spec ServiceMonitorSpec) *unstructured.Unstructured {
	return manifest.Unstructured("monitoring.coreos.com/v1", "ServiceMonitor", meta, manifest.Content(spec))
}
