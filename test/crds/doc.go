// Package crds holds what Fivefold makes against the custom resource definitions that the projects of these kinds ship,
// with the code by which the API server judges an object that is created: unknown fields, defaults, schemas, lists and
// rules in the Common Expression Language. Native kinds are decoded strictly.
//
// The definitions come out of the projects' Go modules, which are downloaded but never compiled: their requirements would
// raise each other's versions. modules.sum says which ones, a module, its version and its checksum in a line, as in go.sum.
package crds
