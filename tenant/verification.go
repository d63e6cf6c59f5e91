package tenant

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// The technologies that sign OCI artifacts.
const (
	cosign   = "cosign"
	notation = "notation"
)

// validateVerification checks whose signature the source must carry. Known tells whether the kind of the source is.
func validateVerification(r *report, source Source, known bool) {
	const path = "source.verify"
	verify := source.Verify
	switch {
	case verify == nil && r.layers.isNull(path):
		r.warnf(path, "null: Flux applies whatever is served under the URL, whoever made it; say whose signature to accept")
	case verify == nil && !known:
	case verify == nil && source.isOCI():
		r.errorf(path, "not set; say whose signature to accept, with matchOIDCIdentity or secretRef, "+
			"or write null to apply unsigned artifacts")
	case verify == nil:
		r.errorf(path, "not set; name the Secret with the public keys of whose commits to accept, with secretRef, "+
			"or write null to apply unsigned commits")
	case source.isOCI():
		validateOCIVerification(r, path, *verify)
	case known:
		validateGitVerification(r, path, source)
	}
}

// https://fluxcd.io/flux/components/source/gitrepositories/#verification
func validateGitVerification(r *report, path string, source Source) {
	verify := source.Verify
	if verify.Provider != "" || verify.MatchOIDCIdentity != nil || verify.TrustedRootSecretRef != nil {
		r.ownErrorf(path, "verifies OCI artifacts, and %q is a Git repository; write verify: {mode: HEAD, secretRef: {name: …}} "+
			"with a Secret of public keys, or verify: null to apply unsigned commits", source.URL)
		return
	}
	if value(verify.SecretRef).Name == "" {
		r.errorf(path+".secretRef", "not set; name the Secret with the public keys of whose commits to accept")
	}
	modes := []string{"HEAD", "Tag", "TagAndHEAD"}
	if mode := string(verify.Mode); mode != "" && mode != "head" && !strings.Contains(" "+strings.Join(modes, " ")+" ", " "+mode+" ") {
		r.errorf(path+".mode", "found %q; allowed: %s", mode, strings.Join(modes, ", "))
	}
}

// https://fluxcd.io/flux/components/source/ocirepositories/#verification
func validateOCIVerification(r *report, path string, verify SourceVerification) {
	if verify.Mode != "" {
		r.ownErrorf(path+".mode", "mode is for a Git repository, and source.url names an OCI artifact; drop it")
	}
	if verify.Provider != "" && verify.Provider != cosign && verify.Provider != notation {
		r.errorf(path+".provider", "found %q; allowed: %s, %s", verify.Provider, cosign, notation)
		return
	}
	identities := verify.MatchOIDCIdentity
	hasKeys := value(verify.SecretRef).Name != ""
	switch {
	case verify.Provider == notation && len(identities) > 0:
		r.errorf(path+".matchOIDCIdentity", "notation has no keyless signatures; drop it, or write provider: cosign")
		return
	case verify.Provider == notation && !hasKeys:
		r.errorf(path+".secretRef", "not set; notation needs a Secret with a trust policy and certificates")
		return
	case verify.SecretRef != nil && !hasKeys:
		r.errorf(path+".secretRef.name", "not set; name the Secret with the trusted public keys")
	case len(identities) == 0 && !hasKeys:
		r.errorf(path, "accepts a keyless signature by anybody; write matchOIDCIdentity with the issuer and the subject of the one "+
			"workflow that may sign, or secretRef with a public key")
	case len(identities) > 0 && hasKeys:
		r.warnf(path+".matchOIDCIdentity", "ignored: with secretRef, Flux checks the public keys and no identity; drop one of the two")
	case len(identities) > 1:
		r.errorf(path+".matchOIDCIdentity", "%d identities, which cosign refuses when Flux verifies; write one whose expression "+
			"accepts all, such as subject: %s", len(identities), joined(identities))
	}
	for i, identity := range identities {
		at := fmt.Sprintf("%s.matchOIDCIdentity[%d]", path, i)
		validateExpression(r, at+".issuer", identity.Issuer)
		if validateExpression(r, at+".subject", identity.Subject) {
			validateSignedRef(r, at+".subject", identity.Subject)
		}
	}
}

// joined is one expression for the subjects of several identities.
func joined(identities []sourcev1.OIDCIdentityMatch) string {
	subjects := make([]string, len(identities))
	for i, identity := range identities {
		subjects[i] = strings.TrimSuffix(strings.TrimPrefix(identity.Subject, "^"), "$")
	}
	return "^(?:" + strings.Join(subjects, "|") + ")$"
}

// validateExpression checks one expression of an identity, and tells whether its meaning can be looked into further.
// Flux matches it anywhere in the issuer or subject, so that what is not anchored accepts strangers.
func validateExpression(r *report, path, text string) bool {
	if text == "" {
		r.errorf(path, "not set; an empty expression matches everything: write one that is anchored with ^ and $")
		return false
	}
	if strings.Contains(text, "${") {
		return false
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		r.errorf(path, "found %q, which is no regular expression: %s", text, regexpFault(err))
		return false
	}
	start, end := anchoredAt(parsed, syntax.OpBeginText, 0), anchoredAt(parsed, syntax.OpEndText, -1)
	if !start || !end {
		r.errorf(path, "not anchored: %q also matches %s; write %s", text, stranger(text, start), anchored(text, parsed, start, end))
		return false
	}
	expression, err := regexp.Compile(text)
	if err != nil {
		r.errorf(path, "found %q, which is no regular expression: %s", text, regexpFault(err))
		return false
	}
	for _, foreign := range strangers() {
		if expression.MatchString(foreign) {
			r.errorf(path, "found %q, which also matches %q: everybody can sign; write out whose workflow may", text, foreign)
			return false
		}
	}
	if escaped, found := escapeHost(text); found {
		r.warnf(path, `the dots in the host of %q match any character, so that another host can look like it; write %s`, text, escaped)
	}
	return true
}

