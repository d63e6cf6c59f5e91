package webapp

import (
	"slices"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	esv1alpha1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1alpha1"
	generatorsv1alpha1 "github.com/external-secrets/external-secrets/apis/generators/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const (
	// passwordLength is the length that the Password's own CRD defaults to. A 0 of Go's would count as written.
	passwordLength = 24
	// passwordKey is the key of a generated value where the Password names none.
	passwordKey = "password"
)

// passwords returns the generators of the generated secrets.
func (b builder) passwords() []*generatorsv1alpha1.Password {
	var passwords []*generatorsv1alpha1.Password
	for _, secret := range b.spec.GeneratedSecrets {
		password := &generatorsv1alpha1.Password{
			TypeMeta: metav1.TypeMeta{
				APIVersion: generatorsv1alpha1.SchemeGroupVersion.String(), Kind: generatorsv1alpha1.PasswordKind,
			},
			ObjectMeta: b.meta(secret.Name, nil),
		}
		if secret.Password != nil {
			password.Spec = *secret.Password.DeepCopy()
		}
		if password.Spec.Length == 0 {
			password.Spec.Length = passwordLength
		}
		passwords = append(passwords, password)
	}
	return passwords
}

// places returns where a generated value is kept.
func places(secret GeneratedSecret) []GeneratedData {
	all := secret.Data
	if len(all) == 0 {
		all = []GeneratedData{{Key: secret.Key, RemoteKey: secret.RemoteKey, Property: secret.Property}}
	}
	all = slices.Clone(all)
	for i := range all {
		if all[i].Property == "" {
			all[i].Property = all[i].Key
		}
	}
	return all
}

// pushSecrets write each generated value once: never again by the interval, and never over a value that is there.
func (b builder) pushSecrets() []*esv1alpha1.PushSecret {
	var secrets []*esv1alpha1.PushSecret
	for i, password := range b.passwords() {
		key := passwordKey
		if len(password.Spec.SecretKeys) > 0 {
			key = password.Spec.SecretKeys[0]
		}
		spec := esv1alpha1.PushSecretSpec{
			RefreshInterval: &metav1.Duration{},
			SecretStoreRefs: []esv1alpha1.PushSecretStoreRef{{Name: b.spec.SecretStore.Name, Kind: esv1.SecretStoreKind}},
			UpdatePolicy:    esv1alpha1.PushSecretUpdatePolicyIfNotExists,
			Selector: esv1alpha1.PushSecretSelector{GeneratorRef: &esv1.GeneratorRef{
				APIVersion: password.APIVersion, Kind: password.Kind, Name: password.Name,
			}},
		}
		for _, place := range places(b.spec.GeneratedSecrets[i]) {
			spec.Data = append(spec.Data, esv1alpha1.PushSecretData{Match: esv1alpha1.PushSecretMatch{
				SecretKey: key,
				RemoteRef: esv1alpha1.PushSecretRemoteRef{RemoteKey: place.RemoteKey, Property: place.Property},
			}})
		}
		secrets = append(secrets, &esv1alpha1.PushSecret{
			TypeMeta: metav1.TypeMeta{
				APIVersion: esv1alpha1.SchemeGroupVersion.String(), Kind: esv1alpha1.PushSecretKind,
			},
			ObjectMeta: b.meta(password.Name, nil),
			Spec:       spec,
		})
	}
	return secrets
}

// generatedExternalSecrets read the generated values back. A generator as their source would make a new value each time.
func (b builder) generatedExternalSecrets() []*esv1.ExternalSecret {
	var secrets []*esv1.ExternalSecret
	for _, secret := range b.spec.GeneratedSecrets {
		var spec esv1.ExternalSecretSpec
		for _, place := range places(secret) {
			spec.Data = append(spec.Data, esv1.ExternalSecretData{
				SecretKey: place.Key,
				RemoteRef: esv1.ExternalSecretDataRemoteRef{Key: place.RemoteKey, Property: place.Property},
			})
		}
		secrets = append(secrets, b.externalSecret(secret.Name, spec))
	}
	return secrets
}
