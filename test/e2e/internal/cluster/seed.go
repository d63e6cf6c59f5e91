package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Seed copies etcd's data with the definitions in it to the directory of options. The first time it has a cluster accept
// them, which takes a while, and keeps what that leaves in the cache.
func Seed(ctx context.Context, options Options, definitions []unstructured.Unstructured, cache string, progress io.Writer) error {
	key, err := seedKey(options, definitions)
	if err != nil {
		return err
	}
	saved := filepath.Join(cache, "etcd-data-"+key)
	if !exists(saved) {
		old, err := filepath.Glob(filepath.Join(cache, "etcd-data-*"))
		if err != nil {
			return err
		}
		for _, dir := range old {
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
		fmt.Fprintf(progress, "installing %d custom resource definitions\n", len(definitions))
		if err := seed(ctx, options, definitions, saved); err != nil {
			return fmt.Errorf("install the custom resource definitions: %w", err)
		}
	}
	return os.CopyFS(filepath.Join(options.Dir, "etcd"), os.DirFS(saved))
}

func seedKey(options Options, definitions []unstructured.Unstructured) (string, error) {
	hash := sha256.New()
	// The paths have the versions of the programs in them.
	fmt.Fprintln(hash, options.Binaries.Etcd, options.Binaries.APIServer)
	for _, definition := range definitions {
		data, err := json.Marshal(definition.Object)
		if err != nil {
			return "", err
		}
		hash.Write(data)
	}
	return hex.EncodeToString(hash.Sum(nil))[:16], nil
}

func seed(ctx context.Context, options Options, definitions []unstructured.Unstructured, saved string) (err error) {
	options.Dir, err = os.MkdirTemp(options.Dir, "seed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(options.Dir)
	c, err := Start(ctx, options)
	if err != nil {
		return err
	}
	defer c.Stop()
	client, err := c.Client()
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(8)
	for i := range definitions {
		group.Go(func() error { return install(ctx, client, &definitions[i]) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	c.Stop()
	// Renamed when complete: an interrupted copy must not look like a finished one.
	if err := errors.Join(os.RemoveAll(saved+".part"), os.CopyFS(saved+".part", os.DirFS(c.file("etcd")))); err != nil {
		return err
	}
	return os.Rename(saved+".part", saved)
}

func install(ctx context.Context, client *Client, definition *unstructured.Unstructured) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	resource, err := client.Resource(definition.GroupVersionKind(), "")
	if err != nil {
		return err
	}
	// Created, not applied: some are too large for the annotation or the managed fields of an apply.
	if _, err := resource.Create(ctx, definition, metav1.CreateOptions{}); err != nil {
		return err
	}
	_, err = client.Wait(ctx, definition.GroupVersionKind(), "", definition.GetName(), func(object *unstructured.Unstructured) error {
		return Condition(object, "Established", "True")
	})
	return err
}

// Condition returns an error unless the object has that condition.
func Condition(object *unstructured.Unstructured, kind, status string) error {
	conditions, _, err := unstructured.NestedSlice(object.Object, "status", "conditions")
	if err != nil {
		return err
	}
	for _, condition := range conditions {
		if c, ok := condition.(map[string]any); ok && c["type"] == kind {
			if c["status"] == status {
				return nil
			}
			return fmt.Errorf("%s is %v: %v: %v", kind, c["status"], c["reason"], c["message"])
		}
	}
	return fmt.Errorf("no condition %s", kind)
}
