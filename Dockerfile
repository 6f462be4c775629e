# Serves a data directory by workerd, behind a proxy that ends TLS and sets X-Forwarded-For. The
# keys and secrets are made in /service at the first start: keep that volume. The port is published
# to this machine alone, because whoever reaches it directly could forge that header.
#   docker build -t lmi .
#   docker run -p 127.0.0.1:8787:8787 -v /srv/lmi/data:/data:ro -v lmi-service:/service lmi
# Options after the image's name go to lmi workerd: --sample serves the synthetic sample.
FROM node:24-slim
# workerd trusts the certificates of the system when it sends mail over TLS; the slim image has
# none.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The Node that npm brings is for machines with an older one than this image has.
RUN npm ci --omit=dev --no-audit --no-fund && rm -r node_modules/node-linux-* node_modules/.bin/node
COPY . .
RUN mkdir /service /data && chown node /service
USER node
VOLUME /service
EXPOSE 8787
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8787/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["sh", "-c", "node bin/lmi.js workerd --out /service --data /data --listen '*:8787' --client-address header:X-Forwarded-For \"$@\" >/dev/null && exec /service/start", "lmi"]
