package tenant

import (
	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	esmeta "github.com/external-secrets/external-secrets/apis/meta/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func (b builder) secretStore() *esv1.SecretStore {
	store := b.spec.SecretStore
	if !isTrue(store.Enabled) {
		return nil
	}
	provider := store.Provider.DeepCopy()
	if vault := provider.Vault; vault != nil && vault.Auth != nil && vault.Auth.Kubernetes != nil {
		// Without an account of the tenant's, External Secrets would log in with the token of its own pod.
		if auth := vault.Auth.Kubernetes; auth.ServiceAccountRef == nil && auth.SecretRef == nil {
			auth.ServiceAccountRef = &esmeta.ServiceAccountSelector{Name: b.spec.ServiceAccount.Name}
		}
	}
	return &esv1.SecretStore{
		TypeMeta:   metav1.TypeMeta{APIVersion: esv1.SchemeGroupVersion.String(), Kind: esv1.SecretStoreKind},
		ObjectMeta: b.meta(store.Name, nil),
		Spec:       esv1.SecretStoreSpec{Provider: provider},
	}
}
