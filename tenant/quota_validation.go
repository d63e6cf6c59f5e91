package tenant

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/quota"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// validateQuota warns of quotas that refuse ordinary pods, or that limit nothing.
// https://kubernetes.io/docs/concepts/policy/resource-quotas/
func validateQuota(r *report.Report, spec Spec) {
	validateLimitRange(r, spec.LimitRange)
	if spec.ResourceQuota == nil {
		return
	}
	for i, scope := range spec.ResourceQuota.Scopes {
		r.CheckChoice(fmt.Sprintf("resourceQuota.scopes[%d]", i), string(scope), quotaScopes())
	}
	validateScopes(r, spec.ResourceQuota)
	for _, key := range slices.Sorted(maps.Keys(spec.ResourceQuota.Hard)) {
		name := string(key)
		hard := spec.ResourceQuota.Hard[key]
		if hard.Sign() < 0 {
			r.Errorf(fieldpath.Key("resourceQuota.hard", name), "found %s; a quota is not negative: write 0 to allow none", hard.String())
		}
		validateQuotaKey(r, name, hard)
		switch fix := misspelt(name); {
		case fix == "":
		case strings.Contains(name, "/"):
			r.Warnf(fieldpath.Key("resourceQuota.hard", name), "is no resource that a quota counts, so that it limits nothing; write %s", fix)
		default:
			r.Errorf(fieldpath.Key("resourceQuota.hard", name), "is no resource that a quota counts; write %s", fix)
		}
	}
	if unmet := quota.Unmet(spec.ResourceQuota.Hard, spec.LimitRange); len(unmet) > 0 {
		r.Warnf("resourceQuota.hard", "pods that do not say their %s are refused; give a Container default for them with limitRange, or drop the keys",
			strings.Join(unmet, ", "))
	}
}

// validateLimitRange checks what the API server refuses.
// https://kubernetes.io/docs/concepts/policy/limit-range/
func validateLimitRange(r *report.Report, limits *corev1.LimitRangeSpec) {
	if limits == nil {
		return
	}
	validateLimitItems(r, limits.Limits)
	for i, item := range limits.Limits {
		at := fmt.Sprintf("limitRange.limits[%d]", i)
		r.CheckChoice(at+".type", string(item.Type), []string{
			string(corev1.LimitTypeContainer), string(corev1.LimitTypePersistentVolumeClaim), string(corev1.LimitTypePod),
		})
		bounds := []struct {
			field  string
			values corev1.ResourceList
		}{{"min", item.Min}, {"defaultRequest", item.DefaultRequest}, {"default", item.Default}, {"max", item.Max}}
		for j, lower := range bounds {
			for _, name := range slices.Sorted(maps.Keys(lower.values)) {
				if least := lower.values[name]; least.Sign() < 0 {
					r.Errorf(fieldpath.Key(at+"."+lower.field, string(name)), "found %s; write 0 or more", least.String())
				}
			}
			for _, upper := range bounds[j+1:] {
				for _, name := range slices.Sorted(maps.Keys(lower.values)) {
					least, most := lower.values[name], upper.values[name]
					if _, set := upper.values[name]; set && least.Cmp(most) > 0 {
						r.Errorf(fieldpath.Key(at+"."+lower.field, string(name)), "found %s, which is more than the %s of %s; write less, or raise that",
							least.String(), upper.field, most.String())
					}
				}
			}
		}
	}
}

func quotaScopes() []string {
	return []string{
		string(corev1.ResourceQuotaScopeBestEffort), string(corev1.ResourceQuotaScopeCrossNamespacePodAffinity),
		string(corev1.ResourceQuotaScopeNotBestEffort), string(corev1.ResourceQuotaScopeNotTerminating),
		string(corev1.ResourceQuotaScopePriorityClass), string(corev1.ResourceQuotaScopeTerminating),
		string(corev1.ResourceQuotaScopeVolumeAttributesClass),
	}
}

// misspelt returns what a quota's key was probably meant to be, or "" where it is one or may be an extension's.
func misspelt(key string) string {
	if object, found := strings.CutPrefix(key, "count/"); found {
		resource, group, qualified := strings.Cut(object, ".")
		if plural, known := plurals()[resource]; known {
			resource = plural
		} else {
			return ""
		}
		if qualified {
			resource += "." + group
		}
		return "count/" + resource
	}
	if strings.Contains(key, "/") || strings.HasPrefix(key, "requests.") && strings.Contains(key, "/") {
		return ""
	}
	known := quotaKeys()
	if slices.Contains(known, key) || strings.HasPrefix(key, "requests.hugepages-") || strings.HasPrefix(key, "limits.hugepages-") ||
		strings.HasPrefix(key, "hugepages-") {
		return ""
	}
	if near := schema.Nearest(key, known); near != "" {
		return near
	}
	return "one of " + strings.Join(known, ", ")
}

func quotaKeys() []string {
	return []string{
		"configmaps", "cpu", "ephemeral-storage", "limits.cpu", "limits.ephemeral-storage", "limits.memory", "memory",
		"persistentvolumeclaims", "pods", "replicationcontrollers", "requests.cpu", "requests.ephemeral-storage", "requests.memory",
		"requests.storage", "resourcequotas", "secrets", "services", "services.loadbalancers", "services.nodeports",
	}
}

// plurals are singulars that are often written where the API wants the resource's plural name.
func plurals() map[string]string {
	return map[string]string{
		"configmap": "configmaps", "cronjob": "cronjobs", "daemonset": "daemonsets", "deployment": "deployments",
		"horizontalpodautoscaler": "horizontalpodautoscalers", "ingress": "ingresses", "job": "jobs",
		"networkpolicy": "networkpolicies", "persistentvolumeclaim": "persistentvolumeclaims", "pod": "pods",
		"replicaset": "replicasets", "secret": "secrets", "service": "services", "serviceaccount": "serviceaccounts",
		"statefulset": "statefulsets",
	}
}
