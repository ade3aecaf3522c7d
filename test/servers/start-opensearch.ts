import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { ServerProcess } from './server-process.ts';

const HERE = path.join(import.meta.dirname, 'opensearch');
/** Its parts lie outside the repository: 45 MB that Maven brings once. */
const PARTS = path.join(homedir(), '.cache', 'claimgate-tests', 'opensearch-2.19.6');
const JAVA = findProgram(['java'], ['/usr/lib/jvm/*/bin']);
// A source file is compiled where it is started.
const COMPILER = findProgram(['javac'], ['/usr/lib/jvm/*/bin']);
const MAVEN = findProgram(['mvn']);

/** What to install where no node can be started. */
export const openSearchMissing =
  JAVA === undefined || COMPILER === undefined || MAVEN === undefined
    ? 'openjdk-17-jdk-headless and maven'
    : undefined;

export interface TestOpenSearch {
  readonly url: string;
  start(): Promise<void>;
  /** As a crash. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** @returns the reply's JSON. @throws Error where it is none of success. */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

/** Starts a node of the test's own, without an index. */
export async function startOpenSearch(): Promise<TestOpenSearch> {
  await bringParts();
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-opensearch-'));
  const url = `http://127.0.0.1:${port}`;
  const classes = path.join(PARTS, '*');
  const args = ['-Xmx768m', '-XX:+UseSerialGC', '-cp', classes, path.join(HERE, 'OpenSearchNode.java')];
  const server = new ServerProcess(JAVA!, [...args, directory, String(port)], { cwd: directory }, () =>
    isReady(url),
  );
  await server.start();
  return {
    url,
    start: () => server.start(),
    kill: () => server.kill(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async send(method, place, body) {
      const lines = typeof body === 'string';
      const response = await fetch(url + place, {
        method,
        headers: { 'content-type': lines ? 'application/x-ndjson' : 'application/json' },
        ...(body === undefined ? {} : { body: lines ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${text.slice(0, 500)}`);
      return JSON.parse(text);
    },
    async stop() {
      server.thaw();
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/_cluster/health`).then(
    async (response) => ((await response.json()) as { status?: string }).status === 'green',
    () => false,
  );
}

async function bringParts(): Promise<void> {
  if (existsSync(PARTS)) return;
  await mkdir(path.dirname(PARTS), { recursive: true });
  const fresh = await mkdtemp(`${PARTS}-`);
  const args = ['-q', '-B', '-f', path.join(HERE, 'pom.xml'), 'dependency:copy-dependencies'];
  await promisify(execFile)(MAVEN!, [...args, `-DoutputDirectory=${fresh}`]);
  // Another test may have been quicker.
  await rename(fresh, PARTS).catch(() => rm(fresh, { recursive: true, force: true }));
}
