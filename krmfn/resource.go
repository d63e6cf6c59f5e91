package main

import (
	"fmt"
	"strings"

	"github.com/fivefold-dev/fivefold"
	"github.com/fivefold-dev/fivefold/internal/document"
	"github.com/fivefold-dev/fivefold/internal/fieldpath"
	"github.com/fivefold-dev/fivefold/tenant"
	"github.com/fivefold-dev/fivefold/webapp"
)

const (
	group        = "fivefold.dev"
	platformKind = "Platform"

	localConfigAnnotation = "config.kubernetes.io/local-config"
	pathAnnotation        = "internal.config.kubernetes.io/path"
	indexAnnotation       = "internal.config.kubernetes.io/index"
	legacyPathAnnotation  = "config.kubernetes.io/path"
	legacyIndexAnnotation = "config.kubernetes.io/index"
)

// resource is one object of the input.
type resource struct {
	document.Document
	apiVersion, kind, namespace, name string
	// passes is set for a declaration that is to be left alone.
	passes bool
}

func newResource(doc document.Document) resource {
	return resource{
		Document:   doc,
		apiVersion: text(doc.Value, "apiVersion"),
		kind:       text(doc.Value, "kind"),
		namespace:  text(doc.Value, "metadata.namespace"),
		name:       text(doc.Value, "metadata.name"),
	}
}

// text returns the string at a path, or "".
func text(value any, path string) string {
	found, _ := fieldpath.Get(value, path)
	s, _ := found.(string)
	return s
}

func (r resource) annotation(key string) string {
	return text(r.Value, fieldpath.Key("metadata.annotations", key))
}

// isOurs tells whether a resource is a declaration for Fivefold, of a known kind or not.
func (r resource) isOurs() bool {
	g, _, _ := strings.Cut(r.apiVersion, "/")
	return g == group
}

func (r resource) isPlatform() bool { return r.isOurs() && r.kind == platformKind }

// isDeclaration tells whether a resource is one that objects are made of.
func (r resource) isDeclaration() bool { return r.isOurs() && isDeclared(r.kind) }

// isDeclared tells the kinds that objects are made of.
func isDeclared(kind string) bool { return kind == tenant.Kind || kind == webapp.Kind }

// isLocalConfig tells whether kustomize would leave the resource out of its output.
func (r resource) isLocalConfig() bool {
	value, set := fieldpath.Get(r.Value, fieldpath.Key("metadata.annotations", localConfigAnnotation))
	return set && value != "false"
}

// inPackage tells whether the resource is a file of a package that the output is written back to, as under kpt.
func (r resource) inPackage() bool {
	return r.annotation(pathAnnotation) != ""
}

// file is where the resource is written, as far as that is known.
func (r resource) file() string {
	for _, path := range []string{r.Source, r.annotation(pathAnnotation), r.annotation(legacyPathAnnotation)} {
		if path != "" {
			return path
		}
	}
	return ""
}

// place says where the resource is written, for a message.
func (r resource) place() string {
	file := r.file()
	if file == "" {
		return ""
	}
	if r.Source != "" {
		return fmt.Sprintf("%s:%d", file, r.Node.Line)
	}
	index := r.annotation(indexAnnotation)
	if index == "" {
		index = "0"
	}
	return fmt.Sprintf("%s (index %s)", file, index)
}

// id is what two objects cannot share. The version is not part of it, as kustomize and kpt have it.
type id struct{ group, kind, namespace, name string }

func (r resource) id() id {
	g, _, qualified := strings.Cut(r.apiVersion, "/")
	if !qualified {
		g = ""
	}
	return id{g, r.kind, r.namespace, r.name}
}

func (i id) String() string {
	if i.namespace == "" {
		return fmt.Sprintf("%s %q", i.kind, i.name)
	}
	return fmt.Sprintf("%s %q in namespace %q", i.kind, i.name, i.namespace)
}

// errorf returns a finding about the resource.
func (r resource) errorf(field, format string, args ...any) fivefold.Finding {
	return r.finding(fivefold.Error, field, format, args...)
}

// warnf returns a finding about the resource as a whole that is a risk only.
func (r resource) warnf(format string, args ...any) fivefold.Finding {
	return r.finding(fivefold.Warning, "", format, args...)
}

func (r resource) finding(severity fivefold.Severity, field, format string, args ...any) fivefold.Finding {
	kind := r.kind
	if kind == "" {
		kind = "resource"
		if file := r.file(); file != "" {
			kind = fmt.Sprintf("%s:%d", file, r.Node.Line)
		}
	}
	return fivefold.Finding{Severity: severity, Kind: kind, Name: r.name, Field: field, Format: format, Args: args}
}

// problems returns the faults of the document's own YAML, with the place where each lies. A resource without a kind is
// named after its place.
func (r resource) problems() fivefold.Findings {
	found := make(fivefold.Findings, len(r.Problems))
	for i, p := range r.Problems {
		format, args := p.Format, p.Args
		if r.Source != "" && r.kind != "" {
			format, args = "%s:%d:%d: "+format, append([]any{r.Source, p.Line, p.Column}, p.Args...)
		}
		found[i] = r.errorf(p.Path, format, args...)
	}
	return found
}
