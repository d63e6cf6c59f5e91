package webapp

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	generatorsv1alpha1 "github.com/external-secrets/external-secrets/apis/generators/v1alpha1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/externalsecret"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/material"
	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateSecrets(r *report.Report, spec Spec) {
	validateSecretStore(r, spec)
	validateSecretPath(r, spec)
	uses := isTrue(spec.SecretStore.Enabled) || len(spec.Secrets)+len(spec.GeneratedSecrets) > 0
	if uses && spec.SecretStore.Name == "" {
		r.Errorf("secretStore.name", "not set; write the name of the store that secrets are read from")
	}
	for i, secret := range spec.Secrets {
		at := fmt.Sprintf("secrets[%d]", i)
		validateObjectName(r, at+".name", secret.Name)
		validateExternalSecret(r, at, secret, spec.SecretPath)
	}
	for i, secret := range spec.GeneratedSecrets {
		validateGeneratedSecret(r, fmt.Sprintf("generatedSecrets[%d]", i), secret, spec.SecretPath)
	}
}

// validateSecretPath keeps an app within what its platform says: the prefix is the platform's to widen.
func validateSecretPath(r *report.Report, spec Spec) {
	platform, _ := r.Layers.Platform["secretPath"].(string)
	own, written := r.Layers.Own["secretPath"]
	text, _ := own.(string)
	if written && platform != "" && text != platform && !isBelow(text, platform) {
		r.OwnErrorf("secretPath", "found %q, and the Platform keeps apps to keys below %q; drop it, or write a prefix below that", text, platform)
	}
	if slices.Contains(strings.Split(spec.SecretPath, "/"), "..") {
		r.Errorf("secretPath", "found %q; write it without ..", spec.SecretPath)
	}
}

// isBelow tells whether a key lies under a prefix: apps/shop does not hold apps/shopping.
func isBelow(key, prefix string) bool {
	rest, found := strings.CutPrefix(key, strings.TrimSuffix(prefix, "/")+"/")
	return found && rest != "" && !slices.Contains(strings.Split(key, "/"), "..")
}

// validateKey checks that a key of the store is the app's.
func validateKey(r *report.Report, at, key, prefix string) {
	switch {
	case key == "": // that there is one is the API's to ask
	case isVariable(key) && mayBeBelow(key, prefix):
	case prefix != "" && !isBelow(key, prefix):
		r.OwnErrorf(at, "found %q, which is not below %q, where the app's secrets are; write %s/…", key, prefix, strings.TrimSuffix(prefix, "/"))
	}
}

// mayBeBelow tells whether a key that Flux substitutes something in can lie under a prefix: whether what stands in front
// of the first variable does, as far as it goes.
func mayBeBelow(key, prefix string) bool {
	written, _, _ := strings.Cut(key, "${")
	below := strings.TrimSuffix(prefix, "/") + "/"
	return !slices.Contains(strings.Split(key, "/"), "..") && (strings.HasPrefix(written, below) || strings.HasPrefix(below, written))
}

func validateStoreKind(r *report.Report, at, kind string) {
	if kind != "" && kind != esv1.SecretStoreKind {
		r.Errorf(at, "found %q; an app reads from the namespaced store only, since a %s reads with rights over other tenants: write SecretStore, or drop it",
			kind, kind)
	}
}

