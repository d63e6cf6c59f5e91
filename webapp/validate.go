package webapp

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/objectmeta"
	"github.com/fivefold-dev/fivefold/internal/report"
	"github.com/fivefold-dev/fivefold/internal/schema"
)

// validate reports everything that is wrong with an app. Spec is what its layers make together, and tree the same as
// JSON.
func validate(r *report.Report, w WebApp, spec Spec, tree map[string]any) {
	validateIdentity(r, w, spec)
	validateMetadata(r, w, spec)
	r.CheckPlaceholders(bracesMeanSomething)
	validateReplaceMe(r, w, tree)
	validateRules(r, spec, tree)
	validateCore(r, reflect.ValueOf(spec), "")
	validateContainers(r, spec)
	validateProbes(r, spec.Probes)
	validateVolumes(r, spec)
	validatePod(r, spec.Pod)
	validatePlacement(r, spec.Pod)
	validateHosts(r, spec.Pod.HostAliases)
	validateDNS(r, spec.Pod.DNSConfig)
	validateClaims(r, spec)
	validateDevices(r, spec)
	validateStops(r, spec)
	validateSelectors(r, spec.Pod.Labels)
	validateSecurity(r, spec)
	validateReplicas(r, spec)
	validateService(r, spec)
	validateRoute(r, spec)
	validateNetwork(r, spec)
	validateSecrets(r, spec)
	validateDatabase(r, spec)
	validateScaling(r, spec)
	validateCertificate(r, spec)
	validateExternalDNS(r, spec)
	validateCronJobs(r, spec)
	validateMetrics(r, spec)
	r.CheckMaterial(tree, w.Labels, w.Annotations, func(string) bool { return false })
	validateUniqueNames(r, spec)
}

// validateIdentity checks what a declaration needs to be one. Go users may leave the type out.
func validateIdentity(r *report.Report, w WebApp, spec Spec) {
	if w.APIVersion != "" && w.APIVersion != APIVersion {
		r.MetadataErrorf("apiVersion", "found %q; write %s", w.APIVersion, APIVersion)
	}
	if w.Kind != "" && w.Kind != Kind {
		r.MetadataErrorf("kind", "found %q; write %s", w.Kind, Kind)
	}
	if w.Namespace != "" && !isVariable(w.Namespace) {
		if fault := objectmeta.LabelFault(w.Namespace); fault != "" {
			r.MetadataErrorf("metadata.namespace", "found %q: %s", w.Namespace, fault)
		}
	}
	if spec.Tenant != w.Namespace && spec.Tenant != w.Name {
		if fault := objectmeta.LabelFault(spec.Tenant); fault != "" {
			r.NameErrorf("tenant", spec.Tenant, fault)
		}
	}
	switch fault := objectmeta.LabelFault(w.Name); {
	case w.Name == "":
		r.BadName = true
		r.MetadataErrorf("metadata.name", "not set; the name of the app is that of every object")
	case fault != "":
		r.BadName = true
		r.MetadataErrorf("metadata.name", "found %q: %s", w.Name, fault)
	case len(validation.IsDNS1035Label(w.Name)) > 0:
		r.BadName = true
		r.MetadataErrorf("metadata.name", "found %q: the name of a Service begins with a letter", w.Name)
	}
}

// validateMetadata checks the labels and annotations of all objects.
func validateMetadata(r *report.Report, w WebApp, spec Spec) {
	type set struct {
		path    string
		entries map[string]string
		report  func(path, format string, args ...any)
	}
	for _, labels := range []set{
		{"metadata.labels", objectmeta.WithoutBookkeeping(w.Labels), r.MetadataErrorf},
		{"labels", spec.Labels, r.Errorf},
		{"pod.labels", spec.Pod.Labels, r.Errorf},
		{"replicaFloor.exemptLabels", spec.ReplicaFloor.ExemptLabels, r.Errorf},
	} {
		for _, key := range slices.Sorted(maps.Keys(labels.entries)) {
			if owner := labelOwner(key); owner != "" {
				labels.report(fieldpath.Key(labels.path, key), "%s; drop the label", owner)
			}
		}
		objectmeta.CheckLabels(labels.path, labels.entries, labels.report)
	}
	for _, annotations := range []set{
		{"metadata.annotations", objectmeta.WithoutBookkeeping(w.Annotations), r.MetadataErrorf},
		{"annotations", spec.Annotations, r.Errorf},
		{"pod.annotations", spec.Pod.Annotations, r.Errorf},
		{"deployment.annotations", spec.Deployment.Annotations, r.Errorf},
		{"service.annotations", spec.Service.Annotations, r.Errorf},
		{"route.annotations", spec.Route.Annotations, r.Errorf},
	} {
		objectmeta.CheckAnnotations(annotations.path, annotations.entries, annotations.report)
	}
}

// placeholder is what templates and examples ask to be replaced, whatever the case. It does not stand in honest values.
var placeholder = regexp.MustCompile(`(?i)\b(replace|change)[-_]?(me|this)\b|<(your|insert|replace|enter)[-_ a-z0-9]*>`)

