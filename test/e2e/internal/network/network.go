// Package network stands in for the network of a cluster: a proxy on loopback, as many clusters have one, behind which the
// hosts are that the examples name. Nothing that runs in the tests gets further.
package network

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"maps"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"time"
)

// Network is the proxy and what is behind it.
type Network struct {
	// CA is the certificate, PEM, that clients of the hosts have to trust.
	CA []byte
	// Proxy is the address of the proxy.
	Proxy *url.URL

	hosts       map[string]http.Handler
	proxy       *http.Server
	secure      *http.Server
	connections *listener
}

// Start serves the hosts until Close, each by HTTP and by HTTPS at whatever port is asked for.
func Start(hosts map[string]http.Handler) (*Network, error) {
	ca, key, err := authority()
	if err != nil {
		return nil, err
	}
	certificate, err := serving(ca, key, slices.Sorted(maps.Keys(hosts)))
	if err != nil {
		return nil, err
	}
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}

	quiet := log.New(io.Discard, "", 0)
	n := &Network{
		CA:          pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: ca.Raw}),
		Proxy:       &url.URL{Scheme: "http", Host: at.Addr().String()},
		hosts:       hosts,
		connections: &listener{address: at.Addr(), accepted: make(chan net.Conn), closed: make(chan struct{})},
	}
	n.secure = &http.Server{
		Handler:   http.HandlerFunc(n.serve),
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12},
		ErrorLog:  quiet,
		// None of the clients is slow.
		ReadHeaderTimeout: time.Minute,
	}
	n.proxy = &http.Server{Handler: http.HandlerFunc(n.connect), ErrorLog: quiet, ReadHeaderTimeout: time.Minute}
	go n.secure.ServeTLS(n.connections, "", "") //nolint:errcheck // it ends with Close
	go n.proxy.Serve(at)                        //nolint:errcheck // likewise
	return n, nil
}

// Close stops serving.
func (n *Network) Close() {
	_ = n.proxy.Close()
	_ = n.secure.Close()
}

// Transport is that of a client in the tests.
func (n *Network) Transport() *http.Transport {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(n.CA)
	return &http.Transport{Proxy: http.ProxyURL(n.Proxy), TLSClientConfig: &tls.Config{RootCAs: roots}}
}

// Environment is that of a program whose connections go through the proxy. It writes the certificate to the file.
func (n *Network) Environment(certificate string) ([]string, error) {
	return []string{
		// git reads the first name, and Go's programs the second.
		"http_proxy=" + n.Proxy.String(), "HTTP_PROXY=" + n.Proxy.String(), "HTTPS_PROXY=" + n.Proxy.String(), "NO_PROXY=127.0.0.1",
		"SSL_CERT_FILE=" + certificate,
	}, os.WriteFile(certificate, n.CA, 0o644)
}

// serve answers for a host.
func (n *Network) serve(w http.ResponseWriter, request *http.Request) {
	host := request.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	handler, ok := n.hosts[host]
	if !ok {
		http.Error(w, "not reachable", http.StatusBadGateway)
		return
	}
	handler.ServeHTTP(w, request)
}

// connect hands a client's connection to the host that the client asks for.
func (n *Network) connect(w http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodConnect {
		n.serve(w, request)
		return
	}
	if host, _, err := net.SplitHostPort(request.Host); err != nil || n.hosts[host] == nil {
		http.Error(w, "not reachable", http.StatusBadGateway)
		return
	}
	conn, buffer, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if _, err := conn.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n")); err != nil {
		_ = conn.Close()
		return
	}
	select {
	case n.connections.accepted <- &buffered{Conn: conn, reader: buffer.Reader}:
	case <-n.connections.closed:
		_ = conn.Close()
	}
}

// buffered is a connection of which the proxy may have read more than the request.
type buffered struct {
	net.Conn
	reader *bufio.Reader
}

func (b *buffered) Read(p []byte) (int, error) { return b.reader.Read(p) }

// listener accepts the connections that the proxy took.
type listener struct {
	address  net.Addr
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.accepted:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return l.address }

func authority() (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "e2e"},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(24 * time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	return certificate, key, err
}

func serving(ca *x509.Certificate, caKey *ecdsa.PrivateKey, hosts []string) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		DNSNames:     hosts,
		NotBefore:    ca.NotBefore,
		NotAfter:     ca.NotAfter,
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca, &key.PublicKey, caKey)
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}
