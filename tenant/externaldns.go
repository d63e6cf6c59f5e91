package tenant

import (
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func (b builder) externalDNSName() string {
	return b.name + "-external-dns"
}

func (b builder) externalDNSRoleBinding() *rbacv1.RoleBinding {
	return b.externalDNSBinding(b.spec.Namespace.Name)
}

// externalDNSGatewayRoleBinding lets the tenant's external-dns read the shared Gateway. It is the one object outside of
// the tenant's namespace.
func (b builder) externalDNSGatewayRoleBinding() *rbacv1.RoleBinding {
	if b.spec.ExternalDNS.GatewayNamespace == b.spec.Namespace.Name {
		return nil
	}
	return b.externalDNSBinding(b.spec.ExternalDNS.GatewayNamespace)
}

func (b builder) externalDNSBinding(namespace string) *rbacv1.RoleBinding {
	dns := b.spec.ExternalDNS
	if !isTrue(dns.Enabled) {
		return nil
	}
	return b.binding(b.externalDNSName(), namespace, clusterRole(dns.ClusterRole), b.serviceAccountSubject(dns.ServiceAccountName))
}

func (b builder) externalDNSClusterRoleBinding() *rbacv1.ClusterRoleBinding {
	dns := b.spec.ExternalDNS
	if !isTrue(dns.Enabled) {
		return nil
	}
	return &rbacv1.ClusterRoleBinding{
		TypeMeta:   metav1.TypeMeta{APIVersion: rbacv1.SchemeGroupVersion.String(), Kind: "ClusterRoleBinding"},
		ObjectMeta: b.clusterMeta(b.externalDNSName(), b.spec.RBAC.Annotations),
		RoleRef:    clusterRole(dns.GlobalClusterRole),
		Subjects:   []rbacv1.Subject{b.serviceAccountSubject(dns.ServiceAccountName)},
	}
}
