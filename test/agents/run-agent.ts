/** One run of an agent, as on a machine without an internet: a home of its own, and no way out but loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How an agent is started in an empty home. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What it finds in its home, by path. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Outcome {
  /** All that the agent wrote. */
  readonly output: string;
  readonly exitCode: number | null;
  /** What the file holds now. */
  readonly text: string;
  /** Hosts that it tried to reach. */
  readonly hosts: readonly string[];
}

/** For what hangs. */
const MOST_MS = 150_000;

/**
 * @param name of the file in the agent's folder, and the text that it holds.
 * @param start in a home.
 * @param begin is called with the file's path before the agent starts.
 */
export async function runAgent(
  name: string,
  text: string,
  start: (home: string) => Start,
  begin: (file: string) => void,
): Promise<Outcome> {
  const root = mkdtempSync(path.join(tmpdir(), 'claimgate-agents-'));
  const [home, folder] = [path.join(root, 'home'), path.join(root, 'work')];
  const file = path.join(folder, name);
  const out = await openClosedProxy();
  try {
    mkdirSync(folder);
    writeFileSync(file, text);
    const { program, args, env, files } = start(home);
    for (const [at, content] of Object.entries({ '.keep': '', ...files })) {
      mkdirSync(path.dirname(path.join(home, at)), { recursive: true });
      writeFileSync(path.join(home, at), content);
    }
    begin(file);
    const ended = await runToItsEnd(program, args, folder, { HOME: home, ...out.env, ...env });
    return { ...ended, text: readFileSync(file, 'utf8'), hosts: out.hosts };
  } finally {
    await out.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function runToItsEnd(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Pick<Outcome, 'output' | 'exitCode'>> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    // A group of its own: what the agent started ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  const timer = setTimeout(end, MOST_MS);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
    });
  }
  const closed = once(child, 'close');
  try {
    const [exitCode] = await once(child, 'exit');
    // What the agent started may hold its output open.
    end();
    await closed;
    return { output, exitCode };
  } finally {
    clearTimeout(timer);
    end();
  }
}

/** Refuses all who want to go anywhere but to loopback, and remembers where. */
async function openClosedProxy() {
  const hosts: string[] = [];
  const server = createServer((request, response) => {
    hosts.push(String(request.url));
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    hosts.push(String(request.url));
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const local = '127.0.0.1,localhost';
  const env = {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: local,
    no_proxy: local,
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { hosts, env, close };
}
