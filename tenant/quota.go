package tenant

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func (b builder) resourceQuota() *corev1.ResourceQuota {
	if b.spec.ResourceQuota == nil {
		return nil
	}
	return &corev1.ResourceQuota{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ResourceQuota"},
		ObjectMeta: b.meta(b.name, nil),
		Spec:       *b.spec.ResourceQuota,
	}
}

func (b builder) limitRange() *corev1.LimitRange {
	if b.spec.LimitRange == nil {
		return nil
	}
	return &corev1.LimitRange{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "LimitRange"},
		ObjectMeta: b.meta(b.name, nil),
		Spec:       *b.spec.LimitRange,
	}
}
