package tenant

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/cel-go/common"
	"github.com/google/cel-go/parser"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/internal/material"
	"github.com/fivefold-dev/fivefold/internal/report"
)

// variableName is what Flux takes as the name of a variable.
// https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution
var variableName = regexp.MustCompile(`^[_A-Za-z][_A-Za-z0-9]*$`)

func validateSync(r *report.Report, spec Spec) {
	sync := spec.Sync
	validateInterval(r, "sync", sync.Timeout, sync.Interval)
	validateHealth(r, spec)
	validatePatches(r, sync)
	if isTrue(sync.Force) {
		// Flux recreates on an immutable difference where force is set or the object asks for it; nothing on an object
		// says no. https://fluxcd.io/flux/components/kustomize/kustomizations/#force
		r.Warnf("sync.force", "true: what Flux cannot patch it deletes and creates again, empty, databases and volumes too; drop it, and "+
			"annotate what may be recreated with kustomize.toolkit.fluxcd.io/force: enabled")
	}
	const mostShards = 1000 // far more than Flux has been run with; every tenant is tried with each
	if shards := value(sync.Sharding.Shards); shards < 0 || shards > mostShards {
		r.Errorf("sync.sharding.shards", "found %d; write the number of shards, at most %d, or 0 for none", shards, mostShards)
	}
	for i, dependency := range sync.DependsOn {
		if dependency.Name == sync.Name && (dependency.Namespace == "" || dependency.Namespace == spec.Namespace.Name) {
			r.Errorf(fmt.Sprintf("sync.dependsOn[%d]", i), "%q is this Kustomization itself, which would wait for itself; drop it", dependency.Name)
		}
	}
	if postBuild := sync.PostBuild; postBuild != nil {
		for _, key := range slices.Sorted(maps.Keys(postBuild.Substitute)) {
			if !variableName.MatchString(key) {
				r.Errorf(fieldpath.Key("sync.postBuild.substitute", key), "is no name of a variable; write letters, digits and _ only, and no digit first")
			}
			if material.SoundsSecret(key) {
				r.Warnf(fieldpath.Key("sync.postBuild.substitute", key), "sounds like a secret, and would stand in the repository and in the cluster "+
					"for everybody to read; put it into a Secret and use substituteFrom")
			}
		}
	}
}

// validateInterval warns of a timeout that lets many intervals pass: a hanging run then holds up the next for as long.
func validateInterval(r *report.Report, object string, timeout, interval *metav1.Duration) {
	const many = 10
	if timeout != nil && interval != nil && interval.Duration > 0 && timeout.Duration > many*interval.Duration {
		r.Warnf(object+".timeout", "over %d times the interval: while a run hangs, nothing newer is applied; "+
			"write a shorter timeout or a longer interval", many)
	}
}

// https://fluxcd.io/flux/components/kustomize/kustomizations/#health-assessment
func validateHealth(r *report.Report, spec Spec) {
	sync := spec.Sync
	wait := isTrue(sync.Wait)
	if wait && len(sync.HealthChecks) > 0 {
		r.Warnf("sync.healthChecks", "ignored while wait is true; write wait: false, or drop the list")
	}
	if !wait && len(sync.HealthChecks) == 0 && len(sync.HealthCheckExprs) > 0 {
		r.Warnf("sync.healthCheckExprs", "never evaluated without wait and without healthChecks; write wait: true, or list healthChecks")
	}
	for i, check := range sync.HealthChecks {
		at := fmt.Sprintf("sync.healthChecks[%d].namespace", i)
		switch check.Namespace {
		case spec.Namespace.Name:
		case "":
			r.Warnf(at, "not set, and Flux fills in nothing; write namespace: %s", spec.Namespace.Name)
		default:
			if !strings.Contains(check.Namespace, "${") {
				r.Warnf(at, "%q is not the tenant's namespace, where its service account may not read; write %s", check.Namespace, spec.Namespace.Name)
			}
		}
	}
	for i, check := range sync.HealthCheckExprs {
		at := fmt.Sprintf("sync.healthCheckExprs[%d]", i)
		for _, expression := range []struct{ field, text string }{
			{"current", check.Current}, {"failed", check.Failed}, {"inProgress", check.InProgress},
		} {
			if expression.text == "" || strings.Contains(expression.text, "${") {
				continue
			}
			if fault := celFault(expression.text); fault != "" {
				r.Errorf(at+"."+expression.field, "found %q, which is no CEL expression: %s", expression.text, fault)
			}
		}
	}
}

