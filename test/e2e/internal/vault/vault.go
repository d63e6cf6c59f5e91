// Package vault is as much of OpenBao or Vault as External Secrets needs: the Kubernetes auth method, and a key-value store
// of version 2 at the mount "secret". See https://openbao.org/api-docs/auth/kubernetes/ and
// https://openbao.org/api-docs/secret/kv/kv-v2/.
package vault

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
)

// Host is the server's name in the examples.
const Host = "vault-active.vault.svc.cluster.local"

// Role is what a service account gets that logs in with it.
type Role struct {
	ServiceAccount string // NAMESPACE:NAME
	Prefixes       []string
}

// Vault is the handler of that host.
type Vault struct {
	// Role finds a role by its name.
	Role func(name string) (Role, bool)
	// Review returns the service account that a token is of, as NAMESPACE:NAME.
	Review func(ctx context.Context, token string) (string, error)

	mu      sync.Mutex
	tokens  map[string]Role
	secrets map[string]map[string]any
	writes  map[string]int
	denied  []string
}

// New makes an empty server.
func New() *Vault {
	return &Vault{tokens: map[string]Role{}, secrets: map[string]map[string]any{}, writes: map[string]int{}}
}

// Put stores a secret.
func (v *Vault) Put(path string, secret map[string]any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.secrets[path] = secret
}

// Get returns a secret, and how often clients have written it.
func (v *Vault) Get(path string) (secret map[string]any, writes int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.secrets[path], v.writes[path]
}

// Denied returns what clients have been refused.
func (v *Vault) Denied() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return append([]string(nil), v.denied...)
}

func (v *Vault) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	path := strings.TrimPrefix(request.URL.Path, "/v1/")
	if path == "auth/kubernetes/login" {
		v.login(w, request)
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	role, ok := v.tokens[request.Header.Get("X-Vault-Token")]
	if !ok {
		refuse(w, "invalid token")
		return
	}
	switch {
	case path == "auth/token/lookup-self":
		answer(w, map[string]any{"data": map[string]any{"type": "service", "ttl": 3600, "expire_time": "2999-01-01T00:00:00Z"}})
	case path == "auth/token/revoke-self":
		w.WriteHeader(http.StatusNoContent)
	case strings.HasPrefix(path, "secret/data/"), strings.HasPrefix(path, "secret/metadata/"):
		v.keyValue(w, request, role, strings.TrimPrefix(path, "secret/"))
	default:
		http.NotFound(w, request)
	}
}

func (v *Vault) login(w http.ResponseWriter, request *http.Request) {
	var credentials struct{ Role, JWT string }
	if err := json.NewDecoder(request.Body).Decode(&credentials); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	account, err := v.Review(request.Context(), credentials.JWT)
	role, ok := v.Role(credentials.Role)
	v.mu.Lock()
	defer v.mu.Unlock()
	if err != nil || !ok || role.ServiceAccount != account {
		v.denied = append(v.denied, account+" as "+credentials.Role)
		refuse(w, "service account not authorized")
		return
	}
	token := rand.Text()
	v.tokens[token] = role
	answer(w, map[string]any{"auth": map[string]any{
		"client_token": token, "policies": []string{credentials.Role}, "lease_duration": 3600, "renewable": true,
	}})
}

// keyValue serves data/PATH and metadata/PATH.
func (v *Vault) keyValue(w http.ResponseWriter, request *http.Request, role Role, path string) {
	kind, key, _ := strings.Cut(path, "/")
	if !allowed(role, key) {
		v.denied = append(v.denied, role.ServiceAccount+" at "+key)
		refuse(w, "permission denied")
		return
	}
	if request.Method != http.MethodGet {
		if kind == "metadata" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		var body struct{ Data map[string]any }
		if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		v.secrets[key] = body.Data
		v.writes[key]++
		answer(w, map[string]any{"data": map[string]any{"version": v.writes[key]}})
		return
	}
	secret, ok := v.secrets[key]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"errors":[]}`))
		return
	}
	managed := map[string]any{"managed-by": "external-secrets"}
	if kind == "metadata" {
		answer(w, map[string]any{"data": map[string]any{"custom_metadata": managed, "current_version": 1}})
		return
	}
	answer(w, map[string]any{"data": map[string]any{
		"data": secret, "metadata": map[string]any{"version": 1, "custom_metadata": managed},
	}})
}

func allowed(role Role, key string) bool {
	for _, prefix := range role.Prefixes {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusForbidden)
	_ = json.NewEncoder(w).Encode(map[string]any{"errors": []string{text}})
}
