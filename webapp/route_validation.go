package webapp

import (
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/fivefold-dev/fivefold/internal/report"
)

// validateService checks the Service's ports.
func validateService(r *report.Report, spec Spec) {
	b := builder{name: r.Name, spec: spec}
	service := spec.Service
	validatePortNumber(r, "service.port", service.Port)
	names, numbers := map[string]string{}, map[string]string{}
	add := func(at, portField, name string, number int32, protocol corev1.Protocol) {
		if protocol == "" {
			protocol = corev1.ProtocolTCP
		}
		if len(validation.IsDNS1123Label(name)) > 0 {
			r.Errorf(at+"."+portField, "found %q; the name of a port is a DNS label: lower-case letters, digits and -", name)
		} else if other, taken := names[name]; taken {
			r.OwnErrorf(at+"."+portField, "%q is also the name of the port of spec.%s; choose another name", name, other)
		}
		names[name] = at
		key := fmt.Sprintf("%d/%s", number, protocol)
		if other, taken := numbers[key]; taken && number != 0 {
			r.OwnErrorf(at, "port %s is also that of spec.%s; choose another one", key, other)
		}
		numbers[key] = at
	}
	add("service", "portName", service.PortName, value(service.Port), "")
	if b.hasMetricsPort() {
		add("metrics.port", "name", metricsPortName, b.metricsPort(), "")
	}
	for i, port := range service.ExtraPorts {
		at := fmt.Sprintf("service.extraPorts[%d]", i)
		if port.Port < 0 || port.Port > 65535 {
			r.Errorf(at+".port", "found %d; a port is between 1 and 65535", port.Port)
		}
		if port.NodePort != 0 {
			r.Errorf(at+".nodePort", "the Service is reached through the Gateway, and has no ports on the nodes; drop it")
		}
		if port.Name == "" {
			r.Errorf(at+".name", "not set; a Service with several ports names each")
			continue
		}
		add(at, "name", port.Name, port.Port, port.Protocol)
		if target := port.TargetPort; target.Type == intstr.String && b.targetPort(port) == 0 {
			r.OwnErrorf(at+".targetPort", "no container has a port called %q; write its number, or name it under container.ports", target.StrVal)
		}
	}
	if protocol := value(service.AppProtocol); service.AppProtocol != nil && len(validation.IsQualifiedName(protocol)) > 0 {
		r.Errorf("service.appProtocol", "found %q; write a name such as kubernetes.io/h2c", protocol)
	}
}

// validateRoute checks the routes: that they are asked for in full, and attach to no more than was meant.
func validateRoute(r *report.Report, spec Spec) {
	seen := map[string]string{}
	host := func(at, text string, wildcard bool) {
		if !validateHost(r, at, text, wildcard) {
			return
		}
		if other, taken := seen[text]; taken {
			r.OwnErrorf(at, "%q stands in spec.%s, too; keep one", text, other)
			return
		}
		seen[text] = at
	}
	for i, hostname := range spec.Hostnames {
		host(fmt.Sprintf("hostnames[%d]", i), hostname, true)
	}
	for i, redirect := range spec.Route.Redirects {
		at := fmt.Sprintf("route.redirects[%d]", i)
		host(at+".from", redirect.From, true)
		validateHost(r, at+".to", redirect.To, false)
		if redirect.From == redirect.To && redirect.To != "" {
			r.Errorf(at, "redirects %q to itself, without end; write another name", redirect.To)
		}
		codes := []int{301, 302, 303, 307, 308}
		if code := redirect.StatusCode; code != nil && !slices.Contains(codes, *code) {
			r.Errorf(at+".statusCode", "found %d; allowed: 301, 302, 303, 307, 308", *code)
		}
		validateParents(r, at+".parentRefs", redirect.ParentRefs)
	}
	validateParents(r, "route.parentRefs", spec.Route.ParentRefs)
	if len(spec.Route.ParentRefs) == 0 {
		own := func(redirect Redirect) bool { return len(redirect.ParentRefs) > 0 }
		if len(spec.Hostnames) > 0 || slices.ContainsFunc(spec.Route.Redirects, func(redirect Redirect) bool { return !own(redirect) }) {
			r.Errorf("route.parentRefs", "not set, and there is no route without a Gateway; write which, as in [{name: …, namespace: …, sectionName: https}]")
		}
	}
	if len(spec.Hostnames) == 0 {
		validateUnasked(r, spec)
	}
	validateHTTPRules(r, "route.rules", spec.Route.Rules)
	for i, rule := range spec.Route.Rules {
		validateOwnBackends(r, fmt.Sprintf("route.rules[%d]", i), rule, builder{name: r.Name, spec: spec})
	}
}

