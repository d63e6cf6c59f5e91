package webapp

import (
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold/internal/report"
)

// validateScaling checks that one scaler can work, and says what it takes over.
func validateScaling(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	s := spec.Scaling
	http := isTrue(s.HTTP.Enabled)
	if !b.isScaled() {
		return
	}
	if value(s.MinReplicas) < 0 {
		r.Errorf("scaling.minReplicas", "found %d; write 0 or more", *s.MinReplicas)
	}
	if b.leastReplicas() == 0 && !http {
		at := "scaling.minReplicas"
		if s.MinReplicas == nil {
			at = "replicas"
		}
		r.Errorf(at, "0 pods at the least, and utilization cannot wake what does not run; write scaling.minReplicas: 1 or more, or scaling.http")
	}
	switch most := value(s.MaxReplicas); {
	case s.MaxReplicas == nil && http:
		r.Warnf("scaling.maxReplicas", "not set: KEDA starts up to 100 pods; write how many there may be")
	case s.MaxReplicas == nil:
		r.Errorf("scaling.maxReplicas", "not set; a scaler needs to know when to stop: write how many pods there may be")
	case most < 1:
		r.Errorf("scaling.maxReplicas", "found %d; write 1 or more", most)
	case b.leastReplicas() > most && s.MinReplicas == nil:
		r.Errorf("scaling.maxReplicas", "found %d, and the app runs %d replicas at the least; write more, or scaling.minReplicas", most, b.leastReplicas())
	case b.leastReplicas() > most:
		r.Errorf("scaling.minReplicas", "found %d, which is above scaling.maxReplicas, %d; write less, or raise that", b.leastReplicas(), most)
	}
	for _, target := range []struct {
		field string
		value *int32
	}{{"cpuUtilization", s.CPUUtilization}, {"memoryUtilization", s.MemoryUtilization}} {
		if target.value != nil && *target.value < 1 {
			r.Errorf("scaling."+target.field, "found %d; write a percentage of the requests, such as 70", *target.value)
		}
	}
	if !http && len(b.utilizations()) == 0 {
		r.Errorf("scaling", "nothing to scale by; write cpuUtilization, memoryUtilization or http, or drop minReplicas and maxReplicas")
	}
	if replicas, written := r.Layers.Own["replicas"]; written && replicas != nil && (s.MinReplicas != nil || http) {
		r.Warnf("replicas", "%v has no effect while spec.scaling is set: the scaler owns the number of pods; drop it", replicas)
	}
	for _, u := range b.utilizations() {
		validateRequests(r, spec, u.name)
	}
	if http {
		validateHTTPScaling(r, spec)
	}
}

// validateRequests checks that every container says what it asks for: a share of nothing is nothing, and the scaler stops
// scaling. A limit is a request, too.
func validateRequests(r *report.Report, spec Spec, name corev1.ResourceName) {
	has := func(resources corev1.ResourceRequirements) bool {
		_, request := resources.Requests[name]
		_, limit := resources.Limits[name]
		return request || limit
	}
	const advice = "lacks %s, and the scaler by %s utilization then does nothing; write what the container needs"
	if !has(value(spec.Resources)) {
		r.Errorf("resources.requests", advice, name, name)
	}
	for _, w := range writtenContainers(spec) {
		if w.sharesApp && (!w.init || w.isNativeSidecar()) && !has(w.container.Resources) {
			r.Errorf(w.path+".resources.requests", advice, name, name)
		}
	}
}

func validateHTTPScaling(r *report.Report, spec Spec) {
	http := spec.Scaling.HTTP
	r.Warnf("scaling.http", "the HTTPRoute sends requests to the Service %s of namespace %s, which its owner has to allow: a ReferenceGrant there, from HTTPRoutes "+
		"of the app's namespace to that Service", http.Interceptor.Service, http.Interceptor.Namespace)
	if value(http.TargetConcurrency) < 1 {
		r.Errorf("scaling.http.targetConcurrency", "found %d; write 1 or more", value(http.TargetConcurrency))
	}
	if value(http.CooldownPeriod) < 0 {
		r.Errorf("scaling.http.cooldownPeriod", "found %d; write 0 or more seconds", *http.CooldownPeriod)
	}
	validateNamespaceName(r, "scaling.http.interceptor.namespace", http.Interceptor.Namespace)
	validateObjectName(r, "scaling.http.interceptor.service", http.Interceptor.Service)
	validatePortNumber(r, "scaling.http.interceptor.port", http.Interceptor.Port)
	host, port, _ := strings.Cut(http.ScalerAddress, ":")
	number, numberErr := strconv.ParseUint(port, 10, 16)
	if !isVariable(http.ScalerAddress) && (host == "" || numberErr != nil || number == 0) {
		r.Errorf("scaling.http.scalerAddress", "found %q; write host and port, as in keda-add-ons-http-external-scaler.keda:9090", http.ScalerAddress)
	}
}
