// Installs the Node.js that runtime/package-lock.json pins by its integrity, where the machine's own is too old to run
// the sources; `npm ci` runs it (`prepare`). Where it is new enough, nothing is fetched. npm's scripts find it in
// node_modules/.bin, before the machine's own. Plain JavaScript: a Node.js that is too old runs it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const runtime = path.join(root, 'runtime');
const link = path.join(root, 'node_modules/.bin/node');

/** @returns whether the Node.js that runs this is one that package.json promises to work with. */
function isNewEnough() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const [major, minor] = engines.node.replace('>=', '').split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

if (!isNewEnough()) {
  // npm says by its environment where npm itself is.
  const { npm_execpath: npm } = process.env;
  const [program, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const options = [
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--ignore-scripts',
    '--include=optional',
  ];
  try {
    execFileSync(program, [...args, 'ci', '--loglevel=error', '--prefix', runtime, ...options], {
      cwd: runtime,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    console.error(
      `claimgate: Node.js ${process.versions.node} is too old, and a newer one could not be installed.`,
    );
    process.exit(1);
  }
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync('../../runtime/node_modules/.bin/node', link);
}
