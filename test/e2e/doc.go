// Package e2e runs what Fivefold makes on a real API server and has a real Flux reconcile it.
//
// Everything is built from Go modules, whose versions are pinned in go.mod, and runs as processes on loopback. There are no
// nodes, no containers and no network: pods are marked as running, and registry.example.org is a handler of the tests behind a
// proxy. "make e2e" runs it.
//
// The go.mod has what the tests need and the programs that they run, as tools, so that what they share is compiled once. "go mod
// tidy" needs -e here: not every module that the programs' own tests need is to be had.
package e2e
