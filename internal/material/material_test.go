package material

import "testing"

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"-----BEGIN RSA PRIVATE KEY-----\nMII":                               "a private key",
		"-----BEGIN PRIVATE KEY-----":                                        "a private key",
		"AGE-SECRET-KEY-1QQPQ":                                               "a private key",
		"-----BEGIN CERTIFICATE-----":                                        "",
		"ghp_abcdefghijklmnopqrstuvwxyz0123456789":                           "an access token",
		"x=glpat-abcdefghij0123456789":                                       "an access token",
		"AKIAABCDEFGHIJKLMNOP":                                               "an access token",
		"hvs.abcdefghijklmnopqrstuvwx":                                       "an access token",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln":              "an access token",
		"the ghost of a token":                                               "",
		"postgres://shop:hunter2@db.example.org/shop":                        "a URL with a password",
		"https://registry.example.org/acme/shop":                             "",
		"ssh://git@git.example.org/acme/shop":                                "",
		"postgres://{{ .user }}:{{ .password }}@db/shop":                     "",
		"postgres://${USER}:${PASSWORD}@db/shop":                             "",
		"^https://github\\.com/acme/ci/\\.github/workflows/x@[0-9a-f]{40}$":  "",
		"sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789a": "",
	} {
		got := ""
		if found := Find(text); len(found) > 0 {
			got = found[0].Name
		}
		if got != want {
			t.Errorf("Find(%q) is %q, want %q", text, got, want)
		}
		if redacted := Redact(text); (redacted != text) != (want != "") || len(Find(redacted)) > 0 {
			t.Errorf("Redact(%q) is %q", text, redacted)
		}
	}
}

func TestSoundsSecret(t *testing.T) {
	for name, want := range map[string]bool{
		"DB_PASSWORD": true, "dbPassword": true, "password": true, "passwd": true, "api-key": true, "apiKey": true,
		"X-Auth-Token": true, "Authorization": true, "clientSecret": true, "PRIVATE_KEY": true, "credentials": true,
		"region": false, "tokenizer": false, "secretName": false, "passwordFile": false, "keyboard": false, "monkey": false,
	} {
		if got := SoundsSecret(name); got != want {
			t.Errorf("SoundsSecret(%q) is %t, want %t", name, got, want)
		}
	}
}
