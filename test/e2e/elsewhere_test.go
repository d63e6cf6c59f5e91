package e2e

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cgi" //nolint:gosec // of Go versions that are long gone
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// elsewhere is a host that belongs to nobody the platform trusts.
const elsewhere = "elsewhere.example.org"

// newElsewhere serves a ConfigMap as the file /file.yaml, and as the base of a git repository at /base.git.
func newElsewhere(ctx context.Context, dir string) (http.Handler, error) {
	const manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: elsewhere}\n"
	work := filepath.Join(dir, "work")
	if err := os.MkdirAll(work, 0o755); err != nil {
		return nil, err
	}
	for file, content := range map[string]string{"kustomization.yaml": "resources: [file.yaml]\n", "file.yaml": manifest} {
		if err := os.WriteFile(filepath.Join(work, file), []byte(content), 0o644); err != nil {
			return nil, err
		}
	}
	for _, arguments := range [][]string{
		{"init", "-q", "-b", "main"},
		{"add", "-A"},
		{"-c", "user.name=mallory", "-c", "user.email=mallory@example.org", "commit", "-q", "-m", "base"},
		{"clone", "-q", "--bare", ".", filepath.Join(dir, "repositories", "base.git")},
	} {
		git := exec.CommandContext(ctx, "git", arguments...)
		git.Dir = work
		if out, err := git.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%v: %w: %s", git, err, out)
		}
	}
	path, err := exec.CommandContext(ctx, "git", "--exec-path").Output()
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/file.yaml", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(manifest)) })
	mux.Handle("/base.git/", &cgi.Handler{
		Path: filepath.Join(strings.TrimSpace(string(path)), "git-http-backend"),
		Env:  []string{"GIT_PROJECT_ROOT=" + filepath.Join(dir, "repositories"), "GIT_HTTP_EXPORT_ALL=1"},
	})
	return mux, nil
}
