package webapp

import (
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
)

// httpRoute returns the route to the app. Without hostnames there is none: it would answer for every host of the
// listener, those of other tenants too.
func (b builder) httpRoute() *gatewayv1.HTTPRoute {
	if len(b.spec.Hostnames) == 0 {
		return nil
	}
	rules := b.spec.Route.Rules
	if len(rules) == 0 {
		rules = []gatewayv1.HTTPRouteRule{{}}
	}
	route := b.route(b.name, b.spec.Route.ParentRefs, b.spec.Hostnames...)
	for i := range rules {
		route.Spec.Rules = append(route.Spec.Rules, b.withBackends(*rules[i].DeepCopy()))
	}
	for key, text := range b.spec.Route.Annotations {
		metav1.SetMetaDataAnnotation(&route.ObjectMeta, key, text)
	}
	return route
}

// withBackends sends a rule that has no other end to the app, and with scaling from zero what is sent to the app's
// Service to the interceptor that holds requests until a pod is ready.
func (b builder) withBackends(rule gatewayv1.HTTPRouteRule) gatewayv1.HTTPRouteRule {
	if len(rule.BackendRefs) == 0 && !redirects(rule) {
		rule.BackendRefs = []gatewayv1.HTTPBackendRef{{BackendRef: gatewayv1.BackendRef{
			BackendObjectReference: gatewayv1.BackendObjectReference{
				Name: gatewayv1.ObjectName(b.name), Port: new(value(b.spec.Service.Port)),
			},
		}}}
	}
	if !isTrue(b.spec.Scaling.HTTP.Enabled) {
		return rule
	}
	interceptor := b.spec.Scaling.HTTP.Interceptor
	for i := range rule.BackendRefs {
		if ref := &rule.BackendRefs[i].BackendObjectReference; b.isOwnService(*ref) {
			ref.Name = gatewayv1.ObjectName(interceptor.Service)
			ref.Namespace = new(gatewayv1.Namespace(interceptor.Namespace))
			ref.Port = new(value(interceptor.Port))
		}
	}
	return rule
}

// routedPorts returns the ports of the pods that routes send requests to: the app's, and those behind other ports of the
// Service that a rule names.
func (b builder) routedPorts() []int32 {
	routed := []int32{value(b.spec.Port)}
	for _, port := range b.service().Spec.Ports {
		named := func(ref gatewayv1.HTTPBackendRef) bool {
			return b.isOwnService(ref.BackendObjectReference) && value(ref.Port) == port.Port
		}
		if !slices.ContainsFunc(b.spec.Route.Rules, func(rule gatewayv1.HTTPRouteRule) bool { return slices.ContainsFunc(rule.BackendRefs, named) }) {
			continue
		}
		if number := b.targetPort(port); !slices.Contains(routed, number) {
			routed = append(routed, number)
		}
	}
	return routed
}

func (b builder) isOwnService(ref gatewayv1.BackendObjectReference) bool {
	return string(ref.Name) == b.name && value(ref.Group) == "" && (ref.Kind == nil || *ref.Kind == "Service") &&
		(ref.Namespace == nil || string(*ref.Namespace) == b.namespace)
}

func redirects(rule gatewayv1.HTTPRouteRule) bool {
	for _, filter := range rule.Filters {
		if filter.Type == gatewayv1.HTTPRouteFilterRequestRedirect {
			return true
		}
	}
	return false
}

// redirectRoutes returns a route for each redirect.
func (b builder) redirectRoutes() []*gatewayv1.HTTPRoute {
	var routes []*gatewayv1.HTTPRoute
	for _, redirect := range b.spec.Route.Redirects {
		parents := redirect.ParentRefs
		if len(parents) == 0 {
			parents = b.spec.Route.ParentRefs
		}
		code := 301
		if redirect.StatusCode != nil {
			code = *redirect.StatusCode
		}
		// A host name is no label: its dots stay, so that no two give the same name.
		host := strings.ReplaceAll(redirect.From, "*", "wildcard")
		route := b.route(b.derived("redirect-"+host), parents, redirect.From)
		route.Spec.Rules = []gatewayv1.HTTPRouteRule{{Filters: []gatewayv1.HTTPRouteFilter{{
			Type: gatewayv1.HTTPRouteFilterRequestRedirect,
			RequestRedirect: &gatewayv1.HTTPRequestRedirectFilter{
				Hostname: new(gatewayv1.PreciseHostname(redirect.To)), StatusCode: &code,
			},
		}}}}
		routes = append(routes, route)
	}
	return routes
}

func (b builder) route(name string, parents []gatewayv1.ParentReference, hostnames ...string) *gatewayv1.HTTPRoute {
	route := &gatewayv1.HTTPRoute{
		TypeMeta:   metav1.TypeMeta{APIVersion: gatewayv1.GroupVersion.String(), Kind: "HTTPRoute"},
		ObjectMeta: b.meta(name, nil),
	}
	for _, parent := range parents {
		route.Spec.ParentRefs = append(route.Spec.ParentRefs, *parent.DeepCopy())
	}
	for _, hostname := range hostnames {
		route.Spec.Hostnames = append(route.Spec.Hostnames, gatewayv1.Hostname(hostname))
	}
	return route
}
