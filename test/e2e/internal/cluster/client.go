package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// Client reads and writes objects of any kind.
type Client struct {
	// Manager is the field manager of what the client writes.
	Manager string

	dynamic   dynamic.Interface
	mapper    *restmapper.DeferredDiscoveryRESTMapper
	discovery discovery.CachedDiscoveryInterface
	warnings  *warnings
}

// Client returns a client of an administrator.
func (c *Cluster) Client() (*Client, error) { return newClient(c.Config) }

// ServiceAccountClient returns a client that acts as a service account, by impersonation as Flux does it.
func (c *Cluster) ServiceAccountClient(namespace, name string) (*Client, error) {
	config := rest.CopyConfig(c.Config)
	config.Impersonate.UserName = "system:serviceaccount:" + namespace + ":" + name
	return newClient(config)
}

func newClient(config *rest.Config) (*Client, error) {
	client := &Client{Manager: "e2e", warnings: &warnings{}}
	config = rest.CopyConfig(config)
	config.WarningHandler = client.warnings
	var err error
	if client.dynamic, err = dynamic.NewForConfig(config); err != nil {
		return nil, err
	}
	// Everybody may discover.
	typed, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	client.discovery = memory.NewMemCacheClient(typed.Discovery())
	client.mapper = restmapper.NewDeferredDiscoveryRESTMapper(client.discovery)
	return client, nil
}

// warnings keeps what the server warned of.
type warnings struct {
	mu    sync.Mutex
	texts []string
}

func (w *warnings) HandleWarningHeader(_ int, _ string, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.texts = append(w.texts, text)
}

// Warnings returns what the server has warned of since the last call.
func (c *Client) Warnings() []string {
	c.warnings.mu.Lock()
	defer c.warnings.mu.Unlock()
	texts := c.warnings.texts
	c.warnings.texts = nil
	return texts
}

// Resource is the endpoint for objects of the kind in that namespace, which means nothing for kinds without.
func (c *Client) Resource(kind schema.GroupVersionKind, namespace string) (dynamic.ResourceInterface, error) {
	mapping, err := c.mapping(kind)
	if err != nil {
		return nil, err
	}
	if mapping.Scope.Name() == meta.RESTScopeNameRoot {
		return c.dynamic.Resource(mapping.Resource), nil
	}
	return c.dynamic.Resource(mapping.Resource).Namespace(namespace), nil
}

// Plural is the name of the kind in paths.
func (c *Client) Plural(kind schema.GroupKind) (string, error) {
	mapping, err := c.mapper.RESTMapping(kind)
	if err != nil {
		return "", err
	}
	return mapping.Resource.Resource, nil
}

// Namespaced tells whether objects of the kind lie in namespaces.
func (c *Client) Namespaced(kind schema.GroupVersionKind) (bool, error) {
	mapping, err := c.mapping(kind)
	return err == nil && mapping.Scope.Name() == meta.RESTScopeNameNamespace, err
}

func (c *Client) mapping(kind schema.GroupVersionKind) (*meta.RESTMapping, error) {
	mapping, err := c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	if meta.IsNoMatchError(err) {
		c.mapper.Reset() // the definition may be new
		mapping, err = c.mapper.RESTMapping(kind.GroupKind(), kind.Version)
	}
	return mapping, err
}

// Apply applies an object server-side and returns what the server has then. Unknown and duplicate fields are errors, and
// conflicts are won, as Flux does it.
func (c *Client) Apply(ctx context.Context, object *unstructured.Unstructured, options ...metav1.PatchOptions) (*unstructured.Unstructured, error) {
	resource, err := c.Resource(object.GroupVersionKind(), object.GetNamespace())
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	force := true
	patch := metav1.PatchOptions{FieldManager: c.Manager, Force: &force, FieldValidation: metav1.FieldValidationStrict}
	for _, option := range options {
		patch.DryRun = append(patch.DryRun, option.DryRun...)
	}
	return resource.Patch(ctx, object.GetName(), types.ApplyPatchType, data, patch)
}

// DryRun is the option of Apply that persists nothing.
func DryRun() metav1.PatchOptions { return metav1.PatchOptions{DryRun: []string{metav1.DryRunAll}} }

