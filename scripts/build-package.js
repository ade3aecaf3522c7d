// Builds what the published package holds beside bin/: dist/, which is src/ as JavaScript, and the page. npm runs it
// before it packs (`prepack`).
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const sources = path.join(root, 'src');
const target = path.join(root, 'dist');

const run = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
const compile = (...args) => run('node_modules/typescript/bin/tsc', ...args);

/** All that the code reads lies beside it: prompts, weights, the catalogue, HTML. */
const isRead = (file) => !/\.ts$|__fixtures__/.test(file);

rmSync(target, { recursive: true, force: true });
compile('-p', 'tsconfig.build.json');
cpSync(sources, target, { recursive: true, filter: isRead });
// Types for programs that import the client or the engine.
compile('-p', 'tsconfig.client.json');
run('scripts/build-browser-engine.js');
run('scripts/build-page.js');
