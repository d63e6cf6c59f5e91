package cluster

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
)

// A Write is a request that changed an object.
type Write struct {
	User      string // who it was, or whom that impersonated
	Verb      string
	Code      int // of the response; 201 when the object is new
	Resource  string
	Group     string
	Namespace string
	Name      string
}

// Writes returns the writes to objects themselves that the API server has accepted in a namespace, from its audit log.
func (c *Cluster) Writes(namespace string) ([]Write, error) {
	file, err := os.Open(c.file("audit.log"))
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // nothing was written
	var writes []Write
	for decoder := json.NewDecoder(file); ; {
		var event struct {
			Verb, RequestURI       string
			User, ImpersonatedUser struct{ Username string }
			ResponseStatus         struct{ Code int }
			ObjectRef              struct{ Resource, Subresource, Namespace, Name, APIGroup string }
		}
		// The last line may not be complete yet.
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return writes, nil
		} else if err != nil {
			return nil, err
		}
		accepted := event.ResponseStatus.Code >= 200 && event.ResponseStatus.Code < 300
		if event.ObjectRef.Namespace != namespace || event.ObjectRef.Subresource != "" || !accepted ||
			strings.Contains(event.RequestURI, "dryRun=") {
			continue
		}
		user := event.User.Username
		if event.ImpersonatedUser.Username != "" {
			user = event.ImpersonatedUser.Username
		}
		writes = append(writes, Write{user, event.Verb, event.ResponseStatus.Code, event.ObjectRef.Resource, event.ObjectRef.APIGroup,
			event.ObjectRef.Namespace, event.ObjectRef.Name})
	}
}
