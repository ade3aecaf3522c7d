#!/usr/bin/env node
// Plain JavaScript, so that a Node.js too old to run TypeScript can still say so. npm's scripts run the
// Node.js that the package brings along, unless it was left out.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `claimgate: Node.js ${process.versions.node} is too old; 22.19 or later is needed. Run \`npm ci\` without ` +
      '`--omit=optional`, which brings a Node.js along, and start with `npm start`.',
  );
  process.exit(1);
}

// Left alone, V8 lets young objects take up to 96 MB, and glibc gives each thread an arena: after a burst the server
// would hold 140 MB more, at the same speed. Both are settled when a process starts, so this one starts over.
const YOUNG = '--max-semi-space-size';
const given = [process.env.NODE_OPTIONS, ...process.execArgv].some((option) => option?.includes(YOUNG));
if (process.argv[2] === 'start' && !given && process.send === undefined && process.platform !== 'win32') {
  const args = [process.execPath, `${YOUNG}=8`, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, args, { MALLOC_ARENA_MAX: '2', ...process.env });
}

// Halves the time of a second start. Where the folder cannot be written, nothing is cached.
const cache = fileURLToPath(new URL('../node_modules/.cache/claimgate', import.meta.url));
module.enableCompileCache(cache);
// Threads find it here.
process.env.NODE_COMPILE_CACHE ??= cache;

// A published package holds the built files alone; a checkout runs as it is.
const built = existsSync(new URL('../dist/cli/claimgate.js', import.meta.url));
const load = (part) => import(built ? `../dist/${part}.js` : `../src/${part}.ts`);

// The server says why it ends, from its first moment on.
if (process.argv[2] === 'start') (await load('wiring/explain-end')).explainEnd();
await load('cli/claimgate');