// validateReplaceMe finds what somebody meant to replace, wherever it stands.
func validateReplaceMe(r *report.Report, w WebApp, tree map[string]any) {
	const advice = "found the placeholder %q; write what it stands for"
	find := func(text string) string {
		if slices.Contains([]string{"TODO", "FIXME", "TBD", "XXX"}, text) {
			return text
		}
		return placeholder.FindString(text)
	}
	var names []string
	for _, field := range []struct{ path, text string }{{"metadata.name", w.Name}, {"metadata.namespace", w.Namespace}} {
		if found := find(field.text); found != "" {
			names = append(names, field.text)
			r.MetadataErrorf(field.path, advice, found)
		}
	}
	fieldpath.Walk(tree, "", func(path, text string) {
		isOf := func(name string) bool { return strings.Contains(text, name) } // mostly a default that is made of it
		if found := find(text); found != "" && !slices.ContainsFunc(names, isOf) {
			r.Errorf(path, advice, found)
		}
	})
	for _, set := range []struct {
		path    string
		entries map[string]string
	}{{"metadata.annotations", w.Annotations}, {"metadata.labels", w.Labels}} {
		for _, key := range slices.Sorted(maps.Keys(set.entries)) {
			if found := find(set.entries[key]); found != "" {
				r.MetadataErrorf(fieldpath.Key(set.path, key), advice, found)
			}
		}
	}
}

// bracesMeanSomething tells the fields whose texts have a syntax with braces: files, commands, variables, templates and
// expressions.
func bracesMeanSomething(path string) bool {
	for _, prefix := range []string{"configFiles", "command", "args", "env", "initContainers", "sidecars", "container.lifecycle",
		"cronJobs", "externalDNS.args", "externalDNS.webhook", "probes", "database.cluster", "database.parameters"} {
		if path == prefix || strings.HasPrefix(path, prefix+".") || strings.HasPrefix(path, prefix+"[") {
			return true
		}
	}
	return strings.Contains(path, "target.template.") || strings.Contains(path, ".rewrite[") || strings.Contains(path, ".matches[")
}

// validateRules checks the merged spec against what the CRDs demand beyond Go's types.
func validateRules(r *report.Report, spec Spec, tree map[string]any) {
	for _, p := range schema.Rules(tree, reflect.TypeFor[Spec](), "", nil) {
		switch {
		case p.Path == "secretStore.provider":
			// validateSecretStore has more to say about it.
		case hostnamePath.MatchString(p.Path):
			// validateRoute has.
		case strings.HasPrefix(p.Path, "secretStore.") && !isTrue(spec.SecretStore.Enabled):
		case r.Layers.IsNull(p.Path):
			r.Errorf(p.Path, "null, but the API needs a value; write one, or drop the line")
		default:
			r.Errorf(p.Path, p.Format, p.Args...)
		}
	}
}

// hostnamePath are host names in types of the Gateway API's own.
var hostnamePath = regexp.MustCompile(`^(hostnames\[|route\.redirects\[\d+\]\.(from|to)$)`)

// validateUniqueNames finds two objects of one kind and name.
func validateUniqueNames(r *report.Report, spec Spec) {
	type use struct{ path, name string }
	var externalSecrets, secrets, cronJobs []use
	for i, secret := range spec.Secrets {
		externalSecrets = append(externalSecrets, use{fmt.Sprintf("secrets[%d].name", i), secret.Name})
		if secret.Target.Name != "" && secret.Target.Name != secret.Name {
			secrets = append(secrets, use{fmt.Sprintf("secrets[%d].target.name", i), secret.Target.Name})
		} else {
			secrets = append(secrets, use{fmt.Sprintf("secrets[%d].name", i), secret.Name})
		}
	}
	for i, secret := range spec.GeneratedSecrets {
		u := use{fmt.Sprintf("generatedSecrets[%d].name", i), secret.Name}
		externalSecrets, secrets = append(externalSecrets, u), append(secrets, u)
	}
	if isTrue(spec.Database.Enabled) {
		for _, suffix := range []string{"-app", "-ca", "-replication", "-server", "-superuser"} {
			secrets = append(secrets, use{"database.name", spec.Database.Name + suffix})
		}
	}
	for i, job := range spec.CronJobs {
		cronJobs = append(cronJobs, use{fmt.Sprintf("cronJobs[%d].name", i), job.Name})
	}
	reported := map[string]bool{} // two ExternalSecrets of one name make the same Secret, too
	for _, group := range []struct {
		what string
		uses []use
	}{{"ExternalSecret", externalSecrets}, {"Secret", secrets}, {"CronJob", cronJobs}} {
		first := map[string]string{}
		for _, u := range group.uses {
			if u.name == "" {
				continue
			}
			if other, taken := first[u.name]; taken {
				if !reported[u.path] {
					reported[u.path] = true
					r.OwnErrorf(u.path, "makes the %s %q, and so does spec.%s; choose another name", group.what, u.name, other)
				}
				continue
			}
			first[u.name] = u.path
		}
	}
}

// isVariable tells whether Flux substitutes something in a text, so that its format cannot be known yet.
func isVariable(text string) bool {
	return strings.Contains(text, "${")
}

// labelOwner says what sets a label, where that is not for the author to do, or "".
func labelOwner(key string) string {
	switch {
	case key == "kustomize.toolkit.fluxcd.io/name", key == "kustomize.toolkit.fluxcd.io/namespace":
		return "Flux marks with this label whose object it is, and prunes by it"
	case key == "kubernetes.io/metadata.name":
		return "the API server sets this label"
	case key == "pod-template-hash", key == "controller-uid", key == "job-name", strings.HasPrefix(key, "batch.kubernetes.io/"):
		return "Kubernetes marks with this label which pods belong together"
	case strings.HasPrefix(key, "cnpg.io/"):
		return "CloudNativePG and the database's network policy select by this label"
	default:
		return ""
	}
}

// validateSelectors refuses labels of pods by which Fivefold selects them.
func validateSelectors(r *report.Report, labels map[string]string) {
	for _, key := range []string{nameLabel, partOfLabel} {
		if text, set := labels[key]; set && text != r.Name {
			r.Errorf(fieldpath.Key("pod.labels", key), "found %q; the Service and network policies select the app's pods by this label: drop it", text)
		}
	}
}
