// Where the machine's Node.js is too old, claimgate runs on the one that runtime/package-lock.json pins by its integrity.
// Plain JavaScript: a Node.js that is too old runs it.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const runtime = path.join(root, 'runtime');
const packages = path.join(runtime, 'node_modules');
const newerNode = path.join(packages, '.bin/node');

const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const promised = engines.node.replace('>=', '');
const tooOld = `claimgate: Node.js ${process.versions.node} is too old`;

/** @returns whether the Node.js that runs this is one that package.json promises to work with. */
export function isNewEnough() {
  const [major, minor] = promised.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Installs the pinned Node.js, in place of one that is there. Says why and ends the process where it cannot. */
export function bringNode() {
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
  let aside = '';
  try {
    // Two that install at once do not meet half an installation.
    aside = mkdtempSync(path.join(runtime, 'new-'));
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(runtime, file), path.join(aside, file));
    execFileSync(program, [...args, 'ci', '--loglevel=error', '--prefix', aside, ...options], {
      cwd: aside,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    rmSync(packages, { recursive: true, force: true });
    renameSync(path.join(aside, 'node_modules'), packages);
    rmSync(aside, { recursive: true });
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // The other one of two was the first.
    if (error.code === 'ENOTEMPTY') return;
    console.error(`${tooOld}, and a newer one could not be installed. Install Node.js ${promised} or later.`);
    process.exit(1);
  }
}

/**
 * Runs this command line on the pinned Node.js, which is installed the first time, and ends as that ends.
 *
 * @param {string} script the file that Node.js was started with
 */
export function runOnNewerNode(script) {
  if (!existsSync(newerNode)) {
    console.error(`${tooOld}. Installing a newer one, for claimgate alone.`);
    bringNode();
  }
  const child = spawn(newerNode, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C in a terminal reaches both processes: for the gateway a second one means to wait for nothing.
  const inTerminal = process.stdin.isTTY || process.stderr.isTTY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !inTerminal) child.kill(signal);
    });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
