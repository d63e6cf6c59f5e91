package material

import "regexp"

var (
	secretName = regexp.MustCompile(`(?i)(^|[^a-z])(passw(or)?d|passphrase|secret|token|credentials?|api[-_]?key|private[-_]?key|access[-_]?key|authorization|cookie|pwd)([^a-z]|s?$)`)
	// A word boundary in camel case, which the expression above does not see.
	camelCase = regexp.MustCompile(`([a-z])([A-Z])`)
	// What says where a secret is, is none.
	reference = regexp.MustCompile(`(?i)[^a-z](file|id|name|path|ref)$`)
)

// SoundsSecret tells whether a value of this name is likely a secret.
func SoundsSecret(name string) bool {
	name = camelCase.ReplaceAllString(name, "${1}_${2}")
	return secretName.MatchString(name) && !reference.MatchString(name)
}
