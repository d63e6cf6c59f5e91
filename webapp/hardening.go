package webapp

import (
	corev1 "k8s.io/api/core/v1"
)

// hardened returns the security context that Pod Security admits at its level restricted, where context says nothing, and
// a read-only root file system. Init containers, sidecars and cron jobs need it as much as the container itself: the
// Deployment would be accepted, and its ReplicaSet make no pods.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
func hardened(context *corev1.SecurityContext) *corev1.SecurityContext {
	c := context.DeepCopy()
	if c == nil {
		c = &corev1.SecurityContext{}
	}
	if c.AllowPrivilegeEscalation == nil {
		c.AllowPrivilegeEscalation = new(false)
	}
	if c.ReadOnlyRootFilesystem == nil {
		c.ReadOnlyRootFilesystem = new(true)
	}
	if c.RunAsNonRoot == nil {
		c.RunAsNonRoot = new(true)
	}
	if c.SeccompProfile == nil {
		c.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
	}
	if c.Capabilities == nil {
		c.Capabilities = &corev1.Capabilities{}
	}
	if c.Capabilities.Drop == nil {
		c.Capabilities.Drop = []corev1.Capability{"ALL"}
	}
	return c
}

// podSecurityContext returns that of the app's pods. The user is a number, since the kubelet cannot tell whether an
// image's named one is root.
func (b builder) podSecurityContext() *corev1.PodSecurityContext {
	context := corev1.PodSecurityContext(b.spec.Pod.SecurityContext)
	c := context.DeepCopy()
	if c.RunAsNonRoot == nil {
		c.RunAsNonRoot = new(true)
	}
	if c.SeccompProfile == nil {
		c.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
	}
	return c
}
