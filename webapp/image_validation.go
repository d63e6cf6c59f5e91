package webapp

import (
	"regexp"
	"strings"

	"github.com/fivefold-dev/fivefold/internal/report"
)

// The grammar of image references.
// https://pkg.go.dev/github.com/distribution/reference
var (
	imageDomain = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[a-fA-F0-9:]+\])(:[0-9]+)?$`)
	imagePath   = regexp.MustCompile(`^[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*$`)
	imageTag    = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$`)
	imageDigest = regexp.MustCompile(`^(sha256:[a-f0-9]{64}|sha512:[a-f0-9]{128})$`)
	imageScheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)
)

// image is an image reference in its parts, each empty where it is not written.
type image struct{ domain, path, tag, digest string }

// parseImage takes a reference apart: the digest is what follows the @, and the tag what follows the last colon behind
// the last slash. A first part with a dot or a colon is a registry.
func parseImage(reference string) image {
	var i image
	rest, digest, _ := strings.Cut(reference, "@")
	i.digest = digest
	slash := strings.LastIndexByte(rest, '/')
	if colon := strings.LastIndexByte(rest, ':'); colon > slash {
		rest, i.tag = rest[:colon], rest[colon+1:]
	}
	if domain, path, nested := strings.Cut(rest, "/"); nested && (strings.ContainsAny(domain, ".:") || domain == "localhost") {
		i.domain, rest = domain, path
	}
	i.path = rest
	return i
}

// validateImage checks an image reference, and warns of one that does not say what runs.
func validateImage(r *report.Report, at, reference string) {
	i := parseImage(reference)
	tagged := strings.Contains(strings.TrimPrefix(strings.TrimSuffix(reference, "@"+i.digest), i.domain), ":")
	switch {
	case reference == "":
		r.Errorf(at, "not set; write an image with a tag or a digest, such as registry.example.org/acme/shop:1.4.2")
	case isVariable(reference):
	case imageScheme.MatchString(reference):
		r.Errorf(at, "found %q; an image has no scheme: write %s", reference, imageScheme.ReplaceAllString(reference, ""))
	case strings.TrimSpace(reference) != reference:
		r.Errorf(at, "found %q; drop the blanks around it", reference)
	case i.domain != "" && !imageDomain.MatchString(i.domain):
		r.Errorf(at, "found %q; %q is no registry", reference, i.domain)
	case strings.ToLower(i.path) != i.path && imagePath.MatchString(strings.ToLower(i.path)):
		r.Errorf(at, "found %q; the path of an image is in lower case: write %s", reference, strings.Replace(reference, i.path, strings.ToLower(i.path), 1))
	case !imagePath.MatchString(i.path):
		r.Errorf(at, "found %q, which is no image; write one such as registry.example.org/acme/shop:1.4.2", reference)
	case tagged && !imageTag.MatchString(i.tag):
		r.Errorf(at, "found %q; a tag has at most 128 letters, digits, -, _ and .", reference)
	case strings.Contains(reference, "@") && !imageDigest.MatchString(i.digest):
		r.Errorf(at, "found %q; a digest is sha256: and 64 digits in lower-case hexadecimal", reference)
	case i.digest != "":
	case i.tag == "":
		r.Warnf(at, "found %q, which has no tag, and so means latest: the same declaration may run another version tomorrow, and admission that "+
			"asks for a tag or a digest refuses the pods; write the version", reference)
	case i.tag == "latest":
		r.Warnf(at, "found %q: the same declaration may run another version tomorrow, and admission that forbids latest refuses the pods; "+
			"write the version", reference)
	}
	if i.domain == "" && imagePath.MatchString(i.path) && !isVariable(reference) {
		path := reference
		if !strings.Contains(i.path, "/") {
			path = "library/" + path
		}
		r.Warnf(at, "found %q, which names no registry, and so means docker.io: admission that allows registries by name refuses the pods; write docker.io/%s",
			reference, path)
	}
}
