// Package registry is an OCI registry in memory, with the artifacts that Flux fetches.
package registry

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"sync/atomic"

	"github.com/google/go-containerregistry/pkg/authn"
	containerregistry "github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// Host is the registry's name in the examples.
const Host = "registry.example.org"

// Registry is the handler of that host. It wants a password.
type Registry struct {
	// Transport is how Push reaches the host.
	Transport http.RoundTripper

	username, password string
	away               atomic.Bool
	registry           http.Handler
}

// New makes an empty registry.
func New() *Registry {
	return &Registry{
		username: "flux",
		password: rand.Text(),
		registry: containerregistry.New(containerregistry.WithReferrersSupport(true),
			containerregistry.Logger(log.New(io.Discard, "", 0))),
	}
}

// SetAway lets the registry be away, as in an outage, or come back.
func (r *Registry) SetAway(away bool) { r.away.Store(away) }

// DockerConfig is the content of a kubernetes.io/dockerconfigjson Secret that may pull.
func (r *Registry) DockerConfig() (string, error) {
	auth := base64.StdEncoding.EncodeToString([]byte(r.username + ":" + r.password))
	config, err := json.Marshal(map[string]any{"auths": map[string]any{Host: map[string]string{"auth": auth}}})
	return string(config), err
}

// Options are those of a client that may push.
func (r *Registry) Options() []remote.Option {
	return []remote.Option{
		remote.WithTransport(r.Transport),
		remote.WithAuth(&authn.Basic{Username: r.username, Password: r.password}),
	}
}

func (r *Registry) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	if r.away.Load() {
		http.Error(w, "away", http.StatusServiceUnavailable)
		return
	}
	username, password, _ := request.BasicAuth()
	if username != r.username || password != r.password {
		w.Header().Set("WWW-Authenticate", `Basic realm="registry"`)
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	}
	r.registry.ServeHTTP(w, request)
}
