package kustomize_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// An object has what TestHalves looks at.
type object struct {
	APIVersion string
	Kind       string
	Metadata   struct {
		Name, Namespace string
		Labels          map[string]string
	}
	Rules           []struct{ APIGroups, Resources, Verbs []string } // of a ClusterRole
	AggregationRule struct {
		ClusterRoleSelectors []struct{ MatchLabels map[string]string }
	}
	RoleRef  struct{ Name string }
	Subjects []struct{ Name string }
	Spec     struct {
		ServiceAccountName, TargetNamespace, SecretName string
		From                                            []reference // of a ReferenceGrant
		To                                              []reference
		Rules                                           []struct{ BackendRefs []reference } // of an HTTPRoute
		Listeners                                       []struct {
			TLS struct{ CertificateRefs []reference }
		}
	}
}

type reference struct{ Kind, Name, Namespace string }

func (o object) group() string {
	group, _, found := strings.Cut(o.APIVersion, "/")
	if !found {
		return ""
	}
	return group
}

// resource is the plural that rights are given by.
func (o object) resource() string {
	name := strings.ToLower(o.Kind)
	if stem, ok := strings.CutSuffix(name, "y"); ok {
		return stem + "ies"
	}
	return name + "s"
}

// TestHalves checks that the halves of an example fit: the tenant's account may apply each object of the app, and each
// reference into another namespace is granted there.
func TestHalves(t *testing.T) {
	t.Parallel()
	folders, err := filepath.Glob(repository + "/examples/*/platform")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) == 0 {
		t.Fatal("no example has two halves")
	}
	for _, folder := range folders {
		example := filepath.Base(filepath.Dir(folder))
		if _, err := os.Stat(filepath.Join(folder, "kustomization.yaml")); err != nil {
			t.Fatal(err)
		}
		t.Run(example, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			if err := layOut(root); err != nil {
				t.Fatal(err)
			}
			half := func(name string) []object {
				return decode(t, run(t, root, "FIVEFOLD_PLATFORM=../platform/platform.yaml kustomize build "+
					"--enable-alpha-plugins --enable-exec examples/"+example+"/"+name))
			}
			platform, app := half("platform"), half("deploy")
			sync := platform[slices.IndexFunc(platform, func(o object) bool { return o.Kind == "Kustomization" })]
			for i := range app {
				app[i].Metadata.Namespace = sync.Spec.TargetNamespace
				if !mayApply(platform, sync.Spec.ServiceAccountName, app[i]) {
					t.Errorf("no right to apply %s.%s", app[i].resource(), app[i].group())
				}
			}
			all := slices.Concat(platform, app)
			crossing := 0
			for _, from := range all {
				for _, to := range references(from) {
					if to.Namespace == "" || to.Namespace == from.Metadata.Namespace {
						continue
					}
					crossing++
					if !granted(all, from, to) {
						t.Errorf("%s %s refers to %s %s of namespace %s, and no ReferenceGrant allows it",
							from.Kind, from.Metadata.Name, to.Kind, to.Name, to.Namespace)
					}
					made := func(o object) bool { return o.Kind == "Certificate" && o.Spec.SecretName == to.Name }
					if to.Kind == "Secret" && !slices.ContainsFunc(app, made) {
						t.Errorf("no Certificate makes the Secret %s", to.Name)
					}
				}
			}
			if crossing == 0 {
				t.Error("nothing refers to another namespace")
			}
		})
	}
}

func decode(t *testing.T, stream string) []object {
	t.Helper()
	var list []object
	for _, document := range documents(stream) {
		var o object
		if err := yaml.Unmarshal([]byte(document), &o); err != nil {
			t.Fatal(err)
		}
		list = append(list, o)
	}
	return list
}

// mayApply tells whether a ClusterRole that is bound to the account allows to apply an object, and to prune it.
func mayApply(platform []object, account string, o object) bool {
	for _, binding := range platform {
		if binding.Kind != "RoleBinding" || binding.Metadata.Namespace != o.Metadata.Namespace || binding.Subjects[0].Name != account {
			continue
		}
		bound := slices.IndexFunc(platform, func(role object) bool {
			return role.Kind == "ClusterRole" && role.Metadata.Name == binding.RoleRef.Name
		})
		for _, role := range platform {
			if role.Kind == "ClusterRole" && isPart(platform[bound], role) && allows(role, o) {
				return true
			}
		}
	}
	return false
}

// isPart tells whether the rules of a ClusterRole are among those of the whole.
func isPart(whole, role object) bool {
	if role.Metadata.Name == whole.Metadata.Name {
		return true
	}
	for _, selector := range whole.AggregationRule.ClusterRoleSelectors {
		if labels := role.Metadata.Labels; maps.Equal(labels, selector.MatchLabels) {
			return true
		}
	}
	return false
}

func allows(role, o object) bool {
	for _, rule := range role.Rules {
		if !slices.Contains(rule.APIGroups, o.group()) || !slices.Contains(rule.Resources, o.resource()) {
			continue
		}
		missing := func(verb string) bool { return !slices.Contains(rule.Verbs, verb) }
		if !slices.ContainsFunc([]string{"get", "create", "patch", "delete"}, missing) {
			return true
		}
	}
	return false
}

// references returns what an object's routes and listeners refer to.
func references(o object) []reference {
	var list []reference
	for _, rule := range o.Spec.Rules {
		for _, ref := range rule.BackendRefs {
			ref.Kind = "Service"
			list = append(list, ref)
		}
	}
	for _, listener := range o.Spec.Listeners {
		for _, ref := range listener.TLS.CertificateRefs {
			ref.Kind = "Secret"
			list = append(list, ref)
		}
	}
	return list
}

func granted(all []object, from object, to reference) bool {
	return slices.ContainsFunc(all, func(grant object) bool {
		return grant.Kind == "ReferenceGrant" && grant.Metadata.Namespace == to.Namespace &&
			slices.ContainsFunc(grant.Spec.From, func(r reference) bool {
				return r.Kind == from.Kind && r.Namespace == from.Metadata.Namespace
			}) &&
			slices.ContainsFunc(grant.Spec.To, func(r reference) bool { return r.Kind == to.Kind && r.Name == to.Name })
	})
}
