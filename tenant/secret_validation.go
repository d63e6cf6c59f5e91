package tenant

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/material"
)

func validateSecrets(r *report, spec Spec) {
	validatePullSecret(r, spec)
	validateSecretStore(r, spec)
	b := builder{name: r.name, spec: spec}
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
				r.errorf(fmt.Sprintf("%s.data[%d].sourceRef.generatorRef", at, j), "has no effect here; write it under dataFrom")
			case ref.SecretStoreRef.Name == "":
				r.errorf(fmt.Sprintf("%s.data[%d].sourceRef.storeRef.name", at, j), "not set; write the name of the store")
			}
		}
		if template := full.Target.Template; template != nil {
			for _, key := range slices.Sorted(maps.Keys(template.Data)) {
				if text := template.Data[key]; soundsSecret(key) && text != "" && !strings.Contains(text, "{{") {
					r.warnf(fieldpath.Key(at+".target.template.data", key), "sounds like a secret and is written out, for everybody to read; "+
						"read it from the store, as in {{ .%s }}", key)
				}
			}
		}
	}
}

// validateStoreRef checks that the store that an ExternalSecret reads from will be there.
func validateStoreRef(r *report, at string, ref esv1.SecretStoreRef, spec Spec) {
	switch {
	case ref == (esv1.SecretStoreRef{}) && !isTrue(spec.SecretStore.Enabled):
		r.errorf(at+".secretStoreRef", "not set, and the tenant's own store is off; write secretStoreRef, or secretStore.enabled: true")
	case ref != (esv1.SecretStoreRef{}) && ref.Name == "":
		r.errorf(at+".secretStoreRef.name", "not set; write the name of the store")
	}
}

func validatePullSecret(r *report, spec Spec) {
	pull := spec.PullSecret
	if !isTrue(pull.Enabled) {
		return
	}
	switch {
	case pull.RemoteRef == nil && len(pull.DataFrom) == 0:
		r.errorf("pullSecret.remoteRef", "not set; write where the store keeps the docker config, as in {key: …, property: …}, or dataFrom")
	case pull.RemoteRef != nil && len(pull.DataFrom) > 0:
		r.errorf("pullSecret", "remoteRef and dataFrom are both set; drop one of them")
	}
	readsStore := pull.RemoteRef != nil || slices.ContainsFunc(pull.DataFrom, func(from esv1.ExternalSecretDataFromRemoteRef) bool {
		return from.SourceRef == nil
	})
	switch ref := pull.SecretStoreRef; {
	case !readsStore:
	case ref == nil:
		r.errorf("pullSecret.secretStoreRef", "not set; write the store to read from, as in {kind: ClusterSecretStore, name: …}")
	case ref.Name == "":
		r.errorf("pullSecret.secretStoreRef.name", "not set; write the name of the store")
	}
	validateDataFrom(r, "pullSecret", pull.DataFrom)
}

func validateSecretStore(r *report, spec Spec) {
	const at = "secretStore.provider"
	store := spec.SecretStore
	if !isTrue(store.Enabled) {
		return
	}
	if store.Provider == nil {
		r.errorf(at, "not set; write where the secrets are, as in {vault: {server: …, path: …, auth: …}}")
		return
	}
	provider, _ := fieldpath.Get(r.layers.merged, at)
	switch fields, _ := layer.WithoutNulls(provider).(map[string]any); len(fields) {
	case 0:
		r.errorf(at, "empty; write where the secrets are, as in {vault: {server: …, path: …, auth: …}}")
	case 1:
	default:
		r.errorf(at, "found %s; keep one", strings.Join(slices.Sorted(maps.Keys(fields)), " and "))
	}
	if store.Provider.Fake != nil {
		r.errorf(at+".fake", "holds secrets in the declaration; write a provider that keeps them elsewhere")
	}
	if webhook := store.Provider.Webhook; webhook != nil {
		for _, header := range slices.Sorted(maps.Keys(webhook.Headers)) {
			text := webhook.Headers[header]
			if (soundsSecret(header) || credentialForm.MatchString(text)) && !strings.Contains(text, "{{") {
				r.errorf(fieldpath.Key(at+".webhook.headers", header), "holds a credential that everybody who can read the declaration could use; "+
					"name a Secret under secrets, and write {{ .NAME.KEY }} here")
			}
		}
		if hasCredentials(webhook.URL) && len(material.Find(webhook.URL)) == 0 {
			r.errorf(at+".webhook.url", "holds credentials; name a Secret under secrets, and send it in a header")
		}
	}
	validateOwnReferences(r, at, provider, spec.Namespace.Name)
}

