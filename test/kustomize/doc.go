// Package kustomize runs the binary fivefold with the real kustomize, as people run it.
//
// The version of kustomize is the one that go.mod names as a tool; the Makefile builds bin/kustomize from here, too.
package kustomize
