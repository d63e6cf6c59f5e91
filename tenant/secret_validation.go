package tenant

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"

	"github.com/fivefold-dev/fivefold/internal/externalsecret"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/material"
	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateSecrets(r *report.Report, spec Spec) {
	validatePullSecret(r, spec)
	validateSecretStore(r, spec)
	b := builder{name: r.Name, spec: spec}
	for i, secret := range spec.Secrets {
		at := fmt.Sprintf("secrets[%d]", i)
		full := b.withSecretDefaults(secret)
		validateExternalSecret(r, at, full)
		if readsStore(full) {
			validateStoreRef(r, at, secret.SecretStoreRef, spec)
		}
		for j, data := range full.Data {
			switch ref := data.SourceRef; {
			case ref == nil:
			case ref.GeneratorRef != nil:
				r.Errorf(fmt.Sprintf("%s.data[%d].sourceRef.generatorRef", at, j), "has no effect here; write it under dataFrom")
			case ref.SecretStoreRef.Name == "":
				r.Errorf(fmt.Sprintf("%s.data[%d].sourceRef.storeRef.name", at, j), "not set; write the name of the store")
			}
		}
		if template := full.Target.Template; template != nil {
			for _, key := range slices.Sorted(maps.Keys(template.Data)) {
				if text := template.Data[key]; material.SoundsSecret(key) && text != "" && !strings.Contains(text, "{{") {
					r.Warnf(fieldpath.Key(at+".target.template.data", key), "sounds like a secret and is written out, for everybody to read; "+
						"read it from the store, as in {{ .%s }}", key)
				}
			}
		}
	}
}

// validateStoreRef checks that the store that an ExternalSecret reads from will be there.
func validateStoreRef(r *report.Report, at string, ref esv1.SecretStoreRef, spec Spec) {
	switch {
	case ref == (esv1.SecretStoreRef{}) && !isTrue(spec.SecretStore.Enabled):
		r.Errorf(at+".secretStoreRef", "not set, and the tenant's own store is off; write secretStoreRef, or secretStore.enabled: true")
	case ref != (esv1.SecretStoreRef{}) && ref.Name == "":
		r.Errorf(at+".secretStoreRef.name", "not set; write the name of the store")
	}
}

func validatePullSecret(r *report.Report, spec Spec) {
	pull := spec.PullSecret
	if !isTrue(pull.Enabled) {
		return
	}
	switch {
	case pull.RemoteRef == nil && len(pull.DataFrom) == 0:
		r.Errorf("pullSecret.remoteRef", "not set; write where the store keeps the docker config, as in {key: …, property: …}, or dataFrom")
	case pull.RemoteRef != nil && len(pull.DataFrom) > 0:
		r.Errorf("pullSecret", "remoteRef and dataFrom are both set; drop one of them")
	}
	readsStore := pull.RemoteRef != nil || slices.ContainsFunc(pull.DataFrom, func(from esv1.ExternalSecretDataFromRemoteRef) bool {
		return from.SourceRef == nil
	})
	switch ref := pull.SecretStoreRef; {
	case !readsStore:
	case ref == nil:
		r.Errorf("pullSecret.secretStoreRef", "not set; write the store to read from, as in {kind: ClusterSecretStore, name: …}")
	case ref.Name == "":
		r.Errorf("pullSecret.secretStoreRef.name", "not set; write the name of the store")
	}
	validateDataFrom(r, "pullSecret", pull.DataFrom)
}

func validateSecretStore(r *report.Report, spec Spec) {
	const at = "secretStore.provider"
	store := spec.SecretStore
	if !isTrue(store.Enabled) {
		return
	}
	if store.Provider == nil {
		r.Errorf(at, "not set; write where the secrets are, as in {vault: {server: …, path: …, auth: …}}")
		return
	}
	provider, _ := fieldpath.Get(r.Layers.Merged, at)
	switch fields, _ := layer.WithoutNulls(provider).(map[string]any); len(fields) {
	case 0:
		r.Errorf(at, "empty; write where the secrets are, as in {vault: {server: …, path: …, auth: …}}")
	case 1:
	default:
		r.Errorf(at, "found %s; keep one", strings.Join(slices.Sorted(maps.Keys(fields)), " and "))
	}
	if store.Provider.Fake != nil {
		r.Errorf(at+".fake", "holds secrets in the declaration; write a provider that keeps them elsewhere")
	}
	if webhook := store.Provider.Webhook; webhook != nil {
		for _, header := range slices.Sorted(maps.Keys(webhook.Headers)) {
			text := webhook.Headers[header]
			if (material.SoundsSecret(header) || credentialForm.MatchString(text)) && !strings.Contains(text, "{{") {
				r.Errorf(fieldpath.Key(at+".webhook.headers", header), "holds a credential that everybody who can read the declaration could use; "+
					"name a Secret under secrets, and write {{ .NAME.KEY }} here")
			}
		}
		if hasCredentials(webhook.URL) && len(material.Find(webhook.URL)) == 0 {
			r.Errorf(at+".webhook.url", "holds credentials; name a Secret under secrets, and send it in a header")
		}
	}
	validateOwnReferences(r, at, provider, spec.Namespace.Name)
}

// validateOwnReferences finds references to a Secret, a ConfigMap or a service account in another namespace. A
// namespaced store may not follow them, and a tenant must not try.
func validateOwnReferences(r *report.Report, at string, node any, namespace string) {
	switch v := node.(type) {
	case []any:
		for i, item := range v {
			validateOwnReferences(r, fieldpath.Index(at, i), item, namespace)
		}
	case map[string]any:
		_, named := v["name"].(string)
		if other, ok := v["namespace"].(string); ok && named && other != namespace && !strings.Contains(other, "${") {
			r.Errorf(at+".namespace", "found %q; the tenant's store reads in the tenant's namespace only: drop the namespace", other)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			validateOwnReferences(r, fieldpath.Key(at, key), v[key], namespace)
		}
	}
}

// validateExternalSecret checks what the CRD cannot: the rules that the webhook of External Secrets adds.
func validateExternalSecret(r *report.Report, at string, spec esv1.ExternalSecretSpec) {
	if len(spec.Data) == 0 && len(spec.DataFrom) == 0 {
		r.Errorf(at, "neither data nor dataFrom; write what to read, as in data: [{secretKey: …, remoteRef: {key: …}}]")
		return
	}
	validateDataFrom(r, at, spec.DataFrom)
	seen := map[string]bool{}
	for i, data := range spec.Data {
		if seen[data.SecretKey] {
			r.Errorf(fmt.Sprintf("%s.data[%d].secretKey", at, i), "%q is written twice; keep one", data.SecretKey)
		}
		seen[data.SecretKey] = true
	}
	externalsecret.CheckPolicies(r, at+".target", spec.Target)
}

func validateDataFrom(r *report.Report, at string, list []esv1.ExternalSecretDataFromRemoteRef) {
	for i, from := range list {
		externalsecret.CheckDataFrom(r, fmt.Sprintf("%s.dataFrom[%d]", at, i), from)
	}
}

var credentialForm = regexp.MustCompile(`(?i)^(basic|bearer|token) +[^ ]`)
