package webapp

import (
	"strconv"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fivefold-dev/fivefold/internal/keda"
)

// isScaled tells whether a scaler owns the number of pods.
func (b builder) isScaled() bool {
	s := b.spec.Scaling
	return s.MinReplicas != nil || s.MaxReplicas != nil || s.CPUUtilization != nil || s.MemoryUtilization != nil ||
		isTrue(s.HTTP.Enabled)
}

// replicas returns those of the Deployment: none where a scaler owns them, or each reconciliation of Flux would set them
// back.
func (b builder) replicas() *int32 {
	if b.isScaled() {
		return nil
	}
	return b.spec.Replicas
}

// leastReplicas returns how many pods run at the least.
func (b builder) leastReplicas() int32 {
	switch {
	case !b.isScaled():
		return value(b.spec.Replicas)
	case b.spec.Scaling.MinReplicas != nil:
		return *b.spec.Scaling.MinReplicas
	case isTrue(b.spec.Scaling.HTTP.Enabled):
		return 0
	default:
		return value(b.spec.Replicas)
	}
}

// utilization is a resource and how much of its requests to use, in percent.
type utilization struct {
	name    corev1.ResourceName
	percent *int32
}

func (b builder) utilizations() []utilization {
	var set []utilization
	for _, u := range []utilization{
		{corev1.ResourceCPU, b.spec.Scaling.CPUUtilization},
		{corev1.ResourceMemory, b.spec.Scaling.MemoryUtilization},
	} {
		if u.percent != nil {
			set = append(set, u)
		}
	}
	return set
}

// horizontalPodAutoscaler returns the scaler by utilization. Its minimum is always written: the API server's default, 1,
// would silently fall below the replicas.
func (b builder) horizontalPodAutoscaler() *autoscalingv2.HorizontalPodAutoscaler {
	if !b.isScaled() || isTrue(b.spec.Scaling.HTTP.Enabled) {
		return nil
	}
	var metrics []autoscalingv2.MetricSpec
	for _, u := range b.utilizations() {
		metrics = append(metrics, autoscalingv2.MetricSpec{
			Type: autoscalingv2.ResourceMetricSourceType,
			Resource: &autoscalingv2.ResourceMetricSource{
				Name: u.name,
				Target: autoscalingv2.MetricTarget{
					Type: autoscalingv2.UtilizationMetricType, AverageUtilization: new(*u.percent),
				},
			},
		})
	}
	return &autoscalingv2.HorizontalPodAutoscaler{
		TypeMeta:   metav1.TypeMeta{APIVersion: "autoscaling/v2", Kind: "HorizontalPodAutoscaler"},
		ObjectMeta: b.meta(b.name, nil),
		Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
			ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: b.name},
			MinReplicas:    new(b.leastReplicas()),
			MaxReplicas:    value(b.spec.Scaling.MaxReplicas),
			Metrics:        metrics,
		},
	}
}

// scaledObject returns KEDA's scaler by requests. Utilizations are triggers of the same scaler, since two would fight.
func (b builder) scaledObject() *unstructured.Unstructured {
	http := b.spec.Scaling.HTTP
	if !isTrue(http.Enabled) {
		return nil
	}
	triggers := []keda.Trigger{{
		Type:     "external-push",
		Metadata: map[string]string{"scalerAddress": http.ScalerAddress, "interceptorRoute": b.name},
	}}
	for _, u := range b.utilizations() {
		triggers = append(triggers, keda.Trigger{
			Type:       string(u.name),
			MetricType: string(autoscalingv2.UtilizationMetricType),
			Metadata:   map[string]string{"value": strconv.Itoa(int(*u.percent))},
		})
	}
	return keda.ScaledObject(b.meta(b.name, nil), keda.ScaledObjectSpec{
		ScaleTargetRef:  keda.ScaleTarget{Name: b.name},
		MinReplicaCount: new(b.leastReplicas()),
		MaxReplicaCount: b.spec.Scaling.MaxReplicas,
		CooldownPeriod:  http.CooldownPeriod,
		Triggers:        triggers,
	})
}

// interceptorRoute tells KEDA's HTTP add-on which requests are for the app.
func (b builder) interceptorRoute() *unstructured.Unstructured {
	http := b.spec.Scaling.HTTP
	if !isTrue(http.Enabled) {
		return nil
	}
	var rules []keda.RoutingRule
	if len(b.spec.Hostnames) > 0 {
		rules = []keda.RoutingRule{{Hosts: b.spec.Hostnames}}
	}
	return keda.InterceptorRoute(b.meta(b.name, nil), keda.InterceptorRouteSpec{
		Target:        keda.Target{Service: b.name, Port: value(b.spec.Service.Port)},
		Rules:         rules,
		ScalingMetric: keda.ScalingMetric{Concurrency: keda.Concurrency{TargetValue: value(http.TargetConcurrency)}},
	})
}
