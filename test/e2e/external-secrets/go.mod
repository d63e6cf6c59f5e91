// The version of External Secrets whose controller the tests run. Nothing here is compiled: its source is copied, and
// registers the providers and generators of this directory instead of all.
module github.com/fivefold-dev/fivefold/test/e2e/external-secrets

go 1.26.0

require github.com/external-secrets/external-secrets v0.20.4