func validateSecretStore(r *report.Report, spec Spec) {
	const at = "secretStore.provider"
	store := spec.SecretStore
	if store.Name != "" {
		validateObjectName(r, "secretStore.name", store.Name)
	}
	if !isTrue(store.Enabled) {
		if store.Provider != nil && !r.Layers.FromPlatform(at) {
			r.Warnf("secretStore.enabled", "not true: the provider beside it has no effect; write enabled: true, or drop the provider")
		}
		return
	}
	provider, _ := fieldpath.Get(r.Layers.Merged, at)
	switch fields, _ := layer.WithoutNulls(provider).(map[string]any); len(fields) {
	case 0:
		r.Errorf(at, "not set; write where the secrets are, as in {vault: {server: …, path: …, auth: …}}")
		return
	case 1:
	default:
		r.Errorf(at, "found %s; keep one", strings.Join(slices.Sorted(maps.Keys(fields)), " and "))
	}
	if store.Provider == nil {
		return
	}
	if store.Provider.Fake != nil {
		r.Errorf(at+".fake", "holds secrets in the declaration; write a provider that keeps them elsewhere")
	}
	if webhook := store.Provider.Webhook; webhook != nil {
		for _, header := range slices.Sorted(maps.Keys(webhook.Headers)) {
			text := webhook.Headers[header]
			if (material.SoundsSecret(header) || credential.MatchString(text)) && !strings.Contains(text, "{{") {
				r.Errorf(fieldpath.Key(at+".webhook.headers", header), "holds a credential that everybody who can read the declaration could use; "+
					"name a Secret under secrets, and write {{ .NAME.KEY }} here")
			}
		}
	}
	validateOwnReferences(r, at, provider)
}

// validateOwnReferences finds references to a Secret, a ConfigMap or an account in a namespace that is written out, which a
// namespaced store may not follow.
func validateOwnReferences(r *report.Report, at string, node any) {
	switch v := node.(type) {
	case []any:
		for i, item := range v {
			validateOwnReferences(r, fieldpath.Index(at, i), item)
		}
	case map[string]any:
		_, named := v["name"].(string)
		if other, ok := v["namespace"].(string); ok && named {
			r.Errorf(at+".namespace", "found %q; the store reads in its own namespace only: drop the namespace", other)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			validateOwnReferences(r, fieldpath.Key(at, key), v[key])
		}
	}
}

// validateExternalSecret checks where an ExternalSecret reads from, and the rules that the webhook of External Secrets
// adds to the CRD's.
func validateExternalSecret(r *report.Report, at string, secret Secret, prefix string) {
	validateStoreKind(r, at+".secretStoreRef.kind", secret.SecretStoreRef.Kind)
	if secret.SecretStoreRef != (esv1.SecretStoreRef{}) && secret.SecretStoreRef.Name == "" {
		r.Errorf(at+".secretStoreRef.name", "not set; write the name of the store")
	}
	if len(secret.Data) == 0 && len(secret.DataFrom) == 0 {
		r.Errorf(at, "neither data nor dataFrom; write what to read, as in data: [{secretKey: …, remoteRef: {key: …}}]")
		return
	}
	seen := map[string]bool{}
	for i, data := range secret.Data {
		at := fmt.Sprintf("%s.data[%d]", at, i)
		if seen[data.SecretKey] {
			r.Errorf(at+".secretKey", "%q is written twice; keep one", data.SecretKey)
		}
		seen[data.SecretKey] = true
		validateKey(r, at+".remoteRef.key", data.RemoteRef.Key, prefix)
		if source := data.SourceRef; source != nil {
			validateStoreKind(r, at+".sourceRef.storeRef.kind", source.SecretStoreRef.Kind)
			if source.GeneratorRef != nil {
				r.Errorf(at+".sourceRef.generatorRef", "has no effect here; write it under dataFrom")
			} else if source.SecretStoreRef.Name == "" {
				r.Errorf(at+".sourceRef.storeRef.name", "not set; write the name of the store")
			}
		}
	}
	for i, from := range secret.DataFrom {
		validateDataFrom(r, fmt.Sprintf("%s.dataFrom[%d]", at, i), from, prefix)
	}
	if template := secret.Target.Template; template != nil {
		for _, key := range slices.Sorted(maps.Keys(template.Data)) {
			if text := template.Data[key]; material.SoundsSecret(key) && text != "" && !strings.Contains(text, "{{") {
				r.Warnf(fieldpath.Key(at+".target.template.data", key), "sounds like a secret and is written out, for everybody to read; "+
					"read it from the store, as in {{ .%s }}", key)
			}
		}
	}
	externalsecret.CheckPolicies(r, at+".target", secret.Target)
}

