// The image's health check: exits 0 while `GET /health` is 200, also when a part is degraded.
const host = process.env.HOST?.trim() || '127.0.0.1';
// A wildcard address is reached over loopback.
const address = /^(?:0\.0\.0\.0|::|\[::\])$/.test(host) ? '127.0.0.1' : host;
const url = `http://${address.includes(':') ? `[${address}]` : address}:${process.env.PORT || 8080}/health`;
fetch(url, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
