// Package fivefold holds what the builders of package tenant and package webapp have in common: the objects that they
// return and the findings that they report.
//
// Fivefold turns a short declaration into the whole graph of Kubernetes objects that a tenant of a shared Flux cluster
// needs, at build time. Most users run it as a kustomize function; see https://github.com/fivefold-dev/fivefold.
package fivefold
