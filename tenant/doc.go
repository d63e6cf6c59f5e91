// Package tenant turns a short declaration of a tenant into all objects that a shared Flux cluster needs for it: its
// namespace, identity, rights, network floor and secrets, and the Flux source and Kustomization that fetch, verify and
// apply its manifests.
//
// [Build] merges three layers, Fivefold's defaults, the platform's conventions and the [Tenant] itself, validates the
// result and returns a [Graph] with one typed field per object. It is a pure function: the same input gives the same
// bytes.
package tenant