func validateDataFrom(r *report.Report, at string, from esv1.ExternalSecretDataFromRemoteRef, prefix string) {
	externalsecret.CheckDataFrom(r, at, from)
	if from.Extract != nil {
		validateKey(r, at+".extract.key", from.Extract.Key, prefix)
	}
	if from.Find != nil {
		path := value(from.Find.Path)
		switch {
		case prefix == "":
		case path == "":
			r.OwnErrorf(at+".find.path", "not set, and would find what is not the app's; write %s", prefix)
		case strings.TrimSuffix(path, "/") != strings.TrimSuffix(prefix, "/"):
			validateKey(r, at+".find.path", path, prefix)
		}
	}
	if from.SourceRef != nil && from.SourceRef.SecretStoreRef != nil {
		validateStoreKind(r, at+".sourceRef.storeRef.kind", from.SourceRef.SecretStoreRef.Kind)
	}
	if source := from.SourceRef; source != nil && source.GeneratorRef != nil && strings.HasPrefix(source.GeneratorRef.Kind, "Cluster") {
		r.Errorf(at+".sourceRef.generatorRef.kind", "found %q; an app uses generators of its namespace only", source.GeneratorRef.Kind)
	}
}

func validateGeneratedSecret(r *report.Report, at string, secret GeneratedSecret, prefix string) {
	validateObjectName(r, at+".name", secret.Name)
	single := secret.Key != "" || secret.RemoteKey != "" || secret.Property != ""
	switch {
	case single && len(secret.Data) > 0:
		r.Errorf(at, "key and data are both set; write all places under data")
	case !single && len(secret.Data) == 0:
		r.Errorf(at, "neither key nor data; write where the value is kept, as in {key: …, remoteKey: …}")
	}
	check := func(at string, place GeneratedData) {
		if place.Key == "" {
			r.Errorf(at+".key", "not set; write the key in the Secret")
		} else if faults := validation.IsConfigMapKey(place.Key); len(faults) > 0 {
			r.Errorf(at+".key", "found %q; a key of a Secret has letters, digits, -, _ and . only", place.Key)
		}
		if place.RemoteKey == "" {
			r.Errorf(at+".remoteKey", "not set; write the key in the store")
		}
		validateKey(r, at+".remoteKey", place.RemoteKey, prefix)
	}
	if single {
		check(at, GeneratedData{Key: secret.Key, RemoteKey: secret.RemoteKey})
	}
	keys, remotes := map[string]bool{}, map[GeneratedData]bool{}
	for i, place := range secret.Data {
		at := fmt.Sprintf("%s.data[%d]", at, i)
		check(at, place)
		if keys[place.Key] && place.Key != "" {
			r.Errorf(at+".key", "%q is written twice; keep one", place.Key)
		}
		keys[place.Key] = true
		remote := GeneratedData{RemoteKey: place.RemoteKey, Property: orDefault(place.Property, place.Key)}
		if remotes[remote] && place.RemoteKey != "" {
			r.Errorf(at+".property", "%q of %s is written twice; keep one", remote.Property, remote.RemoteKey)
		}
		remotes[remote] = true
	}
	if secret.Password != nil {
		validatePassword(r, at+".password", *secret.Password)
	}
}

// validatePassword checks what the generator fails at when it runs.
// https://external-secrets.io/latest/api/generator/password/
func validatePassword(r *report.Report, at string, password generatorsv1alpha1.PasswordSpec) {
	length := password.Length
	if length == 0 {
		length = passwordLength
	}
	const shortest = 8
	if length < shortest {
		r.Errorf(at+".length", "found %d; a password that short can be guessed: write %d or more", length, passwordLength)
	}
	for _, count := range []struct {
		field string
		value *int
	}{{"digits", password.Digits}, {"symbols", password.Symbols}} {
		if value(count.value) < 0 {
			r.Errorf(at+"."+count.field, "found %d; write 0 or more", *count.value)
		}
	}
	if value(password.Digits)+value(password.Symbols) > length {
		r.Errorf(at, "%d digits and %d symbols do not fit into %d characters; write a greater length, or fewer",
			value(password.Digits), value(password.Symbols), length)
	}
	const digits = 10
	if !password.AllowRepeat && value(password.Digits) > digits {
		r.Errorf(at+".digits", "found %d, and there are %d without a repeated one; write allowRepeat: true, or fewer", *password.Digits, digits)
	}
}
