import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from './find-server.ts';
import { freePort } from './free-port.ts';
import { ServerProcess } from './server-process.ts';

const PROGRAM = findProgram(['redis-server', 'valkey-server']);

/** What to install where there is no Redis. */
export const redisMissing = PROGRAM === undefined ? 'redis-server or valkey-server' : undefined;

export interface TestRedis {
  readonly url: string;
  readonly port: number;
  readonly directory: string;
  start(): Promise<void>;
  /** As `kill -9`. */
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

/**
 * Starts a Redis or Valkey of the test's own.
 * @param options `durable`: what it has answered survives a kill; else it comes back empty.
 */
export async function startRedis(options: { durable?: boolean } = {}): Promise<TestRedis> {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'claimgate-redis-'));
  const durability = options.durable
    ? ['--appendonly', 'yes', '--appendfsync', 'always']
    : ['--appendonly', 'no'];
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    directory,
    ...durability,
  ];
  const server = new ServerProcess(PROGRAM!, args, {}, () => answersPing(port));
  await server.start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    directory,
    start: () => server.start(),
    kill: () => server.kill(),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    async stop() {
      server.thaw();
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (up: boolean) => {
      socket.destroy();
      resolve(up);
    };
    socket.setTimeout(500, () => settle(false));
    socket.once('data', (data) => settle(data.toString().startsWith('+PONG')));
    socket.once('error', () => settle(false));
  });
}