// validateOwnReferences finds references to a Secret, a ConfigMap or a service account in another namespace. A
// namespaced store may not follow them, and a tenant must not try.
func validateOwnReferences(r *report, at string, node any, namespace string) {
	switch v := node.(type) {
	case []any:
		for i, item := range v {
			validateOwnReferences(r, fieldpath.Index(at, i), item, namespace)
		}
	case map[string]any:
		_, named := v["name"].(string)
		if other, ok := v["namespace"].(string); ok && named && other != namespace && !strings.Contains(other, "${") {
			r.errorf(at+".namespace", "found %q; the tenant's store reads in the tenant's namespace only: drop the namespace", other)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			validateOwnReferences(r, fieldpath.Key(at, key), v[key], namespace)
		}
	}
}

// validateExternalSecret checks what the CRD cannot: the rules that the webhook of External Secrets adds.
func validateExternalSecret(r *report, at string, spec esv1.ExternalSecretSpec) {
	if len(spec.Data) == 0 && len(spec.DataFrom) == 0 {
		r.errorf(at, "neither data nor dataFrom; write what to read, as in data: [{secretKey: …, remoteRef: {key: …}}]")
		return
	}
	validateDataFrom(r, at, spec.DataFrom)
	seen := map[string]bool{}
	for i, data := range spec.Data {
		if seen[data.SecretKey] {
			r.errorf(fmt.Sprintf("%s.data[%d].secretKey", at, i), "%q is written twice; keep one", data.SecretKey)
		}
		seen[data.SecretKey] = true
	}
	// Data and dataFrom are checked above with their paths; what is left is how the policies go together.
	policies := esv1.ExternalSecret{Spec: esv1.ExternalSecretSpec{Target: spec.Target, Data: spec.Data[:min(1, len(spec.Data))]}}
	if len(policies.Spec.Data) == 0 {
		policies.Spec.Data = []esv1.ExternalSecretData{{}}
	}
	if _, err := (&esv1.ExternalSecretValidator{}).ValidateCreate(context.Background(), &policies); err != nil {
		r.errorf(at+".target", "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

func validateDataFrom(r *report, at string, list []esv1.ExternalSecretDataFromRemoteRef) {
	for i, from := range list {
		at := fmt.Sprintf("%s.dataFrom[%d]", at, i)
		generator := from.SourceRef != nil && from.SourceRef.GeneratorRef != nil
		count := 0
		for _, set := range []bool{from.Extract != nil, from.Find != nil, generator} {
			if set {
				count++
			}
		}
		switch {
		case count == 0:
			r.errorf(at, "reads nothing; write one of extract, find and sourceRef.generatorRef")
		case count > 1:
			r.errorf(at, "reads in %d ways at once; keep one of extract, find and sourceRef.generatorRef", count)
		}
	}
}

var (
	secretName = regexp.MustCompile(`(?i)(^|[^a-z])(passw(or)?d|passphrase|secret|token|credentials?|api[-_]?key|private[-_]?key|access[-_]?key|authorization|cookie|pwd)([^a-z]|s?$)`)
	// A word boundary in camel case, which the expression above does not see.
	camelCase = regexp.MustCompile(`([a-z])([A-Z])`)
	// What says where a secret is, is none.
	reference      = regexp.MustCompile(`(?i)[^a-z](file|id|name|path|ref)$`)
	credentialForm = regexp.MustCompile(`(?i)^(basic|bearer|token) +[^ ]`)
)

// soundsSecret tells whether a value of this name is likely a secret.
func soundsSecret(name string) bool {
	name = camelCase.ReplaceAllString(name, "${1}_${2}")
	return secretName.MatchString(name) && !reference.MatchString(name)
}

// validateMaterial finds secrets by their form, wherever they stand, keys included. No message repeats one.
func validateMaterial(r *report, t Tenant, tree map[string]any) {
	const advice = "holds %s, which everybody who can read the declaration could use; change it, " +
		"keep it in a secret store, and read it with spec.secrets"
	walkTexts(tree, "", func(path, text string) {
		if path == "source.url" {
			return // validateURL says more
		}
		for _, form := range material.Find(text) {
			r.errorf(path, advice, form.Name)
		}
	})
	for _, set := range []struct {
		path    string
		entries map[string]string
	}{{"metadata.annotations", t.Annotations}, {"metadata.labels", t.Labels}} {
		for _, key := range slices.Sorted(maps.Keys(set.entries)) {
			for _, form := range material.Find(key + " " + set.entries[key]) {
				r.metadataf(fieldpath.Key(set.path, key), advice, form.Name)
			}
		}
	}
}