// Get reads the object of that kind, namespace and name.
func (c *Client) Get(ctx context.Context, kind schema.GroupVersionKind, namespace, name string) (*unstructured.Unstructured, error) {
	resource, err := c.Resource(kind, namespace)
	if err != nil {
		return nil, err
	}
	return resource.Get(ctx, name, metav1.GetOptions{})
}

// List reads all objects of the kind in the namespace, or everywhere if it is empty.
func (c *Client) List(ctx context.Context, kind schema.GroupVersionKind, namespace string) ([]unstructured.Unstructured, error) {
	resource, err := c.Resource(kind, namespace)
	if err != nil {
		return nil, err
	}
	list, err := resource.List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	return list.Items, nil
}

// Delete deletes the object of that kind, namespace and name.
func (c *Client) Delete(ctx context.Context, kind schema.GroupVersionKind, namespace, name string) error {
	resource, err := c.Resource(kind, namespace)
	if err != nil {
		return err
	}
	return resource.Delete(ctx, name, metav1.DeleteOptions{})
}

// Merge patches an object with an RFC 7386 merge patch, or its subresource if one is named.
func (c *Client) Merge(ctx context.Context, kind schema.GroupVersionKind, namespace, name string, patch any, subresources ...string) error {
	resource, err := c.Resource(kind, namespace)
	if err != nil {
		return err
	}
	data, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	_, err = resource.Patch(ctx, name, types.MergePatchType, data, metav1.PatchOptions{FieldManager: c.Manager}, subresources...)
	return err
}

// Post posts to a subresource, such as serviceaccounts/token or pods/exec. Whether that is allowed comes before what is posted.
func (c *Client) Post(ctx context.Context, of schema.GroupVersionKind, namespace, name, subresource string) error {
	resource, err := c.Resource(of, namespace)
	if err != nil {
		return err
	}
	body := &unstructured.Unstructured{}
	body.SetGroupVersionKind(of)
	body.SetName(name)
	_, err = resource.Create(ctx, body, metav1.CreateOptions{}, subresource)
	return err
}

// Snapshot lists everything in a namespace but events, as the UID of each object by "Kind.group NAME".
func (c *Client) Snapshot(ctx context.Context, namespace string) (map[string]types.UID, error) {
	lists, err := c.discovery.ServerPreferredNamespacedResources()
	if err != nil {
		return nil, err
	}
	found := map[string]types.UID{}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return nil, err
		}
		for _, resource := range list.APIResources {
			if !slices.Contains(resource.Verbs, "list") || resource.Kind == "Event" {
				continue
			}
			objects, err := c.dynamic.Resource(version.WithResource(resource.Name)).Namespace(namespace).List(ctx, metav1.ListOptions{})
			if err != nil {
				return nil, err
			}
			for _, object := range objects.Items {
				kind := schema.GroupKind{Group: version.Group, Kind: resource.Kind}
				found[kind.String()+" "+object.GetName()] = object.GetUID()
			}
		}
	}
	return found, nil
}

// ErrStopWaiting wraps an error after which waiting longer makes no sense.
var ErrStopWaiting = errors.New("stop waiting")

// Wait reads the object again and again until the condition has no error left, and returns the last one when the time is up.
func (c *Client) Wait(ctx context.Context, kind schema.GroupVersionKind, namespace, name string, condition func(*unstructured.Unstructured) error) (*unstructured.Unstructured, error) {
	var last error
	for {
		object, err := c.Get(ctx, kind, namespace, name)
		if err == nil {
			if err = condition(object); err == nil {
				return object, nil
			}
		}
		if errors.Is(err, ErrStopWaiting) {
			return object, err
		}
		if ctx.Err() == nil {
			last = err
		}
		select {
		case <-ctx.Done():
			return object, fmt.Errorf("%s %s/%s: %w: %w", kind.Kind, namespace, name, ctx.Err(), last)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// WaitGone waits until there is no such object.
func (c *Client) WaitGone(ctx context.Context, kind schema.GroupVersionKind, namespace, name string) error {
	for {
		_, err := c.Get(ctx, kind, namespace, name)
		if apierrors.IsNotFound(err) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s %s/%s is still there: %w", kind.Kind, namespace, name, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}
