package webapp

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fivefold-dev/fivefold/internal/monitoring"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

// service returns the Service. It carries the label that it selects by, which a ServiceMonitor finds it with.
func (b builder) service() *corev1.Service {
	s := b.spec.Service
	meta := b.meta(b.name, s.Annotations)
	meta.Labels = objectmeta.Union(meta.Labels, b.selector())
	ports := []corev1.ServicePort{{
		Name: s.PortName, Port: value(s.Port), TargetPort: intstr.FromString(portName), AppProtocol: s.AppProtocol,
	}}
	if b.hasMetricsPort() {
		ports = append(ports, corev1.ServicePort{
			Name: metricsPortName, Port: b.metricsPort(), TargetPort: intstr.FromString(metricsPortName),
		})
	}
	return (&corev1.Service{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Service"},
		ObjectMeta: meta,
		Spec:       corev1.ServiceSpec{Selector: b.selector(), Ports: append(ports, s.ExtraPorts...)},
	}).DeepCopy()
}

// targetPort returns the port of the pods behind one of the Service, or 0 where no container has a port of that name.
func (b builder) targetPort(port corev1.ServicePort) int32 {
	switch {
	case port.TargetPort == intstr.IntOrString{}:
		return port.Port
	case port.TargetPort.Type == intstr.Int:
		return port.TargetPort.IntVal
	}
	for _, c := range slices.Concat([]corev1.Container{{Ports: b.containerPorts()}}, b.spec.Sidecars, b.spec.InitContainers) {
		for _, open := range c.Ports {
			if open.Name == port.TargetPort.StrVal {
				return open.ContainerPort
			}
		}
	}
	return 0
}

// podDisruptionBudget returns the budget. With maxUnavailable even a single pod can be evicted.
func (b builder) podDisruptionBudget() *policyv1.PodDisruptionBudget {
	budget := b.spec.PodDisruptionBudget
	if budget == nil {
		return nil
	}
	return (&policyv1.PodDisruptionBudget{
		TypeMeta:   metav1.TypeMeta{APIVersion: "policy/v1", Kind: "PodDisruptionBudget"},
		ObjectMeta: b.meta(b.name, nil),
		Spec: policyv1.PodDisruptionBudgetSpec{
			MaxUnavailable:             budget.MaxUnavailable,
			UnhealthyPodEvictionPolicy: budget.UnhealthyPodEvictionPolicy,
			Selector:                   &metav1.LabelSelector{MatchLabels: b.selector()},
		},
	}).DeepCopy()
}

func (b builder) serviceMonitor() *unstructured.Unstructured {
	m := b.spec.Metrics
	if !isTrue(m.Enabled) {
		return nil
	}
	port := b.spec.Service.PortName
	if b.hasMetricsPort() {
		port = metricsPortName
	}
	return monitoring.ServiceMonitor(b.meta(b.name, nil), monitoring.ServiceMonitorSpec{
		Selector:  metav1.LabelSelector{MatchLabels: b.selector()},
		Endpoints: []monitoring.Endpoint{{Port: port, Path: m.Path, Interval: m.Interval}},
	})
}

// metricsPort returns the port that metrics are served on.
func (b builder) metricsPort() int32 {
	if b.spec.Metrics.Port != nil {
		return *b.spec.Metrics.Port
	}
	return value(b.spec.Port)
}

// hasMetricsPort tells whether the metrics have a port of their own.
func (b builder) hasMetricsPort() bool {
	return isTrue(b.spec.Metrics.Enabled) && b.metricsPort() != value(b.spec.Port)
}
