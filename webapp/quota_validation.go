package webapp

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/quota"
)

// RefusedBy warns of pods that the quota of the app's tenant refuses, since a container does not say what the quota counts
// and no limit range says it for all. A quota with scopes is left alone: it counts some pods only.
// https://kubernetes.io/docs/concepts/policy/resource-quotas/
func (g *Graph) RefusedBy(hard corev1.ResourceQuotaSpec, limits *corev1.LimitRangeSpec) fivefold.Findings {
	unmet := quota.Unmet(hard.Hard, limits)
	if len(unmet) == 0 || len(hard.Scopes) > 0 || hard.ScopeSelector != nil {
		return nil
	}
	var found fivefold.Findings
	said := map[string]bool{}
	check := func(field, workload string, pod corev1.PodSpec) {
		for _, c := range slices.Concat(pod.InitContainers, pod.Containers) {
			missing := slices.DeleteFunc(slices.Clone(unmet), func(key string) bool { return quota.IsSaid(c.Resources, key) })
			values := strings.Join(missing, ", ")
			// A cron job has the app's own container, unless it says otherwise.
			if len(missing) == 0 || said[c.Name+" "+values] {
				continue
			}
			said[c.Name+" "+values] = true
			at := field
			if c.Name != pod.Containers[0].Name {
				at = "" // several fields make containers beside the main one
			}
			found = append(found, fivefold.Finding{
				Severity: fivefold.Warning, Kind: Kind, Name: g.Deployment.Name, Field: at,
				Format: "the quota of Tenant %q refuses the pods of %s, since container %q does not say its %s; write it there, or a Container default in the Tenant's limitRange",
				Args:   []any{g.Tenant, workload, c.Name, values},
			})
		}
	}
	check("spec.resources", "the Deployment", g.Deployment.Spec.Template.Spec)
	for i, job := range g.CronJobs {
		check(fmt.Sprintf("spec.cronJobs[%d].resources", i), "CronJob "+job.Name, job.Spec.JobTemplate.Spec.Template.Spec)
	}
	if g.ExternalDNSDeployment != nil {
		check("spec.externalDNS.resources", "external-dns", g.ExternalDNSDeployment.Spec.Template.Spec)
	}
	return found
}
