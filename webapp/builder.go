package webapp

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fivefold-dev/fivefold/internal/objectmeta"
)

const (
	// nameLabel is on the pods of the Deployment only: it selects them for the Deployment, the Service and the budget.
	nameLabel = "app.kubernetes.io/name"
	// partOfLabel is on all pods of the app, those of its cron jobs too: it selects them for network policies.
	partOfLabel = "app.kubernetes.io/part-of"
)

// builder makes the objects of one web application from its validated spec.
type builder struct {
	name        string
	namespace   string
	tenant      string
	spec        Spec
	labels      map[string]string
	annotations map[string]string
	// podAnnotations are those of the declaration itself, which kustomize's commonAnnotations puts on pods as well.
	podAnnotations map[string]string
}

func newBuilder(app WebApp, spec Spec) builder {
	b := builder{
		name:           app.Name,
		namespace:      app.Namespace,
		tenant:         spec.Tenant,
		spec:           spec,
		labels:         objectmeta.Union(objectmeta.WithoutBookkeeping(app.Labels), spec.Labels),
		podAnnotations: objectmeta.WithoutBookkeeping(app.Annotations),
	}
	b.annotations = objectmeta.Union(b.podAnnotations, spec.Annotations)
	if b.tenant == "" {
		b.tenant = b.namespace
	}
	if b.tenant == "" {
		b.tenant = b.name
	}
	return b
}

// meta returns the metadata of an object, with annotations of its own.
func (b builder) meta(name string, annotations map[string]string) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Name:        name,
		Namespace:   b.namespace,
		Labels:      objectmeta.Union(b.labels, nil),
		Annotations: objectmeta.Union(b.annotations, annotations),
	}
}

// selector returns the labels that select the app's pods, which no cron job has.
func (b builder) selector() map[string]string {
	return map[string]string{nameLabel: b.name}
}

// policySelector returns the labels that select all pods of the app.
func (b builder) policySelector() map[string]string {
	return map[string]string{partOfLabel: b.name}
}

// partLabel returns the name label of pods that belong to the app but are not its own. The dot keeps it apart from every
// app's name, which is that of a Service: another app called shop-report must not select the pods of shop's job report.
func (b builder) partLabel(part string) map[string]string {
	return map[string]string{nameLabel: shortened(b.name+"."+part, maxLabel)}
}

// derived returns the name of an object that there are several of, or that stands beside the app's.
func (b builder) derived(suffix string) string {
	return shortened(b.name+"-"+suffix, maxLabel)
}

const (
	maxLabel = 63 // the longest label value, which controllers put names into
	// maxCronJob leaves the CronJob's controller 11 characters for its jobs.
	maxCronJob = 52
	hashDigits = 8
)

// shortened returns a text of at most limit characters. One that is longer ends in a hash of the whole, so that two that
// begin alike stay apart.
func shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.TrimRight(text[:limit-hashDigits-1], "-.") + "-" + hash(text)[:hashDigits]
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func isTrue(flag *bool) bool {
	return flag != nil && *flag
}

// value returns what a pointer points to, or the zero value.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
