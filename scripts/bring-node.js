// `npm ci` runs this (`prepare`). Where the machine's Node.js is too old to run the sources, a newer one is installed, and
// npm's scripts find it in node_modules/.bin, before the machine's own. Where it is new enough, nothing is fetched.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringNode, isNewEnough } from '../bin/newer-node.js';

if (!isNewEnough()) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  // The one of an earlier version is replaced.
  rmSync(path.join(root, 'runtime/node_modules'), { recursive: true, force: true });
  const newer = bringNode();
  const programs = path.join(root, 'node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  rmSync(path.join(programs, 'node'), { force: true });
  symlinkSync(path.relative(programs, newer), path.join(programs, 'node'));
}
