# Everything that CI runs, and what a developer runs by hand. It needs Go, make and git, and nothing else.

GOLANGCI_LINT := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
# The version of kustomize stands in test/kustomize/go.mod, where the tests use it.

FUZZTIME ?= 30s

# Modules of their own, with what only tests need. Those of E2E take a cluster, so they are no part of "make test".
E2E := test/e2e
MODULES := $(filter-out $(E2E),$(patsubst %/go.mod,%,$(wildcard test/*/go.mod)))

# One set of flags for all, so that nothing is compiled twice.
export CGO_ENABLED := 0
export GOFLAGS := $(strip $(GOFLAGS) -trimpath)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/fivefold
	go build -o bin/fivefold ./krmfn

# The image of a release is for several PLATFORMS at once, which needs docker buildx.
IMAGE ?= localhost/fivefold:dev
PLATFORMS ?= linux/$(shell go env GOARCH)
VERSION ?= $(shell git describe --tags --always 2>/dev/null)
REVISION ?= $(shell git rev-parse HEAD 2>/dev/null)
DOCKER ?= docker

comma := ,
platforms := $(subst $(comma), ,$(PLATFORMS))
roots := $(patsubst linux/%,bin/image/%,$(platforms))

.PHONY: image
image: $(addsuffix /fivefold,$(roots)) ## build the container image IMAGE for PLATFORMS, the local one unless set
	@set -e; for root in $(roots); do \
		install -D -m 644 LICENSE $$root/licenses/LICENSE; \
		install -D -m 644 internal/image/passwd $$root/etc/passwd; \
		install -D -m 644 internal/image/group $$root/etc/group; \
		install -D -m 644 internal/image/platform.yaml $$root/platform.yaml; done
	$(DOCKER) $(if $(word 2,$(platforms)),buildx) build --platform $(PLATFORMS) -f Dockerfile -t $(IMAGE) \
		--build-arg VERSION=$(VERSION) --build-arg REVISION=$(REVISION) $(IMAGE_FLAGS) bin/image

# Nothing of the machine or the time gets into the binary, so that two builds of a commit are equal. The go command knows
# best whether it is current.
.PHONY: FORCE
bin/image/%/fivefold: FORCE
	GOOS=linux GOARCH=$* go build -buildvcs=false -ldflags '-s -w -X main.release=$(VERSION)' -o $@ ./krmfn

.PHONY: binaries
binaries: ## build the binaries of a release and their checksums in bin/release
	@set -e; for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do \
		GOOS=$${platform%/*} GOARCH=$${platform#*/} go build -buildvcs=false -ldflags '-s -w -X main.release=$(VERSION)' \
			-o bin/release/fivefold-$${platform%/*}-$${platform#*/} ./krmfn; done
	cd bin/release && sha256sum fivefold-* > checksums.txt

.PHONY: kustomize
kustomize: bin/kustomize ## build bin/kustomize, at the version that the tests use

bin/kustomize: test/kustomize/go.mod
	go -C test/kustomize build -o ../../bin/kustomize sigs.k8s.io/kustomize/kustomize/v5
	@touch $@

.PHONY: demo
demo: build kustomize ## print what kustomize makes of examples/platform
	@bin/kustomize build --enable-alpha-plugins --enable-exec examples/platform

# A test of a built binary must not come from the cache, which does not know what the binary is built from.
.PHONY: test
test: check-generated ## vet and test all modules, and check that generated files are current
	go vet ./...
	@set -e; for module in $(MODULES); do echo "go -C $$module vet ./..."; go -C $$module vet ./...; done
	go test ./...
	@set -e; for module in $(MODULES); do echo "go -C $$module test ./..."; go -C $$module test -count=1 -timeout=30m ./...; done

.PHONY: e2e
e2e: ## build and start a real API server and Flux, and run the end-to-end tests on them
	@echo "compiling the end-to-end tests; the first time this takes minutes"
	go -C $(E2E) test -count=1 -timeout=40m -parallel=12 -v .

.PHONY: check-generated
check-generated: ## check that go generate changes nothing
	@set -e; snapshot() { git status --porcelain; git diff HEAD; }; \
	before=$$(snapshot); \
	go generate ./...; \
	if [ "$$before" != "$$(snapshot)" ]; then git status --short; echo "go generate changed files: commit what it makes" >&2; exit 1; fi

.PHONY: lint
lint: ## run golangci-lint on all modules
	@set -e; for module in . $(MODULES) $(E2E); do echo "golangci-lint run: $$module"; \
		(cd $$module && go run $(GOLANGCI_LINT) run --config $(CURDIR)/.golangci.yml ./...); done

# go test -list prints the names of a package, and then its path.
.PHONY: fuzz
fuzz: ## fuzz each Fuzz function for FUZZTIME, 30s unless set
	@set -e; list=$$(go test -list '^Fuzz' ./...) || { echo "$$list"; exit 1; }; \
	echo "$$list" | awk '/^Fuzz/ {names[++n] = $$1} /^ok/ {for (i = 1; i <= n; i++) print $$2, names[i]; n = 0}' | \
	while read -r package name; do \
		echo "$$package $$name"; \
		go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) "$$package" </dev/null || exit; \
	done

.PHONY: bench
bench: ## run all benchmarks
	go test -run '^$$' -bench . -benchmem ./...

# Each package with golden files has a flag -update.
.PHONY: update
update: ## rewrite generated and golden files
	go generate ./...
	@set -e; for dir in $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n 1 dirname | sort -u); do \
		echo "go -C $$dir test . -update"; go -C $$dir test . -update; done

.PHONY: clean
clean: ## remove what was built
	rm -rf bin
