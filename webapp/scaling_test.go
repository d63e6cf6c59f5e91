package webapp

import "testing"

func TestScaling(t *testing.T) {
	t.Parallel()
	const (
		cpu  = "scaling: {minReplicas: 2, maxReplicas: 6, cpuUtilization: 70}"
		zero = "hostnames: [shop.example.org]\nroute: {parentRefs: [{name: shared}]}\nscaling: {maxReplicas: 4, http: {enabled: true}}\n"
	)
	testObjects(t, []objectTest{
		{"no replicas with a scaler", "replicas: 3\n" + cpu, "Deployment shop", "spec.replicas", absent},
		{"no replicas with a maximum", "scaling: {maxReplicas: 6}", "Deployment shop", "spec.replicas", absent},
		{"no replicas with zero", zero, "Deployment shop", "spec.replicas", absent},
		{"autoscaler", cpu, "HorizontalPodAutoscaler shop", "spec",
			"{maxReplicas: 6, metrics: [{resource: {name: cpu, target: {averageUtilization: 70, type: Utilization}}, type: Resource}], " +
				"minReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: shop}}"},
		{"minimum by the replicas", "replicas: 3\nscaling: {maxReplicas: 4, cpuUtilization: 70}", "HorizontalPodAutoscaler shop",
			"spec.minReplicas", "3"},
		{"none by default", "", "HorizontalPodAutoscaler shop", "spec", absent},
		{"one scaler only", zero, "HorizontalPodAutoscaler shop", "spec", absent},
		{"scaled object", zero, "ScaledObject shop", "spec",
			"{cooldownPeriod: 300, maxReplicaCount: 4, minReplicaCount: 0, scaleTargetRef: {name: shop}, triggers: [{metadata: " +
				"{interceptorRoute: shop, scalerAddress: 'keda-add-ons-http-external-scaler.keda:9090'}, type: external-push}]}"},
		{"utilization is a trigger", "scaling: {maxReplicas: 4, cpuUtilization: 70, http: {enabled: true}}", "ScaledObject shop",
			"spec.triggers[1]", "{metadata: {value: '70'}, metricType: Utilization, type: cpu}"},
		{"interceptor route", zero, "InterceptorRoute shop", "spec",
			"{rules: [{hosts: [shop.example.org]}], scalingMetric: {concurrency: {targetValue: 10}}, target: {port: 80, service: shop}}"},
		{"interceptor route's version", zero, "InterceptorRoute shop", "apiVersion", "http.keda.sh/v1beta1"},
		{"route goes to the interceptor", zero, "HTTPRoute shop", "spec.rules",
			"[{backendRefs: [{name: keda-add-ons-http-interceptor-proxy, namespace: keda, port: 8080}]}]"},
		{"own backend too", "route: {rules: [{backendRefs: [{name: shop, port: 80}, {name: other, port: 80}]}]}\n" +
			"hostnames: [a.b]\nscaling: {http: {enabled: true}}", "HTTPRoute shop", "spec.rules[0].backendRefs",
			"[{name: keda-add-ons-http-interceptor-proxy, namespace: keda, port: 8080}, {name: other, port: 80}]"},
		{"pods admit the interceptor", zero + "networkPolicy: {gateway: {namespace: gw}}", "NetworkPolicy shop", "spec.ingress[1]",
			"{from: [{namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: keda}}}], ports: [{port: 8080, protocol: TCP}]}"},
		{"no grant in another namespace", zero, "ReferenceGrant shop", "spec", absent},
	})
}