// strangers are an issuer and subjects that no expression of somebody's own matches, unless it matches everybody's.
func strangers() []string {
	const workflow = "https://github.com/evil-example/evil/.github/workflows/evil.yaml@"
	return []string{
		"https://evil.example",
		workflow + "refs/heads/main",
		workflow + "refs/tags/v1.0.0",
		workflow + "0123456789abcdef0123456789abcdef01234567",
		"evil@evil.example",
	}
}

// anchoredAt tells whether every match of an expression begins (at 0) or ends (at -1) with the anchor op. It judges the
// parsed expression: ^A|B$ is anchored on neither side, and neither is ^A$ with the flag m.
func anchoredAt(re *syntax.Regexp, op syntax.Op, at int) bool {
	switch re.Op {
	case op:
		return true
	case syntax.OpCapture, syntax.OpPlus:
		return anchoredAt(re.Sub[0], op, at)
	case syntax.OpRepeat:
		return re.Min > 0 && anchoredAt(re.Sub[0], op, at)
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !anchoredAt(sub, op, at) {
				return false
			}
		}
		return len(re.Sub) > 0
	case syntax.OpConcat:
		if len(re.Sub) == 0 {
			return false
		}
		if at < 0 {
			at = len(re.Sub) - 1
			return anchoredAt(re.Sub[at], op, -1)
		}
		return anchoredAt(re.Sub[0], op, 0)
	default:
		return false
	}
}

// stranger is a text that an expression without an anchor also matches, for the message.
func stranger(text string, start bool) string {
	sample := strings.NewReplacer(`\`, "", "^", "", "$", "").Replace(text)
	foreign := "https://evil.example/" + sample
	if start {
		foreign = sample + ".evil.example"
	}
	if expression, err := regexp.Compile(text); err == nil && expression.MatchString(foreign) {
		return fmt.Sprintf("%q", foreign)
	}
	if start {
		return "longer texts that begin like it"
	}
	return "longer texts that it is a part of"
}

// anchored is the expression with the anchors that it lacks. Alternatives are put in a group first, since an anchor
// belongs to the nearest of them only.
func anchored(text string, parsed *syntax.Regexp, start, end bool) string {
	if strings.Contains(text, "(?m") {
		return strings.Replace(text, "(?m)", "", 1) + " without the flag m"
	}
	if parsed.Op == syntax.OpAlternate || strings.Contains(text, "|") && !strings.Contains(text, "(") {
		parts := strings.Split(text, "|")
		for i, part := range parts {
			parts[i] = strings.TrimSuffix(strings.TrimPrefix(part, "^"), "$")
		}
		return "^(?:" + strings.Join(parts, "|") + ")$"
	}
	if !start {
		if bareHost.MatchString(text) {
			text = "https://" + text
		}
		text = "^" + text
	}
	if !end {
		text += "$"
	}
	escaped, _ := escapeHost(text)
	return escaped
}

var (
	hostPart = regexp.MustCompile(`:(?:\\?/){2}([^/\\$]|\\[^/])*`)
	bareHost = regexp.MustCompile(`^[A-Za-z0-9-]+(\\?\.[A-Za-z0-9-]+)+/`)
	bareDot  = regexp.MustCompile(`(^|[^\\\]])\.([A-Za-z0-9])`)
)

// escapeHost returns an expression with the dots in its host name escaped, and whether there were any that match any
// character.
func escapeHost(text string) (string, bool) {
	at := hostPart.FindStringIndex(text)
	if at == nil {
		return text, false
	}
	host := text[at[0]:at[1]]
	escaped := bareDot.ReplaceAllString(host, `${1}\.${2}`)
	return text[:at[0]] + escaped + text[at[1]:], escaped != host
}

// validateSignedRef looks at the Git reference that a workflow has to run from, the part of the subject after @. What
// it says about commits is their form only: no pattern can tell whether a commit was reviewed.
// https://docs.github.com/en/actions/reference/security/oidc
func validateSignedRef(r *report, path, subject string) {
	at := strings.LastIndex(subject, "@")
	if at < 0 {
		if strings.Contains(subject, "github") && (strings.HasSuffix(subject, "*$") || strings.HasSuffix(subject, "+$")) {
			r.warnf(path, "%q accepts any workflow on any branch, which everybody with push rights can add; "+
				"write out the workflow's file and end with @[0-9a-f]{40}$", subject)
		}
		return
	}
	ref := strings.TrimSuffix(strings.TrimSuffix(subject[at+1:], "$"), `\z`)
	expression, err := regexp.Compile("^(?:" + ref + ")$")
	if err != nil {
		return
	}
	const advice = "write @[0-9a-f]{40}$ for workflows that are called by commit, or @refs/tags/v… for those that are called by tag"
	switch {
	case expression.MatchString("refs/heads/any-branch-at-all"):
		r.warnf(path, "the part after @, %q, accepts any branch, and everybody with push rights can move one; %s", ref, advice)
	case strings.Contains(ref, "refs/heads/"):
		_, branch, _ := strings.Cut(ref, "refs/heads/")
		r.warnf(path, "the part after @ accepts the branch %q, which everybody with push rights to it can move; %s", branch, advice)
	}
}
