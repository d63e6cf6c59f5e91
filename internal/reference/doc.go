// Package reference has no code of its own: it is where the field reference in docs/reference is generated from.
package reference

//go:generate go run ./generate -kind Tenant
//go:generate go run ./generate -kind WebApp
