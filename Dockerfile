# syntax=docker/dockerfile:1
# An image of the gateway: see docs/operating/deploying.md.

FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
COPY . .
# `npm ci` builds the page as well.
RUN npm ci --omit=dev \
  && sh deploy/image/reduce.sh \
  && mkdir -p /libraries \
  && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /libraries/ \
  && install -d -o 65532 -g 65532 -m 700 /data

# glibc and libstdc++, certificates and time zones; no shell and no package manager.
FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=build /libraries/ /usr/lib/
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=65532:65532 /data /data
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/runtime/package.json runtime/
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist-page dist-page
COPY --from=build /app/deploy/image deploy/image
COPY --from=build /app/bin bin
COPY --from=build /app/src src
COPY --from=build /app/models models
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 CLAIMGATE_DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/usr/local/bin/node", "/app/deploy/image/check-health.js"]
ENTRYPOINT ["/usr/local/bin/node", "/app/bin/claimgate.js"]
CMD ["start"]
