// Package podsecurity lets the evaluator of Pod Security judge every pod that a WebApp can make. The evaluator is part of
// Kubernetes, and its module would bring much of that along.
package podsecurity
