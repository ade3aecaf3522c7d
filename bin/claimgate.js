#!/usr/bin/env node
// Plain JavaScript: a Node.js that is too old for the rest can run it.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isNewEnough, runOnNewerNode } from './newer-node.js';

if (isNewEnough()) await run();
else runOnNewerNode(fileURLToPath(import.meta.url));

async function run() {
  // Halves the time of a second start. Where the folder cannot be written, nothing is cached.
  const cache = fileURLToPath(new URL('../node_modules/.cache/claimgate', import.meta.url));
  module.enableCompileCache(cache);
  // Threads find it here.
  process.env.NODE_COMPILE_CACHE ??= cache;

  // A published package holds the built files alone; a checkout runs its sources, also beside built files of yesterday.
  const isCheckout = existsSync(new URL('../src', import.meta.url));
  const load = (part) => import(isCheckout ? `../src/${part}.ts` : `../dist/${part}.js`);

  // Node.js reads FORCE_COLOR alone.
  const { CLICOLOR_FORCE: force, NO_COLOR: none } = process.env;
  if (force && force !== '0' && !none) process.env.FORCE_COLOR ??= '1';

  // The server says why it ends, from its first moment on.
  if (process.argv[2] === 'start') (await load('gateway/wiring/explain-end')).explainEnd();
  await load('cli/claimgate');
}
