// Where the machine's Node.js is too old, claimgate runs on the one that runtime/package-lock.json pins by its integrity.
// Plain JavaScript: a Node.js that is too old runs it.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const promised = readJson('runtime/package.json').installedBelow;
const tooOld = `claimgate: Node.js ${process.versions.node} is too old`;

const PROGRAM = 'node_modules/.bin/node';
const ofPackage = path.join(root, 'runtime');
/** @returns whether the Node.js that runs this can run the gateway. */
export function isNewEnough() {
  const [major, minor] = promised.split('.').map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Installs the pinned Node.js. Says why and ends the process where it cannot. @returns its path */
export function bringNode() {
  let aside = '';
  let reason = 'its folder cannot be written';
  try {
    aside = makeAside();
    reason = 'npm failed, or is missing';
    install(aside);
    // npm takes no offence at what is optional.
    reason = `no network, or none for ${process.platform}-${process.arch}`;
    execFileSync(path.join(aside, PROGRAM), ['--version'], { stdio: 'ignore' });
    return putInPlace(aside);
  } catch {
    console.error(
      `${tooOld}, and a newer one could not be installed: ${reason}. Install Node.js ${promised} or later.`,
    );
    process.exitCode = 1;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return process.exit();
}

/** @returns where the pinned Node.js may be: beside the package, or the user's own, as after `sudo npm i -g`. */
function folders() {
  const [pinned] = Object.values(readJson('runtime/package.json').optionalDependencies);
  try {
    const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
    return [ofPackage, path.join(cache, `claimgate/node-${pinned}`)];
  } catch {
    // A user without a home.
    return [ofPackage];
  }
}

/** @returns a new folder: two that install at once do not meet half an installation. */
function makeAside() {
  for (const folder of folders()) {
    try {
      mkdirSync(folder, { recursive: true });
      return mkdtempSync(path.join(folder, 'new-'));
    } catch {}
  }
  throw new Error('No folder can be written');
}

function install(folder) {
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(path.join(ofPackage, file), path.join(folder, file));
  // npm says by its environment where npm itself is; another program says where that one is.
  const { npm_execpath: npm = '' } = process.env;
  const [program, args] = /\bnp[mx]-cli\.js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const options = [
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--ignore-scripts',
    '--include=optional',
    // Without a network it would wait for a minute.
    '--fetch-retry-maxtimeout=2000',
    '--fetch-retry-mintimeout=1000',
  ];
  execFileSync(program, [...args, 'ci', '--loglevel=error', '--prefix', folder, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function putInPlace(aside) {
  const packages = path.join(path.dirname(aside), 'node_modules');
  try {
    renameSync(path.join(aside, 'node_modules'), packages);
  } catch (error) {
    // Another was the first.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
  return path.join(path.dirname(aside), PROGRAM);
}

/**
 * Runs this command line on the pinned Node.js, which is installed the first time, and ends as that ends.
 *
 * @param {string} script the file that Node.js was started with
 */
export function runOnNewerNode(script) {
  let node = folders()
    .map((folder) => path.join(folder, PROGRAM))
    .find(existsSync);
  if (node === undefined) {
    console.error(`${tooOld}. Installing a newer one, for claimgate alone.`);
    node = bringNode();
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C in a terminal reaches both processes: for the gateway a second one means to wait for nothing.
  const inTerminal = process.stdin.isTTY || process.stderr.isTTY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !inTerminal) child.kill(signal);
    });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
