package webapp_test

import (
	"fmt"
	"log"
	"os"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/fivefold-dev/fivefold/webapp"
)

// A platform's conventions, an image and a host name make the whole graph. Its objects are typed: one is changed before
// all are written.
func ExampleBuild() {
	platform := webapp.Spec{
		Route: webapp.Route{ParentRefs: []gatewayv1.ParentReference{{
			Name: "shared", Namespace: new(gatewayv1.Namespace("kube-system")), SectionName: new(gatewayv1.SectionName("https")),
		}}},
		NetworkPolicy: webapp.NetworkPolicy{Dialect: "Cilium"},
	}
	graph, err := webapp.Build(webapp.WebApp{
		ObjectMeta: metav1.ObjectMeta{Name: "shop"},
		Spec: webapp.Spec{
			Image:     "registry.example.org/acme/shop:1.4.2",
			Hostnames: []string{"shop.example.org"},
		},
	}, platform)
	if err != nil {
		log.Fatal(err)
	}
	graph.Deployment.Spec.MinReadySeconds = 10

	for _, object := range graph.Objects() {
		fmt.Println("#", object.GetObjectKind().GroupVersionKind().Kind, object.GetName())
	}
	texts, err := graph.JSON()
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(texts[len(texts)-1])
	// Output:
	// # CiliumNetworkPolicy shop
	// # Service shop
	// # Deployment shop
	// # PodDisruptionBudget shop
	// # HTTPRoute shop
	// {"apiVersion":"gateway.networking.k8s.io/v1","kind":"HTTPRoute","metadata":{"name":"shop"},"spec":{"hostnames":["shop.example.org"],"parentRefs":[{"name":"shared","namespace":"kube-system","sectionName":"https"}],"rules":[{"backendRefs":[{"name":"shop","port":80}]}]}}
}

// A field that a lower layer sets is removed by its path, which in YAML is written as null.
func ExampleSpec_null() {
	graph, err := webapp.Build(webapp.WebApp{
		ObjectMeta: metav1.ObjectMeta{Name: "shop"},
		Spec: webapp.Spec{
			Image: "registry.example.org/acme/shop:1.4.2",
			Null:  []string{"podDisruptionBudget", "probes.liveness"},
		},
	}, webapp.Spec{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(graph.PodDisruptionBudget == nil, graph.Deployment.Spec.Template.Spec.Containers[0].LivenessProbe == nil)
	// Output: true true
}
