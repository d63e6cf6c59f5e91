package tenant

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"
	"github.com/google/go-containerregistry/pkg/name"

	"github.com/fivefold-dev/fivefold/internal/report"
)

func validateSource(r *report.Report, spec Spec) {
	source := spec.Source
	known := validateURL(r, source)
	validateRef(r, source, known)
	validateVerification(r, source, known)
	validateInterval(r, "source", source.Timeout, source.Interval)
	if known {
		validateKindOfFields(r, source)
	}
	if !source.isOCI() && known {
		if source.ServiceAccountName != "" && source.Provider != "aws" && source.Provider != "azure" {
			r.Errorf("source.serviceAccountName", "a GitRepository takes a service account with provider aws or azure only; "+
				"drop it, or set source.provider")
		}
		if strings.HasPrefix(source.URL, "ssh://") && source.SecretRef == nil {
			r.OwnErrorf("source.secretRef", "not set; ssh needs a Secret with the keys identity and known_hosts")
		}
	}
	if isTrue(source.Insecure) && source.isOCI() {
		r.Warnf("source.insecure", "true: the registry is reached without TLS, so that anybody in between can read the pull secret")
	}
}

// validateKindOfFields reports fields that the source's kind does not have.
func validateKindOfFields(r *report.Report, source Source) {
	kind, other := "an OCIRepository", "a GitRepository"
	foreign := map[string]bool{
		"recurseSubmodules": source.RecurseSubmodules != nil,
		"include":           source.Include != nil,
		"sparseCheckout":    source.SparseCheckout != nil,
	}
	if !source.isOCI() {
		kind, other = other, kind
		foreign = map[string]bool{
			"layerSelector": source.LayerSelector != nil,
			"certSecretRef": source.CertSecretRef != nil,
			"insecure":      source.Insecure != nil,
		}
	}
	for _, field := range []string{"certSecretRef", "include", "insecure", "layerSelector", "recurseSubmodules", "sparseCheckout"} {
		if foreign[field] {
			r.OwnErrorf("source."+field, "%s is a field of %s, and %q makes %s; drop it, or write null where the Platform sets it",
				field, other, source.URL, kind)
		}
	}
}

var (
	scpForm = regexp.MustCompile(`^[A-Za-z0-9._-]+@([^/:]+):(.+)$`)
	// The schemes that are right but for their case and slashes.
	nearlyScheme = regexp.MustCompile(`^(?i:(oci|https?|ssh)):/*(.+)$`)
	anyScheme    = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*)://`)
)

// validateURL checks the source's URL, and tells whether the kind of the source can be known from it.
func validateURL(r *report.Report, source Source) bool {
	const path = "source.url"
	text := source.URL
	scheme := ""
	if match := anyScheme.FindStringSubmatch(text); match != nil {
		scheme = match[1]
	}
	switch {
	case text == "":
		r.Errorf(path, "not set; write where the manifests are, oci://… for an OCI artifact, https://… or ssh://… for a Git repository")
		return false
	case hasCredentials(text):
		r.Errorf(path, "holds credentials, which everybody who can read the declaration could use; "+
			"drop them from the URL, change them, and name a Secret with source.secretRef")
		return scheme == "oci" || isGitScheme(scheme)
	case strings.Contains(text, "${") && scheme != "":
		return scheme == "oci" || isGitScheme(scheme)
	case scheme == "oci":
		validateOCIURL(r, text)
		return true
	case isGitScheme(scheme):
		validateGitURL(r, text)
		return true
	case strings.TrimSpace(text) != text:
		r.Errorf(path, "found %q; drop the blanks around it", text)
		return false
	case nearlyScheme.MatchString(text):
		match := nearlyScheme.FindStringSubmatch(text)
		r.Errorf(path, "found %q; write %s://%s", text, strings.ToLower(match[1]), match[2])
		return false
	case scpForm.MatchString(text):
		match := scpForm.FindStringSubmatch(text)
		r.Errorf(path, "found %q, a form that Flux does not read; write ssh://git@%s/%s", text, match[1], match[2])
		return false
	case scheme != "":
		r.Errorf(path, "found %q: unknown scheme %q; write oci:// for an OCI artifact, https:// or ssh:// for a Git repository", text, scheme)
		return false
	default:
		r.Errorf(path, "found %q, which has no scheme; write oci://%s for an OCI artifact, or https:// or ssh:// for a Git repository", text, text)
		return false
	}
}

func isGitScheme(scheme string) bool {
	return scheme == "https" || scheme == "http" || scheme == "ssh"
}

