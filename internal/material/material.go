// Package material knows secrets by their form: keys, tokens and passwords that must not stand in a declaration, and
// that no message may repeat.
package material

import "regexp"

// Form is the form of one kind of secret.
type Form struct {
	// Name is what to call it, as in "a private key".
	Name string
	text *regexp.Regexp
}

var (
	privateKey = regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----|AGE-SECRET-KEY-1`)
	// The prefixes that GitHub, GitLab, AWS, Slack and Vault give their tokens so that scanners find them, and JSON web
	// tokens.
	token = regexp.MustCompile(`(gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60}|glpat-[A-Za-z0-9_-]{20}|AKIA[A-Z0-9]{16}|` +
		`xox[abprs]-[A-Za-z0-9-]{20}|hv[sb]\.[A-Za-z0-9_-]{24}|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.)[A-Za-z0-9_-]*`)
	urlPassword = regexp.MustCompile(`[a-z][a-z0-9+.-]*://[^/\s:@"'{}$]+:[^/\s:@"'{}$]+@`)
)

// shortest is the length below which no text has any of the forms.
const shortest = 8

func forms() []Form {
	return []Form{{"a private key", privateKey}, {"an access token", token}, {"a URL with a password", urlPassword}}
}

// Find returns the forms of the secrets in a text.
func Find(text string) []Form {
	if len(text) < shortest {
		return nil
	}
	var found []Form
	for _, form := range forms() {
		if form.text.MatchString(text) {
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
