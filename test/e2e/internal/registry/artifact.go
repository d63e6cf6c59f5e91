package registry

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/static"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// Media types of the artifacts that "flux push artifact" makes, see https://fluxcd.io/flux/cheatsheets/oci-artifacts/.
const (
	configType  = "application/vnd.cncf.flux.config.v1+json"
	contentType = "application/vnd.cncf.flux.content.v1.tar+gzip"
)

// Files are the content of an artifact, by name.
type Files map[string]string

// Push makes an artifact of the files as "flux push artifact" does, and returns its digest. The reference is
// "REPOSITORY:TAG" without a host.
func (r *Registry) Push(reference string, files Files) (name.Digest, error) {
	layer, err := archive(files)
	if err != nil {
		return name.Digest{}, err
	}
	return r.PushLayer(reference, layer)
}

// PushLayer is Push with a layer as it is, which need not be an archive.
func (r *Registry) PushLayer(reference string, layer []byte) (name.Digest, error) {
	tag, err := name.NewTag(Host + "/" + reference)
	if err != nil {
		return name.Digest{}, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), configType)
	image, err = mutate.Append(image, mutate.Addendum{Layer: static.NewLayer(layer, contentType)})
	if err != nil {
		return name.Digest{}, err
	}
	annotated, ok := mutate.Annotations(image, map[string]string{
		"org.opencontainers.image.created":  time.Now().UTC().Format(time.RFC3339),
		"org.opencontainers.image.source":   "https://github.com/acme/app",
		"org.opencontainers.image.revision": "main@sha1:0123456789012345678901234567890123456789",
	}).(v1.Image)
	if !ok {
		return name.Digest{}, errors.New("an annotated image is no image")
	}
	if err := remote.Write(tag, annotated, r.Options()...); err != nil {
		return name.Digest{}, err
	}
	digest, err := annotated.Digest()
	if err != nil {
		return name.Digest{}, err
	}
	return tag.Context().Digest(digest.String()), nil
}

// Tag gives an artifact another tag.
func (r *Registry) Tag(artifact name.Digest, tag string) error {
	descriptor, err := remote.Get(artifact, r.Options()...)
	if err != nil {
		return err
	}
	return remote.Tag(artifact.Context().Tag(tag), descriptor, r.Options()...)
}

func archive(files Files) ([]byte, error) {
	var buffer bytes.Buffer
	compressed := gzip.NewWriter(&buffer)
	archive := tar.NewWriter(compressed)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		header := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name])), Typeflag: tar.TypeReg}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write([]byte(files[name])); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := compressed.Close(); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}
