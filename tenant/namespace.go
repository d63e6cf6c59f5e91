package tenant

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

const podSecurityPrefix = "pod-security.kubernetes.io/"

func (b builder) namespaceObject() *corev1.Namespace {
	meta := b.clusterMeta(b.spec.Namespace.Name, b.spec.Namespace.Annotations)
	meta.Labels = objectmeta.Union(objectmeta.Union(meta.Labels, b.spec.Namespace.Labels), podSecurityLabels(b.spec.Namespace.PodSecurity))
	return &corev1.Namespace{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"},
		ObjectMeta: meta,
	}
}

// podSecurityLabels returns the labels that Pod Security admission reads.
// https://kubernetes.io/docs/concepts/security/pod-security-admission/#pod-security-admission-labels-for-namespaces
func podSecurityLabels(levels PodSecurity) map[string]string {
	labels := map[string]string{}
	for mode, value := range levels.byMode() {
		if value != "" {
			labels[podSecurityPrefix+mode] = value
		}
	}
	return labels
}

// byMode returns the levels and versions by the names that their labels have.
func (p PodSecurity) byMode() map[string]string {
	return map[string]string{
		"enforce": p.Enforce, "enforce-version": p.EnforceVersion,
		"audit": p.Audit, "audit-version": p.AuditVersion,
		"warn": p.Warn, "warn-version": p.WarnVersion,
	}
}
