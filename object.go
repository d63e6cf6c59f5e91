package fivefold

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Object is a Kubernetes object of any kind. Every API type of Kubernetes, Flux and External Secrets is one, and it is
// what the clients of controller-runtime take.
type Object interface {
	metav1.Object
	runtime.Object
}