// celFault says where and why a text is no CEL expression, or "". Flux parses expressions without type checks, with the
// standard macros and optional values.
func celFault(text string) string {
	p, err := parser.NewParser(parser.Macros(parser.AllMacros...), parser.EnableOptionalSyntax(true))
	if err != nil {
		return err.Error()
	}
	_, errs := p.Parse(common.NewTextSource(text))
	if errs == nil || len(errs.GetErrors()) == 0 {
		return ""
	}
	first := errs.GetErrors()[0]
	message, _, _ := strings.Cut(first.Message, " expecting {") // what follows is every token of the language
	return fmt.Sprintf("line %d, column %d: %s", first.Location.Line(), first.Location.Column()+1, message)
}

// validatePatches checks the parts of patches that Flux would stumble over only in the cluster.
func validatePatches(r *report.Report, sync Sync) {
	for i, patch := range sync.Patches {
		at := fmt.Sprintf("sync.patches[%d]", i)
		if patch.Patch == "" {
			continue // the API wants a value
		}
		content, err := decodePatch(patch.Patch)
		switch operations := content.(type) {
		case nil:
			if err != nil && !strings.Contains(patch.Patch, "${") {
				r.Errorf(at+".patch", "is not YAML: %s", strings.ReplaceAll(err.Error(), "\n", " "))
			} else if err == nil {
				r.Errorf(at+".patch", "is empty; write a strategic merge patch or a list of JSON patch operations")
			}
			continue
		case []any:
			if patch.Target == nil {
				r.Errorf(at+".target", "not set; a list of JSON patch operations needs a target, such as {kind: Deployment, name: …}")
			}
			validateOperations(r, at+".patch", operations)
		case map[string]any:
		default:
			if !strings.Contains(patch.Patch, "${") {
				r.Errorf(at+".patch", "is neither a mapping nor a list; write a strategic merge patch or a list of JSON patch operations")
			}
			continue
		}
		kind, _ := fieldpath.Get(content, "kind")
		if kind == "Secret" || patch.Target != nil && patch.Target.Kind == "Secret" {
			if strings.Contains(patch.Patch, "stringData") || strings.Contains(patch.Patch, "data") {
				r.Warnf(at+".patch", "writes the content of a Secret, which would stand in the repository for everybody to read; "+
					"make the Secret with spec.secrets")
			}
		}
	}
}

func decodePatch(text string) (any, error) {
	var content any
	if err := yaml.Unmarshal([]byte(text), &content); err != nil {
		return nil, err
	}
	return content, nil
}

// validateOperations checks JSON patch operations (RFC 6902).
func validateOperations(r *report.Report, path string, operations []any) {
	known := []string{"add", "copy", "move", "remove", "replace", "test"}
	for i, item := range operations {
		operation, ok := item.(map[string]any)
		if !ok {
			r.Errorf(path, "operation %d is no mapping; write {op: …, path: …}", i)
			continue
		}
		if op, _ := operation["op"].(string); !slices.Contains(known, op) {
			r.Errorf(path, "operation %d has op %q; allowed: %s", i, op, strings.Join(known, ", "))
		}
		if at, _ := operation["path"].(string); !strings.HasPrefix(at, "/") {
			r.Errorf(path, "operation %d has path %q; write a JSON pointer such as /spec/replicas", i, at)
		}
	}
}
