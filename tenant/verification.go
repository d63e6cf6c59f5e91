package tenant

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/fivefold-dev/fivefold/internal/report"
)

// The technologies that sign OCI artifacts.
const (
	cosign   = "cosign"
	notation = "notation"
)

// validateVerification checks whose signature the source must carry. Known tells whether the kind of the source is.
func validateVerification(r *report.Report, source Source, known bool) {
	const path = "source.verify"
	verify := source.Verify
	switch {
	case verify == nil && r.Layers.IsNull(path):
		r.Warnf(path, "null: Flux applies whatever is served under the URL, whoever made it; say whose signature to accept")
	case verify == nil && !known:
	case verify == nil && source.isOCI():
		r.Errorf(path, "not set; say whose signature to accept, with matchOIDCIdentity or secretRef, "+
			"or write null to apply unsigned artifacts")
	case verify == nil:
		r.Errorf(path, "not set; name the Secret with the public keys of whose commits to accept, with secretRef, "+
			"or write null to apply unsigned commits")
	case source.isOCI():
		validateOCIVerification(r, path, *verify)
	case known:
		validateGitVerification(r, path, source)
	}
}

// https://fluxcd.io/flux/components/source/gitrepositories/#verification
func validateGitVerification(r *report.Report, path string, source Source) {
	verify := source.Verify
	if verify.Provider != "" || verify.MatchOIDCIdentity != nil || verify.TrustedRootSecretRef != nil {
		r.OwnErrorf(path, "verifies OCI artifacts, and %q is a Git repository; write verify: {mode: HEAD, secretRef: {name: …}} "+
			"with a Secret of public keys, or verify: null to apply unsigned commits", source.URL)
		return
	}
	if value(verify.SecretRef).Name == "" {
		r.Errorf(path+".secretRef", "not set; name the Secret with the public keys of whose commits to accept")
	}
	modes := []string{"HEAD", "Tag", "TagAndHEAD"}
	if mode := string(verify.Mode); mode != "" && mode != "head" && !strings.Contains(" "+strings.Join(modes, " ")+" ", " "+mode+" ") {
		r.Errorf(path+".mode", "found %q; allowed: %s", mode, strings.Join(modes, ", "))
	}
}

// https://fluxcd.io/flux/components/source/ocirepositories/#verification
func validateOCIVerification(r *report.Report, path string, verify SourceVerification) {
	if verify.Mode != "" {
		r.OwnErrorf(path+".mode", "mode is for a Git repository, and source.url names an OCI artifact; drop it")
	}
	if verify.Provider != "" && verify.Provider != cosign && verify.Provider != notation {
		r.Errorf(path+".provider", "found %q; allowed: %s, %s", verify.Provider, cosign, notation)
		return
	}
	identities := verify.MatchOIDCIdentity
	hasKeys := value(verify.SecretRef).Name != ""
	switch {
	case verify.Provider == notation && len(identities) > 0:
		r.Errorf(path+".matchOIDCIdentity", "notation has no keyless signatures; drop it, or write provider: cosign")
		return
	case verify.Provider == notation && !hasKeys:
		r.Errorf(path+".secretRef", "not set; notation needs a Secret with a trust policy and certificates")
		return
	case verify.SecretRef != nil && !hasKeys:
		r.Errorf(path+".secretRef.name", "not set; name the Secret with the trusted public keys")
	case len(identities) == 0 && !hasKeys:
		r.Errorf(path, "accepts a keyless signature by anybody; write matchOIDCIdentity with the issuer and the subject of the one "+
			"workflow that may sign, or secretRef with a public key")
	case len(identities) > 0 && hasKeys:
		r.Warnf(path+".matchOIDCIdentity", "ignored: with secretRef, Flux checks the public keys and no identity; drop one of the two")
	case len(identities) > 1:
		r.Errorf(path+".matchOIDCIdentity", "%d identities, which cosign refuses when Flux verifies; write one whose expressions "+
			"accept all, such as %s", len(identities), joined(identities))
	}
	for i, identity := range identities {
		at := fmt.Sprintf("%s.matchOIDCIdentity[%d]", path, i)
		validateExpression(r, at+".issuer", identity.Issuer)
		if validateExpression(r, at+".subject", identity.Subject) {
			validateSignedRef(r, at+".subject", identity.Subject)
		}
	}
}

// joined writes an identity that accepts all of several, or what to do where their expressions cannot be joined.
func joined(identities []sourcev1.OIDCIdentityMatch) string {
	var issuers, subjects []string
	for _, identity := range identities {
		issuers = append(issuers, identity.Issuer)
		subjects = append(subjects, identity.Subject)
	}
	subject, ok := alternation(subjects)
	issuer, okIssuer := alternation(issuers)
	switch {
	case !ok || !okIssuer:
		return "subject: ^(?:…|…)$"
	case len(slices.Compact(slices.Clone(issuers))) == 1:
		return "subject: " + subject
	default:
		return fmt.Sprintf("issuer: %s and subject: %s", issuer, subject)
	}
}

