// Package externalsecret checks what the CRD of an ExternalSecret cannot: the rules that the webhook of External Secrets
// adds.
package externalsecret

import (
	"context"
	"strings"

	esv1 "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"

	"github.com/fivefold-dev/fivefold/internal/report"
)

// CheckDataFrom reports an entry of dataFrom that does not read in exactly one way.
func CheckDataFrom(r *report.Report, at string, from esv1.ExternalSecretDataFromRemoteRef) {
	generator := from.SourceRef != nil && from.SourceRef.GeneratorRef != nil
	count := 0
	for _, set := range []bool{from.Extract != nil, from.Find != nil, generator} {
		if set {
			count++
		}
	}
	switch {
	case count == 0:
		r.Errorf(at, "reads nothing; write one of extract, find and sourceRef.generatorRef")
	case count > 1:
		r.Errorf(at, "reads in %d ways at once; keep one of extract, find and sourceRef.generatorRef", count)
	}
}

// CheckPolicies reports policies of a target that do not go together, as the webhook judges them.
func CheckPolicies(r *report.Report, at string, target esv1.ExternalSecretTarget) {
	if target.CreationPolicy == "" {
		target.CreationPolicy = esv1.CreatePolicyOwner
	}
	// The webhook wants data, which callers have looked at.
	secret := esv1.ExternalSecret{Spec: esv1.ExternalSecretSpec{Target: target, Data: []esv1.ExternalSecretData{{}}}}
	if _, err := (&esv1.ExternalSecretValidator{}).ValidateCreate(context.Background(), &secret); err != nil {
		r.Errorf(at, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}
