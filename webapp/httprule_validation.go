package webapp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/fivefold-dev/fivefold/internal/report"
)

// What the definition of an HTTPRoute demands with expressions and with lists that have keys, which no marker of the
// types says in a way that internal/upstream reads.
// https://gateway-api.sigs.k8s.io/reference/spec/#httproute

// experimental is what the definitions of the standard channel do not have.
const experimental = "is of the experimental channel of the Gateway API: a cluster with the standard channel refuses or drops it; " +
	"drop it, unless the cluster has the experimental one"

// validateHTTPRules checks the rules of a route.
func validateHTTPRules(r *report.Report, at string, rules []gatewayv1.HTTPRouteRule) {
	const most = 128
	matches := 0
	for i, rule := range rules {
		path := fmt.Sprintf("%s[%d]", at, i)
		matches += len(rule.Matches)
		validateMatches(r, path+".matches", rule.Matches)
		validateFilters(r, path+".filters", rule.Filters, rule.Matches)
		validateBackends(r, path+".backendRefs", rule)
		validateTimeouts(r, path+".timeouts", rule.Timeouts)
		if rule.Retry != nil {
			r.Warnf(path+".retry", experimental)
		}
		if rule.SessionPersistence != nil {
			r.Warnf(path+".sessionPersistence", experimental)
		}
	}
	if matches > most {
		r.Errorf(at, "%d matches in all; the API wants at most %d", matches, most)
	}
}

func validateBackends(r *report.Report, at string, rule gatewayv1.HTTPRouteRule) {
	if redirects(rule) && len(rule.BackendRefs) > 0 {
		r.Errorf(at, "the rule redirects, and sends nothing on; drop them")
	}
	for i, ref := range rule.BackendRefs {
		path := fmt.Sprintf("%s[%d]", at, i)
		validateBackendPort(r, path, ref.BackendObjectReference)
		validateFilters(r, path+".filters", ref.Filters, rule.Matches)
	}
}

func validateBackendPort(r *report.Report, at string, ref gatewayv1.BackendObjectReference) {
	if ref.Port == nil && (ref.Kind == nil || *ref.Kind == "Service") {
		r.Errorf(at+".port", "not set; write the port of the Service")
	}
}

func validateTimeouts(r *report.Report, at string, timeouts *gatewayv1.HTTPRouteTimeouts) {
	if timeouts == nil || timeouts.Request == nil || timeouts.BackendRequest == nil {
		return
	}
	whole, wholeErr := time.ParseDuration(string(*timeouts.Request))
	part, partErr := time.ParseDuration(string(*timeouts.BackendRequest))
	if wholeErr == nil && partErr == nil && whole != 0 && part > whole {
		r.Errorf(at+".backendRequest", "found %s, which is longer than the request's %s; write less, or raise that", *timeouts.BackendRequest, *timeouts.Request)
	}
}

// pathCharacters are those of a path that is compared as it stands.
var pathCharacters = regexp.MustCompile(`^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|[%][0-9a-fA-F]{2})+$`)

func validateMatches(r *report.Report, at string, matches []gatewayv1.HTTPRouteMatch) {
	for i, match := range matches {
		path := fmt.Sprintf("%s[%d]", at, i)
		validateOnce(r, path+".headers", match.Headers, func(h gatewayv1.HTTPHeaderMatch) string { return string(h.Name) })
		validateOnce(r, path+".queryParams", match.QueryParams, func(q gatewayv1.HTTPQueryParamMatch) string { return string(q.Name) })
		if match.Path == nil || match.Path.Value == nil || value(match.Path.Type) == gatewayv1.PathMatchRegularExpression {
			continue
		}
		text := *match.Path.Value
		odd := slices.ContainsFunc([]string{"//", "/./", "/../", "%2f", "%2F"}, func(part string) bool { return strings.Contains(text, part) })
		switch {
		case isVariable(text):
		case !strings.HasPrefix(text, "/"):
			r.Errorf(path+".path.value", "found %q; a path begins with /: write %s", text, "/"+text)
		case odd, strings.HasSuffix(text, "/.."), strings.HasSuffix(text, "/."), !pathCharacters.MatchString(text):
			r.Errorf(path+".path.value", "found %q; write a plain path: without //, /./, /../ and %%2F, and with characters that a URL's path has", text)
		}
	}
}

// member is the field of a union that goes with a type.
type member struct {
	kind, field string
	set         bool
}

// validateMembers checks that the field of a union's type is set, and no other.
func validateMembers(r *report.Report, at, kind string, members []member) {
	for _, m := range members {
		switch {
		case kind == "", isVariable(kind): // that there is one is the API's to ask
		case m.set && m.kind != kind:
			r.Errorf(at+"."+m.field, "belongs to type %s, and this one's is %s; keep what goes together", m.kind, kind)
		case !m.set && m.kind == kind:
			r.Errorf(at+"."+m.field, "not set, and the type is %s; write it", kind)
		}
	}
}

func filterMembers(f gatewayv1.HTTPRouteFilter) []member {
	return []member{
		{string(gatewayv1.HTTPRouteFilterCORS), "cors", f.CORS != nil},
		{string(gatewayv1.HTTPRouteFilterExtensionRef), "extensionRef", f.ExtensionRef != nil},
		{string(gatewayv1.HTTPRouteFilterExternalAuth), "externalAuth", f.ExternalAuth != nil},
		{string(gatewayv1.HTTPRouteFilterRequestHeaderModifier), "requestHeaderModifier", f.RequestHeaderModifier != nil},
		{string(gatewayv1.HTTPRouteFilterRequestMirror), "requestMirror", f.RequestMirror != nil},
		{string(gatewayv1.HTTPRouteFilterRequestRedirect), "requestRedirect", f.RequestRedirect != nil},
		{string(gatewayv1.HTTPRouteFilterResponseHeaderModifier), "responseHeaderModifier", f.ResponseHeaderModifier != nil},
		{string(gatewayv1.HTTPRouteFilterURLRewrite), "urlRewrite", f.URLRewrite != nil},
	}
}

