// Package image builds the container image and runs it under the real kustomize.
package image