// hasCredentials tells whether a URL holds a password or a token. The user name of an ssh URL is no secret.
func hasCredentials(text string) bool {
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		return false
	}
	authority, _, _ := strings.Cut(rest, "/")
	user, _, found := strings.Cut(authority, "@")
	if !found || scheme == "oci" && digestStart.MatchString(authority) {
		return false
	}
	return scheme != "ssh" || strings.Contains(user, ":")
}

var (
	digestStart = regexp.MustCompile(`@sha[0-9]+:`)
	digestForm  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
	tagForm     = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$`)
)

// validateOCIURL judges a URL as Flux does, with the same parser, and explains what that parser only refuses.
// https://fluxcd.io/flux/components/source/ocirepositories/#url
func validateOCIURL(r *report.Report, text string) {
	const path = "source.url"
	repository := strings.TrimPrefix(text, ociScheme)
	host, rest, hasPath := strings.Cut(repository, "/")
	if before, digest, found := strings.Cut(repository, "@"); found {
		r.Errorf(path, "found %q, which holds a digest; write oci://%s, and the digest as source.ref.digest: %s", text, before, digest)
		return
	}
	if slash := strings.LastIndex(rest, "/"); hasPath {
		if repo, tag, found := strings.Cut(rest[slash+1:], ":"); found {
			r.Errorf(path, "found %q, which holds a tag; write oci://%s/%s%s, and the tag as source.ref.tag: %q", text, host, rest[:slash+1], repo, tag)
			return
		}
	}
	if !hasPath && isRegistryHost(host) || rest == "" && hasPath {
		r.Errorf(path, "found %q, which names a registry but no repository in it; write oci://%s/owner/name", text, host)
		return
	}
	if lower := strings.ToLower(rest); lower != rest {
		r.Errorf(path, "found %q; the repository of an OCI artifact is in lower case only: write oci://%s/%s", text, host, lower)
		return
	}
	if _, err := name.NewRepository(repository); err != nil {
		r.Errorf(path, "found %q, which Flux refuses: %s; write oci://registry/owner/name", text, strings.ReplaceAll(err.Error(), "\n", " "))
		return
	}
	if !isRegistryHost(host) {
		r.Warnf(path, "%q has no registry's host in front, so that Flux reads it as docker.io/%s; "+
			"write oci://docker.io/%s if Docker Hub is meant", text, repository, repository)
	}
}

// isRegistryHost tells a registry's host from the first part of a repository on Docker Hub, as Docker does.
func isRegistryHost(host string) bool {
	return strings.ContainsAny(host, ".:") || host == "localhost"
}

// https://fluxcd.io/flux/components/source/gitrepositories/#url
func validateGitURL(r *report.Report, text string) {
	const path = "source.url"
	scheme, rest, _ := strings.Cut(text, "://")
	authority, repository, _ := strings.Cut(rest, "/")
	host := authority[strings.LastIndex(authority, "@")+1:]
	if before, port, found := strings.Cut(host, ":"); found && !strings.HasPrefix(host, "[") {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			r.Errorf(path, "found %q, in which %q is no port; write %s://%s%s/%s", text, port, scheme,
				authority[:len(authority)-len(host)], before, strings.TrimSuffix(port+"/"+repository, "/"))
			return
		}
	}
	if parsed, err := url.Parse(text); err != nil || parsed.Host == "" || strings.Trim(parsed.Path, "/") == "" {
		r.Errorf(path, "found %q; write scheme://host/path of the repository", text)
		return
	}
	if scheme == "http" {
		r.Warnf(path, "%q is plain HTTP: anybody in between can change what the cluster applies; write https://%s", text, rest)
	}
}

func validateRef(r *report.Report, source Source, known bool) {
	const path = "source.ref"
	ref := source.Ref
	if ref == nil {
		ref = &SourceRef{}
	}
	validateRange(r, path, *ref)
	switch {
	case !known:
	case source.isOCI():
		validateOCIRef(r, path, *ref)
	default:
		validateGitRef(r, path, *ref)
	}
}

// validateRange checks the texts that both kinds of source understand, with the parser that Flux uses.
func validateRange(r *report.Report, path string, ref SourceRef) {
	if ref.SemVer != "" && !strings.Contains(ref.SemVer, "${") {
		if _, err := semver.NewConstraint(ref.SemVer); err != nil {
			r.Errorf(path+".semver", `found %q, which is no range of versions; write one such as ">=1.0.0", "1.x" or "~1.4"`, ref.SemVer)
		}
	}
	if ref.SemverFilter != "" && !strings.Contains(ref.SemverFilter, "${") {
		if _, err := regexp.Compile(ref.SemverFilter); err != nil {
			r.Errorf(path+".semverFilter", "found %s, which is no regular expression: %s", quoted(ref.SemverFilter), regexpFault(err))
		}
	}
}

func validateOCIRef(r *report.Report, path string, ref SourceRef) {
	reportForeign(r, path, map[string]string{"branch": ref.Branch, "name": ref.Name, "commit": ref.Commit},
		"a Git repository", "an OCI artifact, which has tag, semver, semverFilter and digest")
	if ref == (SourceRef{}) {
		r.Warnf(path, "not set: Flux follows the tag latest; write a tag, a range with semver, or a digest")
		return
	}
	if tag := ref.Tag; tag != "" && !strings.Contains(tag, "${") {
		switch before, digest, found := strings.Cut(tag, "@"); {
		case found && !digestForm.MatchString(digest):
			r.Errorf(path+".tag", "%q holds a digest, and not all of it; write tag: %s and the whole digest as digest: sha256:…", tag, before)
		case found:
			r.Errorf(path+".tag", "%q holds a digest; write tag: %s and digest: %s", tag, before, digest)
		case !tagForm.MatchString(tag):
			r.Errorf(path+".tag", "found %q; a tag has letters, digits, _, . and - only, at most 128, and does not begin with . or -"+
				"%s", tag, rangeHint(tag))
		case tag == "latest":
			r.Warnf(path+".tag", `"latest" moves with every push, and nothing records what ran; write a version, a range with semver, or a digest`)
		}
	}
	if digest := ref.Digest; digest != "" && !digestForm.MatchString(digest) && !strings.Contains(digest, "${") {
		if prefixed := "sha256:" + digest; digestForm.MatchString(prefixed) {
			r.Errorf(path+".digest", "found %q, which does not say its algorithm; write %s", digest, prefixed)
		} else {
			r.Errorf(path+".digest", "found %q; write sha256: and 64 hexadecimal digits in lower case", digest)
		}
	}
	reportIgnored(r, path, []alternative{{"digest", ref.Digest}, {"semver", ref.SemVer}, {"tag", ref.Tag}}, "tag", "digest")
	if ref.SemverFilter != "" && (ref.SemVer == "" || ref.Digest != "") {
		r.Warnf(path+".semverFilter", "has no effect: Flux filters only what a range in semver finds")
	}
}

// rangeHint points out that a tag looks like a range.
func rangeHint(tag string) string {
	if strings.ContainsAny(tag, "<>=~^*") {
		return fmt.Sprintf("; a range goes into semver: %q", tag)
	}
	return ""
}

var commitForm = regexp.MustCompile(`^([0-9a-f]{40}|[0-9a-f]{64})$`)

func validateGitRef(r *report.Report, path string, ref SourceRef) {
	reportForeign(r, path, map[string]string{"digest": ref.Digest, "semverFilter": ref.SemverFilter},
		"an OCI artifact", "a Git repository, which has branch, tag, semver, name and commit")
	if ref == (SourceRef{}) {
		r.Warnf(path, "not set: Flux follows the branch master; write a branch, a tag, a range with semver, or a commit")
		return
	}
	if commit := ref.Commit; commit != "" && !commitForm.MatchString(commit) && !strings.Contains(commit, "${") {
		r.Errorf(path+".commit", "found %q; write all 40 hexadecimal digits of the commit", commit)
	}
	reportIgnored(r, path, []alternative{
		{"commit", ref.Commit}, {"name", ref.Name}, {"semver", ref.SemVer}, {"tag", ref.Tag}, {"branch", ref.Branch},
	}, "branch", "commit")
}

// reportForeign reports the alternatives of a reference that only the other kind of source has.
func reportForeign(r *report.Report, path string, values map[string]string, other, own string) {
	for _, field := range []string{"branch", "commit", "digest", "name", "semverFilter"} {
		if values[field] != "" {
			r.OwnErrorf(path+"."+field, "%s is for %s, and source.url names %s", field, other, own)
		}
	}
}

// alternative is one way to choose a revision.
type alternative struct{ field, value string }

// reportIgnored warns of alternatives that Flux ignores beside a stronger one. The pair of companion and of is common
// and right: the one tells people what the other pins.
// https://fluxcd.io/flux/components/source/ocirepositories/#reference
// https://fluxcd.io/flux/components/source/gitrepositories/#reference
func reportIgnored(r *report.Report, path string, strongestFirst []alternative, companion, of string) {
	var set []string
	for _, a := range strongestFirst {
		if a.value != "" {
			set = append(set, a.field)
		}
	}
	if len(set) < 2 || len(set) == 2 && set[0] == of && set[1] == companion {
		return
	}
	r.Warnf(path, "Flux uses %s and ignores %s; drop what is ignored", set[0], strings.Join(set[1:], " and "))
}

// regexpFault is what the regexp package says, without its prefix.
func regexpFault(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}
