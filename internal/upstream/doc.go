// Package upstream says what the custom resource definitions of Flux, of External Secrets and of the Gateway API demand
// of each field beyond its Go type: the fields that must be set, the values that are allowed, the patterns and the limits.
//
// The rules are the kubebuilder markers in the comments of the Go API modules of these projects, which is where their
// definitions are generated from; see https://book.kubebuilder.io/reference/markers/crd-validation. Go's type checker
// does not read comments, so without this package a wrong value would pass the build and be refused by the API server.
//
// Rules in the Common Expression Language (XValidation) are not included: they would need an interpreter.
package upstream

//go:generate go run ./generate
