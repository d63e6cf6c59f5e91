package webapp

import (
	"fmt"
	"maps"
	"slices"

	"github.com/fivefold-dev/fivefold/internal/declaration"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/layer"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// Build returns the objects of a web application. Platform is what its platform sets for all of its apps, the spec.webApp
// of a Platform; its strings may hold {name} and {namespace}.
//
// The error is a [fivefold.Findings] with all faults at once, and warnings beside them. Without an error, warnings are
// in the graph.
func Build(w WebApp, platform Spec) (*Graph, error) {
	l, err := stack(w, platform)
	if err != nil {
		return nil, fmt.Errorf("reading the layers of WebApp %q: %w", w.Name, err)
	}
	effective, _ := layer.WithoutNulls(l.Merged).(map[string]any)
	var merged plainSpec
	if err := declaration.Convert(effective, &merged); err != nil {
		return nil, fmt.Errorf("merging the layers of WebApp %q: %w", w.Name, err)
	}
	spec := Spec(merged)

	r := report.Report{Kind: Kind, Name: w.Name, Section: "spec.webApp", Layers: l}
	validate(&r, w, spec, effective)
	r.Findings.Sort()
	if r.Findings.HasErrors() {
		return nil, r.Findings
	}

	b := newBuilder(w, spec)
	g := b.graph()
	reportTwins(&r, g.Objects())
	if r.Findings.HasErrors() {
		return nil, r.Findings
	}
	g.Warnings = r.Findings
	g.written = b.writtenTexts(g, effective)
	return g, nil
}

// reportTwins finds two objects of one kind and name, of which a cluster would keep one. Names that are written out have
// checks of their own; this one finds what they and the app's name are extended to.
func reportTwins(r *report.Report, objects []Object) {
	type id struct{ group, kind, namespace, name string }
	seen := map[id]bool{}
	for _, object := range objects {
		gvk := object.GetObjectKind().GroupVersionKind()
		key := id{gvk.Group, gvk.Kind, object.GetNamespace(), object.GetName()}
		if seen[key] {
			r.MetadataErrorf("", "makes two objects of kind %s with the name %q; choose another name where the spec sets one of them", gvk.Kind, key.name)
		}
		seen[key] = true
	}
}

// writtenTexts says for the objects that carry values of upstream types what text their author wrote them in: for each
// object a tree of its shape.
func (b builder) writtenTexts(g *Graph, spec map[string]any) map[Object]any {
	at := func(path string) any {
		found, _ := fieldpath.Get(spec, path)
		return found
	}
	texts := map[Object]any{g.Deployment: deploymentText(b.podText(spec, b.mountedVolumes(), b.appContainers(spec), at("initContainers")))}
	for i, claim := range g.PersistentVolumeClaims {
		texts[claim] = map[string]any{"spec": map[string]any{"resources": map[string]any{"requests": map[string]any{
			"storage": at(fmt.Sprintf("storage[%d].size", i)),
		}}}}
	}
	for i, job := range g.CronJobs {
		resources := at(fmt.Sprintf("cronJobs[%d].resources", i))
		if resources == nil {
			resources = at("resources")
		}
		pod := b.podText(spec, b.cronJobVolumes(), []any{map[string]any{"resources": resources}}, nil)
		texts[job] = map[string]any{"spec": map[string]any{"jobTemplate": deploymentText(pod)}}
	}
	for i, secret := range g.ExternalSecrets {
		texts[secret] = map[string]any{"spec": at(fmt.Sprintf("secrets[%d]", i))}
	}
	for i, password := range g.Passwords {
		texts[password] = map[string]any{"spec": at(fmt.Sprintf("generatedSecrets[%d].password", i))}
	}
	if g.SecretStore != nil {
		texts[g.SecretStore] = map[string]any{"spec": at("secretStore")}
	}
	if g.ExternalDNSDeployment != nil {
		containers := []any{map[string]any{"resources": at("externalDNS.resources")}}
		if webhook := at("externalDNS.webhook"); webhook != nil {
			containers = append(containers, webhook)
		}
		texts[g.ExternalDNSDeployment] = deploymentText(map[string]any{"containers": containers})
	}
	if g.HTTPRoute != nil {
		texts[g.HTTPRoute] = map[string]any{"spec": map[string]any{"rules": at("route.rules")}}
	}
	return texts
}

// deploymentText puts the text of a pod where a Deployment and a Job have it.
func deploymentText(pod map[string]any) map[string]any {
	return map[string]any{"spec": map[string]any{"template": map[string]any{"spec": pod}}}
}

// appContainers returns the texts of the containers of the app's pod.
func (b builder) appContainers(spec map[string]any) []any {
	container := map[string]any{"resources": spec["resources"], "env": spec["env"]}
	for name, probe := range map[string]string{"livenessProbe": "liveness", "readinessProbe": "readiness", "startupProbe": "startup"} {
		container[name], _ = fieldpath.Get(spec, "probes."+probe)
	}
	sidecars, _ := spec["sidecars"].([]any)
	return append([]any{container}, sidecars...)
}

// podText returns the text of a pod: volumes that the spec has fields for, and then its own.
func (b builder) podText(spec map[string]any, mounted []volume, containers []any, initContainers any) map[string]any {
	pod, _ := spec["pod"].(map[string]any)
	text := make(map[string]any, len(pod)+3)
	maps.Copy(text, pod)
	delete(text, "labels")
	delete(text, "annotations")
	sizes := map[string]any{}
	paths, _ := spec["writablePaths"].([]any)
	for _, item := range paths {
		if fields, ok := item.(map[string]any); ok {
			path, _ := fields["path"].(string)
			sizes[volumeName(path)] = map[string]any{"emptyDir": map[string]any{"sizeLimit": fields["sizeLimit"]}}
		}
	}
	volumes := make([]any, len(mounted))
	for i, v := range mounted {
		if v.volume.EmptyDir != nil {
			volumes[i] = sizes[v.volume.Name]
		}
	}
	own, _ := spec["volumes"].([]any)
	text["volumes"] = slices.Concat(volumes, own)
	text["containers"] = containers
	text["initContainers"] = initContainers
	return text
}
