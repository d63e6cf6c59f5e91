// Package kpt runs the function under the real kpt, whose module is large.
package kpt