func validateFilters(r *report.Report, at string, filters []gatewayv1.HTTPRouteFilter, matches []gatewayv1.HTTPRouteMatch) {
	seen := map[gatewayv1.HTTPRouteFilterType]bool{}
	for i, filter := range filters {
		path := fmt.Sprintf("%s[%d]", at, i)
		if seen[filter.Type] && filter.Type != gatewayv1.HTTPRouteFilterRequestMirror && filter.Type != gatewayv1.HTTPRouteFilterExtensionRef {
			r.Errorf(path, "a second filter of type %s; keep one", filter.Type)
		}
		seen[filter.Type] = true
		validateMembers(r, path, string(filter.Type), filterMembers(filter))
		if filter.ExternalAuth != nil {
			r.Warnf(path+".externalAuth", experimental)
		}
		validateHeaders(r, path+".requestHeaderModifier", filter.RequestHeaderModifier)
		validateHeaders(r, path+".responseHeaderModifier", filter.ResponseHeaderModifier)
		if redirect := filter.RequestRedirect; redirect != nil {
			validatePathModifier(r, path+".requestRedirect.path", redirect.Path, matches)
		}
		if rewrite := filter.URLRewrite; rewrite != nil {
			validatePathModifier(r, path+".urlRewrite.path", rewrite.Path, matches)
		}
		validateMirror(r, path+".requestMirror", filter.RequestMirror)
		validateCORS(r, path+".cors", filter.CORS)
	}
	if seen[gatewayv1.HTTPRouteFilterRequestRedirect] && seen[gatewayv1.HTTPRouteFilterURLRewrite] {
		r.Errorf(at, "a redirect and a rewrite; keep one of RequestRedirect and URLRewrite")
	}
}

func validateHeaders(r *report.Report, at string, headers *gatewayv1.HTTPHeaderFilter) {
	if headers == nil {
		return
	}
	name := func(h gatewayv1.HTTPHeader) string { return string(h.Name) }
	validateOnce(r, at+".set", headers.Set, name)
	validateOnce(r, at+".add", headers.Add, name)
}

// validateOnce checks that the names of a list are in it once.
func validateOnce[T any](r *report.Report, at string, list []T, name func(T) string) {
	seen := map[string]bool{}
	for i, item := range list {
		if seen[name(item)] {
			r.Errorf(fmt.Sprintf("%s[%d].name", at, i), "%q is written twice; keep one", name(item))
		}
		seen[name(item)] = true
	}
}

func validatePathModifier(r *report.Report, at string, modifier *gatewayv1.HTTPPathModifier, matches []gatewayv1.HTTPRouteMatch) {
	if modifier == nil {
		return
	}
	validateMembers(r, at, string(modifier.Type), []member{
		{string(gatewayv1.FullPathHTTPPathModifier), "replaceFullPath", modifier.ReplaceFullPath != nil},
		{string(gatewayv1.PrefixMatchHTTPPathModifier), "replacePrefixMatch", modifier.ReplacePrefixMatch != nil},
	})
	// A rule without a match, and a match without a path, have the prefix /.
	onePrefix := len(matches) == 0 || len(matches) == 1 &&
		(matches[0].Path == nil || matches[0].Path.Type == nil || *matches[0].Path.Type == gatewayv1.PathMatchPathPrefix)
	if modifier.Type == gatewayv1.PrefixMatchHTTPPathModifier && !onePrefix {
		r.Errorf(at+".type", "%s replaces the prefix that matched, and the rule wants exactly one match of type PathPrefix for that", modifier.Type)
	}
}

func validateMirror(r *report.Report, at string, mirror *gatewayv1.HTTPRequestMirrorFilter) {
	if mirror == nil {
		return
	}
	validateBackendPort(r, at+".backendRef", mirror.BackendRef)
	if mirror.Percent != nil && mirror.Fraction != nil {
		r.Errorf(at, "percent and fraction are both set; drop one of them")
	}
	const whole = 100 // the API's default
	if fraction := mirror.Fraction; fraction != nil {
		denominator := int32(whole)
		if fraction.Denominator != nil {
			denominator = *fraction.Denominator
		}
		if fraction.Numerator > denominator {
			r.Errorf(at+".fraction.numerator", "found %d, which is above the denominator, %d; write less", fraction.Numerator, denominator)
		}
	}
}

func validateCORS(r *report.Report, at string, cors *gatewayv1.HTTPCORSFilter) {
	if cors == nil {
		return
	}
	alone := func(field string, count int, star bool) {
		if star && count > 1 {
			r.Errorf(at+"."+field, "has * beside others; keep the star or those")
		}
	}
	alone("allowOrigins", len(cors.AllowOrigins), slices.Contains(cors.AllowOrigins, "*"))
	alone("allowMethods", len(cors.AllowMethods), slices.Contains(cors.AllowMethods, "*"))
	alone("allowHeaders", len(cors.AllowHeaders), slices.Contains(cors.AllowHeaders, "*"))
}
