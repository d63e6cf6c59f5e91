package tenant

import (
	"fmt"
	"strings"
	"time"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// dockerConfigKey is the key that the docker config has while External Secrets fills in the template.
const dockerConfigKey = "dockerconfigjson"

// pullSecret returns the ExternalSecret that makes the registry credential.
// https://kubernetes.io/docs/concepts/configuration/secret/#docker-config-secrets
func (b builder) pullSecret() *esv1.ExternalSecret {
	pull := b.spec.PullSecret
	if !isTrue(pull.Enabled) {
		return nil
	}
	spec := esv1.ExternalSecretSpec{
		RefreshInterval: pull.RefreshInterval,
		Target: esv1.ExternalSecretTarget{
			Name:           pull.Name,
			CreationPolicy: esv1.CreatePolicyOwner,
			Template: &esv1.ExternalSecretTemplate{
				EngineVersion: esv1.TemplateEngineV2,
				Type:          corev1.SecretTypeDockerConfigJson,
				Data:          map[string]string{corev1.DockerConfigJsonKey: b.dockerConfigTemplate()},
			},
		},
		DataFrom: pull.DataFrom,
	}
	if pull.SecretStoreRef != nil {
		spec.SecretStoreRef = *pull.SecretStoreRef
	}
	if pull.RemoteRef != nil {
		spec.Data = []esv1.ExternalSecretData{{SecretKey: dockerConfigKey, RemoteRef: *pull.RemoteRef}}
	}
	return b.externalSecret(pull.Name, spec)
}

// dockerConfigTemplate makes a docker config of what the pull secret reads. Generators of registry tokens give a user
// name and a password for the source's registry, everything else the docker config itself.
// https://external-secrets.io/latest/api/generator/
func (b builder) dockerConfigTemplate() string {
	for _, from := range b.spec.PullSecret.DataFrom {
		if from.SourceRef == nil || from.SourceRef.GeneratorRef == nil {
			continue
		}
		switch from.SourceRef.GeneratorRef.Kind {
		case "ACRAccessToken", "ECRAuthorizationToken", "GCRAccessToken":
			host, _, _ := strings.Cut(strings.TrimPrefix(b.spec.Source.URL, ociScheme), "/")
			return fmt.Sprintf(`{"auths":{%q:{"username":{{ .username | toJson }},"password":{{ .password | toJson }},`+
				`"auth":{{ printf "%%s:%%s" .username .password | b64enc | toJson }}}}}`, host)
		}
	}
	return "{{ ." + dockerConfigKey + " }}"
}

func (b builder) externalSecrets() []*esv1.ExternalSecret {
	secrets := make([]*esv1.ExternalSecret, len(b.spec.Secrets))
	for i, secret := range b.spec.Secrets {
		secrets[i] = b.externalSecret(secret.Name, b.withSecretDefaults(secret))
	}
	return secrets
}

func (b builder) withSecretDefaults(secret Secret) esv1.ExternalSecretSpec {
	spec := *secret.ExternalSecretSpec.DeepCopy()
	if spec.RefreshInterval == nil {
		spec.RefreshInterval = &metav1.Duration{Duration: time.Hour}
	}
	if spec.Target.Name == "" {
		spec.Target.Name = secret.Name
	}
	if spec.Target.CreationPolicy == "" {
		spec.Target.CreationPolicy = esv1.CreatePolicyOwner
	}
	if spec.SecretStoreRef == (esv1.SecretStoreRef{}) && readsStore(spec) {
		spec.SecretStoreRef = esv1.SecretStoreRef{Name: b.spec.SecretStore.Name, Kind: esv1.SecretStoreKind}
	}
	return spec
}

// readsStore tells whether any value comes from the store that the ExternalSecret as a whole names.
func readsStore(spec esv1.ExternalSecretSpec) bool {
	for _, data := range spec.Data {
		if data.SourceRef == nil {
			return true
		}
	}
	for _, from := range spec.DataFrom {
		if from.SourceRef == nil {
			return true
		}
	}
	return false
}

func (b builder) externalSecret(name string, spec esv1.ExternalSecretSpec) *esv1.ExternalSecret {
	return &esv1.ExternalSecret{
		TypeMeta:   metav1.TypeMeta{APIVersion: esv1.SchemeGroupVersion.String(), Kind: esv1.ExtSecretKind},
		ObjectMeta: b.meta(name, nil),
		Spec:       spec,
	}
}