// validateUnasked reports what asks for a route where there is none: it would answer for every host of the listener.
func validateUnasked(r *report.Report, spec Spec) {
	const advice = "not set, and %s asks for a route: it would answer for every host of the listener, those of other tenants too; write the host names"
	switch {
	case isTrue(spec.Scaling.HTTP.Enabled):
		r.OwnErrorf("hostnames", advice, "scaling.http")
	case len(spec.Route.Rules) > 0 && !r.Layers.FromPlatform("route.rules"):
		r.OwnErrorf("hostnames", advice, "route.rules")
	}
}

var hostScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// hostFault says why a text is no host name, and what to write instead.
func hostFault(text string) string {
	bare := hostScheme.ReplaceAllString(text, "")
	bare, _, _ = strings.Cut(bare, "/")
	if colon := strings.LastIndexByte(bare, ':'); colon > 0 && strings.Count(bare, ":") == 1 {
		bare = bare[:colon]
	}
	_, err := netip.ParseAddr(strings.Trim(bare, "[]"))
	isAddress := err == nil
	plain := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(bare), "."))
	switch {
	case isAddress:
		return "it is an address; write a host name such as shop.example.org"
	case strings.Contains(strings.TrimPrefix(plain, "*."), "*"):
		return "a star stands only for the whole first label; write a name such as *.example.org"
	case len(validation.IsDNS1123Subdomain(strings.TrimPrefix(plain, "*."))) > 0:
		return "it is no host name; write one such as shop.example.org"
	case plain != text:
		return "a host name has no scheme, port, path or dot at the end, and is in lower case; write " + plain
	default:
		return ""
	}
}

// validateHost checks a host name, and tells whether it is one.
func validateHost(r *report.Report, at, text string, wildcard bool) bool {
	switch fault := hostFault(text); {
	case text == "":
		r.Errorf(at, "not set; write a host name such as shop.example.org")
		return false
	case isVariable(text):
		return true
	case fault != "":
		r.Errorf(at, "found %q: %s", text, fault)
		return false
	case strings.HasPrefix(text, "*.") && !wildcard:
		r.Errorf(at, "found %q; write one host name, without a star", text)
		return false
	case strings.HasPrefix(text, "*."):
		r.Warnf(at, "%q takes every host name below %s; write those that are the app's", text, strings.TrimPrefix(text, "*."))
	}
	return true
}

// validateParents checks to which Gateways and listeners a route attaches.
func validateParents(r *report.Report, at string, parents []gatewayv1.ParentReference) {
	type target struct {
		namespace, name, section string
		port                     int32
	}
	seen := map[target]bool{}
	for i, parent := range parents {
		path := fmt.Sprintf("%s[%d]", at, i)
		t := target{string(value(parent.Namespace)), string(parent.Name), string(value(parent.SectionName)), value(parent.Port)}
		if seen[t] {
			r.Errorf(path, "stands there twice; keep one")
		}
		seen[t] = true
		if parent.SectionName == nil && parent.Port == nil {
			name := t.name
			if t.namespace != "" {
				name = t.namespace + "/" + name
			}
			r.Warnf(path, "has no sectionName: the route is served on every listener of Gateway %s, plain HTTP included; write sectionName: https, "+
				"or what the listener is called", name)
		}
	}
}

// validateOwnBackends checks that what a rule sends to the app arrives.
func validateOwnBackends(r *report.Report, at string, rule gatewayv1.HTTPRouteRule, b builder) {
	for i, ref := range rule.BackendRefs {
		if ref.Port == nil || !b.isOwnService(ref.BackendObjectReference) {
			continue
		}
		at := fmt.Sprintf("%s.backendRefs[%d].port", at, i)
		switch own := value(b.spec.Service.Port); {
		case *ref.Port == own:
		case !slices.ContainsFunc(b.service().Spec.Ports, func(port corev1.ServicePort) bool { return port.Port == *ref.Port }):
			r.OwnErrorf(at, "found %d, which is no port of the app's Service; write %d, or add it to spec.service.extraPorts", *ref.Port, own)
		case isTrue(b.spec.Scaling.HTTP.Enabled):
			r.OwnErrorf(at, "found %d, and with scaling.http requests reach the app's port only; write %d", *ref.Port, own)
		}
	}
}
