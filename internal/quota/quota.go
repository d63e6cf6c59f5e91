// Package quota knows which pods a ResourceQuota refuses because they do not say what they need.
// https://kubernetes.io/docs/concepts/policy/resource-quotas/#compute-resource-quota
package quota

import (
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Unmet returns the keys of a quota that every container has to say a value for, without those that a limit range says one
// for, in their order.
func Unmet(hard corev1.ResourceList, limits *corev1.LimitRangeSpec) []string {
	var unmet []string
	for _, key := range slices.Sorted(maps.Keys(hard)) {
		if slices.Contains(ComputeKeys(), string(key)) && !hasDefault(limits, string(key)) {
			unmet = append(unmet, string(key))
		}
	}
	return unmet
}

// IsSaid tells whether a container's resources say a value for a key. A limit is a request, too.
func IsSaid(resources corev1.ResourceRequirements, key string) bool {
	kind, name := split(key)
	_, limit := resources.Limits[name]
	_, request := resources.Requests[name]
	return limit || request && kind == "requests"
}

// ComputeKeys are the keys that make every pod illegal that does not say the value.
func ComputeKeys() []string {
	return []string{"cpu", "limits.cpu", "limits.memory", "memory", "requests.cpu", "requests.memory"}
}

// hasDefault tells whether a limit range fills in what a quota asks for. A default limit is a default request, too.
func hasDefault(limits *corev1.LimitRangeSpec, key string) bool {
	if limits == nil {
		return false
	}
	return slices.ContainsFunc(limits.Limits, func(item corev1.LimitRangeItem) bool {
		defaults := corev1.ResourceRequirements{Limits: item.Default, Requests: item.DefaultRequest}
		return item.Type == corev1.LimitTypeContainer && IsSaid(defaults, key)
	})
}

// split returns what kind of value a key is about, and of which resource. One without a kind is about requests.
func split(key string) (kind string, name corev1.ResourceName) {
	kind, resource, qualified := strings.Cut(key, ".")
	if !qualified {
		kind, resource = "requests", key
	}
	return kind, corev1.ResourceName(resource)
}
