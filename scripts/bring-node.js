// `npm ci` runs this (`prepare`). Where the machine's Node.js is too old to run the sources, a newer one is installed, and
// npm's scripts find it in node_modules/.bin, before the machine's own. Where it is new enough, nothing is fetched.
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bringNode, isNewEnough } from '../bin/newer-node.js';

if (!isNewEnough()) {
  bringNode();
  const programs = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
  mkdirSync(programs, { recursive: true });
  rmSync(`${programs}/node`, { force: true });
  symlinkSync('../../runtime/node_modules/.bin/node', `${programs}/node`);
}
