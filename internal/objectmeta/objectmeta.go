// Package objectmeta makes and checks the names, labels and annotations of objects.
package objectmeta

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fivefold-dev/fivefold/internal/fieldpath"
)

// Union returns a new map with the entries of both; those of over win. It is nil where both are empty.
func Union(base, over map[string]string) map[string]string {
	if len(base)+len(over) == 0 {
		return nil
	}
	merged := make(map[string]string, len(base)+len(over))
	maps.Copy(merged, base)
	maps.Copy(merged, over)
	return merged
}

// WithoutBookkeeping leaves out the labels and annotations that kustomize, kpt and kubectl keep their own records in.
func WithoutBookkeeping(entries map[string]string) map[string]string {
	kept := maps.Clone(entries)
	maps.DeleteFunc(kept, func(key, _ string) bool {
		domain, _, _ := strings.Cut(key, "/")
		switch domain {
		case "config.kubernetes.io", "internal.config.kubernetes.io", "config.k8s.io", "kustomize.config.k8s.io",
			"kpt.dev", "internal.kpt.dev", "cli-utils.sigs.k8s.io":
			return true
		default:
			return key == "kubectl.kubernetes.io/last-applied-configuration"
		}
	})
	return kept
}

// LabelFault says why a text is no DNS label, which the name of a namespace has to be (RFC 1123), or "".
func LabelFault(text string) string {
	if len(text) > validation.DNS1123LabelMaxLength {
		return fmt.Sprintf("it has %d characters, and a DNS label at most %d", len(text), validation.DNS1123LabelMaxLength)
	}
	if len(validation.IsDNS1123Label(text)) > 0 {
		return "a DNS label has lower-case letters, digits and - only, and begins and ends with a letter or digit"
	}
	return ""
}

// SubdomainFault says why a text is no DNS subdomain, which the name of most objects has to be (RFC 1123), or "".
func SubdomainFault(text string) string {
	if len(text) > validation.DNS1123SubdomainMaxLength {
		return fmt.Sprintf("it has %d characters, and an object's name at most %d", len(text), validation.DNS1123SubdomainMaxLength)
	}
	if len(validation.IsDNS1123Subdomain(text)) > 0 {
		return "an object's name has lower-case letters, digits, - and . only, and begins and ends with a letter or digit"
	}
	return ""
}

// CheckLabels reports keys and values that no label can have. Values whose text Flux substitutes later are left alone.
func CheckLabels(path string, labels map[string]string, report func(path, format string, args ...any)) {
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		at := fieldpath.Key(path, key)
		checkKey(at, key, key, report)
		if faults := validation.IsValidLabelValue(labels[key]); len(faults) > 0 && !strings.Contains(labels[key], "${") {
			report(at, "found %q; a label's value has at most 63 letters, digits, -, _ and ., and begins and ends with "+
				"a letter or digit; put longer texts into annotations", labels[key])
		}
	}
}

// CheckAnnotations reports keys that no annotation can have. Their domains may have capitals, those of labels may not.
func CheckAnnotations(path string, annotations map[string]string, report func(path, format string, args ...any)) {
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		checkKey(fieldpath.Key(path, key), key, strings.ToLower(key), report)
	}
}

func checkKey(path, key, checked string, report func(path, format string, args ...any)) {
	if len(validation.IsQualifiedName(checked)) > 0 {
		report(path, "%q is no label or annotation key; write name or domain/name, the domain in lower case, "+
			"the name of at most 63 letters, digits, -, _ and .", key)
	}
}
