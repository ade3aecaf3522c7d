#!/usr/bin/env node
// Plain JavaScript, so that a Node.js too old to run TypeScript can still say so. Where the machine's is too old,
// `npm ci` brings one along (scripts/bring-node.js), which npm's scripts run.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// A published package holds the built files alone; a checkout runs its sources, also beside built files of yesterday.
const isCheckout = existsSync(new URL('../src', import.meta.url));

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  const inCheckout =
    ' Run `npm ci` without `--ignore-scripts`, which brings a Node.js along, and start with `npm start`.';
  console.error(
    `claimgate: Node.js ${process.versions.node} is too old; 22.19 or later is needed.${isCheckout ? inCheckout : ''}`,
  );
  process.exit(1);
}

// Halves the time of a second start. Where the folder cannot be written, nothing is cached.
const cache = fileURLToPath(new URL('../node_modules/.cache/claimgate', import.meta.url));
module.enableCompileCache(cache);
// Threads find it here.
process.env.NODE_COMPILE_CACHE ??= cache;

const load = (part) => import(isCheckout ? `../src/${part}.ts` : `../dist/${part}.js`);

// The server says why it ends, from its first moment on.
if (process.argv[2] === 'start') (await load('wiring/explain-end')).explainEnd();
await load('cli/claimgate');
