# The function as an image. make image puts what it copies into bin/image; the build itself reaches no registry.
FROM scratch
ARG TARGETARCH
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="fivefold" \
      org.opencontainers.image.description="Turns short Tenants into all objects that a shared Flux cluster needs for them" \
      org.opencontainers.image.source="https://github.com/fivefold-dev/fivefold" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY ${TARGETARCH}/ /
# An image FROM this one copies its own Platform over the empty one here.
ENV FIVEFOLD_PLATFORM=/platform.yaml
USER 65534:65534
ENTRYPOINT ["/fivefold"]
