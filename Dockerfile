# syntax=docker/dockerfile:1
# The image has the service, its production packages and the built dashboard, and runs as an unprivileged user.
# Build: docker build -t lectern .   With Chromium for PDFs: docker build --build-arg WITH_CHROMIUM=1 -t lectern .

FROM node:24.11-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/bootstrap/packages src/bootstrap/packages
RUN npm ci --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund
COPY . .
# npm packages have no symbolic links, which the libraries of the embedded PostgreSQL need.
RUN node --eval "const { packagedFolder, restoreLibraryLinks } = await import('/app/src/server/db/embedded-binaries.ts'); await restoreLibraryLinks(packagedFolder())"
RUN node src/bootstrap/build-all.mjs && node src/bootstrap/build-service.mjs && rm -rf node_modules/.cache

FROM node:24.11-bookworm-slim
ARG WITH_CHROMIUM=0
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN if [[ "$WITH_CHROMIUM" == 1 ]]; then \
      apt-get update \
      && apt-get install --yes --no-install-recommends chromium \
      && rm -rf /var/lib/apt/lists/*; \
    fi \
    && install --directory --owner=node --group=node --mode=0700 /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4400 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY docs docs
COPY src/bootstrap/packages src/bootstrap/packages
COPY src/contract src/contract
COPY src/markup src/markup
COPY src/published src/published
COPY src/server src/server
USER node
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`); process.exit(ok ? 0 : 1)"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "--expose-gc", "dist/service/main.mjs"]