// alternation is one anchored expression for several.
func alternation(expressions []string) (text string, ok bool) {
	inner := make([]string, len(expressions))
	for i, expression := range expressions {
		if expression == "" {
			return "", false
		}
		inner[i] = strings.TrimSuffix(strings.TrimPrefix(expression, "^"), "$")
	}
	text = "^(?:" + strings.Join(inner, "|") + ")$"
	return text, isAnchored(text)
}

// validateExpression checks one expression of an identity, and tells whether its meaning can be looked into further.
// Flux matches it anywhere in the issuer or subject, so that what is not anchored accepts strangers.
func validateExpression(r *report.Report, path, text string) bool {
	if text == "" {
		r.Errorf(path, "not set; an empty expression matches everything: write one that is anchored with ^ and $")
		return false
	}
	if strings.Contains(text, "${") {
		return false
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		r.Errorf(path, "found %s, which is no regular expression: %s", quoted(text), regexpFault(err))
		return false
	}
	start, end := anchoredAt(parsed, syntax.OpBeginText, 0), anchoredAt(parsed, syntax.OpEndText, -1)
	if !start || !end {
		r.Errorf(path, "not anchored: %s also matches %s; write %s", quoted(text), stranger(text, start), anchored(text, parsed, start, end))
		return false
	}
	expression, err := regexp.Compile(text)
	if err != nil {
		r.Errorf(path, "found %s, which is no regular expression: %s", quoted(text), regexpFault(err))
		return false
	}
	for _, foreign := range strangers() {
		if expression.MatchString(foreign) {
			r.Errorf(path, "found %s, which also matches %q: everybody can sign; write out whose workflow may", quoted(text), foreign)
			return false
		}
	}
	if escaped, found := escapeHost(text); found {
		r.Warnf(path, `the dots in the host of %s match any character, so that another host can look like it; write %s`, quoted(text), escaped)
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

// anchored is the expression with the anchors that it lacks.
func anchored(text string, parsed *syntax.Regexp, start, end bool) string {
	if plain := strings.Replace(text, "(?m)", "", 1); isAnchored(plain) {
		return plain + " without the flag m"
	}
	candidate := text
	switch {
	case parsed.Op == syntax.OpAlternate || strings.Contains(text, "|") && !strings.Contains(text, "("):
		// An anchor belongs to the nearest alternative only.
		candidate, _ = alternation(strings.Split(text, "|"))
	default:
		if !start {
			if bareHost.MatchString(text) {
				candidate = "https://" + candidate
			}
			candidate = "^" + candidate
		}
		if !end {
			if strings.HasSuffix(text, "refs/tags/v") || strings.HasSuffix(text, "refs/tags/") {
				candidate += ".+"
			}
			candidate += "$"
		}
	}
	if !isAnchored(candidate) {
		candidate = `\A(?:` + text + `)\z`
	}
	escaped, _ := escapeHost(candidate)
	return escaped
}

// isAnchored tells whether a text is an expression whose matches are all of what it is matched with.
func isAnchored(text string) bool {
	parsed, err := syntax.Parse(text, syntax.Perl)
	return err == nil && anchoredAt(parsed, syntax.OpBeginText, 0) && anchoredAt(parsed, syntax.OpEndText, -1)
}

// quoted quotes an expression as it was written, without doubling the backslashes that expressions are full of.
func quoted(text string) string {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return strconv.Quote(text)
	}
	return `"` + text + `"`
}

var (
	hostPart = regexp.MustCompile(`:(?:\\?/){2}([^/\\$]|\\[^/])*`)
	bareHost = regexp.MustCompile(`^[A-Za-z0-9-]+(\\?\.[A-Za-z0-9-]+)+/`)
	bareDot  = regexp.MustCompile(`(^|[^\\\]])\.([A-Za-z0-9])`)
)

// escapeHost returns an expression with the dots in its host names escaped, and whether there were any that match any
// character.
func escapeHost(text string) (string, bool) {
	escaped := hostPart.ReplaceAllStringFunc(text, func(host string) string {
		return bareDot.ReplaceAllString(host, `${1}\.${2}`)
	})
	return escaped, escaped != text
}

// validateSignedRef looks at the Git reference that a workflow has to run from, the part of the subject after @. What
// it says about commits is their form only: no pattern can tell whether a commit was reviewed.
// https://docs.github.com/en/actions/reference/security/oidc
func validateSignedRef(r *report.Report, path, subject string) {
	at := strings.LastIndex(subject, "@")
	if at < 0 {
		if strings.Contains(subject, "github") && (strings.HasSuffix(subject, "*$") || strings.HasSuffix(subject, "+$")) {
			r.Warnf(path, "%s accepts any workflow on any branch, which everybody with push rights can add; "+
				"write out the workflow's file and end with @[0-9a-f]{40}$", quoted(subject))
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
		r.Warnf(path, "the part after @, %s, accepts any branch, and everybody with push rights can move one; %s", quoted(ref), advice)
	case strings.Contains(ref, "refs/heads/"):
		_, branch, _ := strings.Cut(ref, "refs/heads/")
		branch, _, _ = strings.Cut(branch, "|")
		r.Warnf(path, "the part after @ accepts the branch %s, which everybody with push rights to it can move; %s", quoted(branch), advice)
	}
}
