package webapp

import (
	"slices"
	"time"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	esmeta "github.com/external-secrets/external-secrets/apis/meta/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const refreshInterval = time.Hour

func (b builder) secretStore() *esv1.SecretStore {
	store := b.spec.SecretStore
	if !isTrue(store.Enabled) {
		return nil
	}
	provider := store.Provider.DeepCopy()
	if provider != nil && provider.Vault != nil && provider.Vault.Auth != nil && provider.Vault.Auth.Kubernetes != nil {
		// Without an account of the tenant's, External Secrets would log in with the token of its own pod.
		if auth := provider.Vault.Auth.Kubernetes; auth.ServiceAccountRef == nil && auth.SecretRef == nil {
			auth.ServiceAccountRef = &esmeta.ServiceAccountSelector{Name: b.tenant}
		}
	}
	return &esv1.SecretStore{
		TypeMeta:   metav1.TypeMeta{APIVersion: esv1.SchemeGroupVersion.String(), Kind: esv1.SecretStoreKind},
		ObjectMeta: b.meta(store.Name, nil),
		Spec:       esv1.SecretStoreSpec{Provider: provider},
	}
}

func (b builder) storeRef() esv1.SecretStoreRef {
	return esv1.SecretStoreRef{Name: b.spec.SecretStore.Name, Kind: esv1.SecretStoreKind}
}

func (b builder) externalSecrets() []*esv1.ExternalSecret {
	var secrets []*esv1.ExternalSecret
	for i := range b.spec.Secrets {
		secret := b.spec.Secrets[i]
		secrets = append(secrets, b.externalSecret(secret.Name, *secret.ExternalSecretSpec.DeepCopy()))
	}
	return secrets
}

// externalSecret returns an ExternalSecret, with defaults where its spec says nothing.
func (b builder) externalSecret(name string, spec esv1.ExternalSecretSpec) *esv1.ExternalSecret {
	if spec.RefreshInterval == nil {
		spec.RefreshInterval = &metav1.Duration{Duration: refreshInterval}
	}
	if spec.Target.Name == "" {
		spec.Target.Name = name
	}
	if spec.Target.CreationPolicy == "" {
		spec.Target.CreationPolicy = esv1.CreatePolicyOwner
	}
	if spec.SecretStoreRef == (esv1.SecretStoreRef{}) && readsStore(spec) {
		spec.SecretStoreRef = b.storeRef()
	}
	return &esv1.ExternalSecret{
		TypeMeta:   metav1.TypeMeta{APIVersion: esv1.SchemeGroupVersion.String(), Kind: esv1.ExtSecretKind},
		ObjectMeta: b.meta(name, nil),
		Spec:       spec,
	}
}

// readsStore tells whether any value comes from the store that the ExternalSecret as a whole names.
func readsStore(spec esv1.ExternalSecretSpec) bool {
	return slices.ContainsFunc(spec.Data, func(data esv1.ExternalSecretData) bool { return data.SourceRef == nil }) ||
		slices.ContainsFunc(spec.DataFrom, func(from esv1.ExternalSecretDataFromRemoteRef) bool { return from.SourceRef == nil })
}
