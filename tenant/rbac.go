package tenant

import (
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func (b builder) serviceAccount() *corev1.ServiceAccount {
	var secrets []corev1.LocalObjectReference
	if isTrue(b.spec.PullSecret.Enabled) {
		secrets = append(secrets, corev1.LocalObjectReference{Name: b.spec.PullSecret.Name})
	}
	for _, secret := range b.spec.ServiceAccount.ImagePullSecrets {
		if len(secrets) == 0 || secrets[0] != secret {
			secrets = append(secrets, secret)
		}
	}
	return &corev1.ServiceAccount{
		TypeMeta:                     metav1.TypeMeta{APIVersion: "v1", Kind: "ServiceAccount"},
		ObjectMeta:                   b.meta(b.spec.ServiceAccount.Name, b.spec.ServiceAccount.Annotations),
		AutomountServiceAccountToken: b.spec.ServiceAccount.AutomountServiceAccountToken,
		ImagePullSecrets:             secrets,
	}
}

func (b builder) role() *rbacv1.Role {
	role := b.spec.RBAC.Role
	if role == nil {
		return nil
	}
	return &rbacv1.Role{
		TypeMeta:   metav1.TypeMeta{APIVersion: rbacv1.SchemeGroupVersion.String(), Kind: "Role"},
		ObjectMeta: b.meta(role.Name, nil),
		Rules:      role.Rules,
	}
}

func (b builder) roleBinding() *rbacv1.RoleBinding {
	rbac := b.spec.RBAC
	var ref rbacv1.RoleRef
	switch {
	case rbac.Role != nil:
		ref = rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: rbac.Role.Name}
	case rbac.ClusterRole != "":
		ref = clusterRole(rbac.ClusterRole)
	default:
		return nil
	}
	return b.binding(b.bindingName(), b.spec.Namespace.Name, ref, b.serviceAccountSubject(b.spec.ServiceAccount.Name))
}

// bindingName is the name of the service account's RoleBinding.
func (b builder) bindingName() string {
	switch {
	case b.spec.RBAC.BindingName != "":
		return b.spec.RBAC.BindingName
	case b.spec.RBAC.Role != nil:
		return b.spec.RBAC.Role.Name
	default:
		return b.name
	}
}

func (b builder) additionalRoleBindings() []*rbacv1.RoleBinding {
	bindings := make([]*rbacv1.RoleBinding, len(b.spec.RBAC.AdditionalRoleBindings))
	for i, extra := range b.spec.RBAC.AdditionalRoleBindings {
		bindings[i] = b.binding(extra.Name, b.spec.Namespace.Name, clusterRole(extra.ClusterRoleName), extra.Subjects...)
	}
	return bindings
}

// binding returns a RoleBinding with the annotations of all bindings.
func (b builder) binding(name, namespace string, ref rbacv1.RoleRef, subjects ...rbacv1.Subject) *rbacv1.RoleBinding {
	meta := b.meta(name, b.spec.RBAC.Annotations)
	meta.Namespace = namespace
	return &rbacv1.RoleBinding{
		TypeMeta:   metav1.TypeMeta{APIVersion: rbacv1.SchemeGroupVersion.String(), Kind: "RoleBinding"},
		ObjectMeta: meta,
		RoleRef:    ref,
		Subjects:   subjects,
	}
}

func clusterRole(name string) rbacv1.RoleRef {
	return rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: name}
}

// serviceAccountSubject is a service account of the tenant's namespace.
func (b builder) serviceAccountSubject(name string) rbacv1.Subject {
	return rbacv1.Subject{Kind: rbacv1.ServiceAccountKind, Name: name, Namespace: b.spec.Namespace.Name}
}
