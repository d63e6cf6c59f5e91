// Package material knows secrets by their form: keys, tokens and passwords that must not stand in a declaration, and
// that no message may repeat.
package material

import (
	"regexp"
	"slices"
	"strings"
)

// Form is the form of one kind of secret.
type Form struct {
	// Name is what to call it, as in "a private key".
	Name string
	text *regexp.Regexp
	// marks are texts of which one is in every match. To look for them first saves most of the time.
	marks []string
}

var (
	privateKey = regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----|AGE-SECRET-KEY-1`)
	// The prefixes that GitHub, GitLab, AWS, Slack and Vault give their tokens so that scanners find them, and JSON web
	// tokens.
	token = regexp.MustCompile(`(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60}|glpat-[A-Za-z0-9_-]{20}|AKIA[A-Z0-9]{16}|` +
		`xox[abprs]-[A-Za-z0-9-]{20}|hv[sb]\.[A-Za-z0-9_-]{24}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)[A-Za-z0-9_-]*`)
	urlPassword = regexp.MustCompile(`[a-z][a-z0-9+.-]*://[^/\s:@"'{}$]+:[^/\s:@"'{}$]+@`)
)

func forms() []Form {
	return []Form{
		{"a private key", privateKey, []string{"PRIVATE KEY", "AGE-SECRET"}},
		{"an access token", token, []string{"gh", "glpat-", "AKIA", "xox", "hvs.", "hvb.", "eyJ"}},
		{"a URL with a password", urlPassword, []string{"://"}},
	}
}

// Find returns the forms of the secrets in a text.
func Find(text string) []Form {
	var found []Form
	for _, form := range forms() {
		marked := slices.ContainsFunc(form.marks, func(mark string) bool { return strings.Contains(text, mark) })
		if marked && form.text.MatchString(text) {
			found = append(found, form)
		}
	}
	return found
}

// Redact replaces the secrets in a text.
func Redact(text string) string {
	for _, form := range Find(text) {
		text = form.text.ReplaceAllString(text, "[redacted]")
	}
	return text
}
