/**
 * Other gateways, as their makers publish them: each is installed into a folder of the system's temporary directory
 * and started beside ours. None of them is a dependency of this package.
 */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Child } from '../start-child.ts';
import { processTree } from './read-process.ts';

export const PEERS_FOLDER = path.join(tmpdir(), 'claimgate-peers');
const run = promisify(execFile);

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

export interface Peer {
  readonly name: string;
  readonly model: string;
  /** What identifies what is installed: where it changes, it is installed anew. */
  readonly version: string;
  install(folder: string): Promise<void>;
  command(folder: string, port: number, upstream: number): Command;
  headers(upstream: number): string;
}

const OVERRIDES = { hono: '4.9.7', '@hono/node-server': '1.13.5' };
/** LiteLLM does not start without one. */
const KEY = `sk-${randomBytes(32).toString('hex')}`;

export const PEERS: readonly Peer[] = [
  {
    name: 'Portkey 1.15.2',
    model: 'gpt-4o-mini',
    version: '@portkey-ai/gateway 1.15.2, hono 4.9.7, @hono/node-server 1.13.5',
    async install(folder) {
      const dependencies = { '@portkey-ai/gateway': '1.15.2' };
      // Its streams break with the newer releases that its ranges allow.
      writeFileSync(
        path.join(folder, 'package.json'),
        JSON.stringify({ private: true, dependencies, overrides: OVERRIDES }),
      );
      await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
    },
    command: (folder, port) => ({
      file: process.execPath,
      args: [
        path.join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js'),
        `--port=${port}`,
        '--headless',
      ],
      env: { NODE_ENV: 'production' },
    }),
    headers: (upstream) =>
      `x-portkey-provider: openai\r\nx-portkey-custom-host: http://127.0.0.1:${upstream}/v1\r\n`,
  },
  {
    name: 'LiteLLM 1.106.2',
    model: 'gpt-4o-mini',
    version: 'litellm[proxy]==1.106.2',
    async install(folder) {
      await run('python3', ['-m', 'venv', folder]);
      await run(path.join(folder, 'bin/pip'), ['install', '--quiet', 'litellm[proxy]==1.106.2']);
    },
    command(folder, port, upstream) {
      const config = path.join(folder, 'bench.json');
      const model = {
        model: 'openai/gpt-4o-mini',
        api_base: `http://127.0.0.1:${upstream}/v1`,
        api_key: 'sk-bench',
      };
      // JSON is YAML.
      writeFileSync(
        config,
        JSON.stringify({ model_list: [{ model_name: 'gpt-4o-mini', litellm_params: model }] }),
      );
      const args = ['--config', config, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'];
      return {
        file: path.join(folder, 'bin/litellm'),
        args: [...args, '--telemetry', 'False'],
        env: {
          LITELLM_LOCAL_MODEL_COST_MAP: 'True',
          LITELLM_MODE: 'PRODUCTION',
          LITELLM_LOG: 'ERROR',
          LITELLM_MASTER_KEY: KEY,
        },
      };
    },
    headers: () => `Authorization: Bearer ${KEY}\r\n`,
  },
  {
    // Its npm package holds no gateway: it downloads one from elsewhere when it is started.
    name: 'Bifrost',
    model: 'openai/gpt-4o-mini',
    version: 'github.com/maximhq/bifrost/transports/bifrost-http@latest',
    async install(folder) {
      await run('go', ['install', this.version], { env: { ...process.env, GOBIN: folder } });
    },
    command(folder, port, upstream) {
      const openai = {
        keys: [{ value: 'sk-bench', models: [], weight: 1 }],
        network_config: { base_url: `http://127.0.0.1:${upstream}` },
      };
      writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ providers: { openai } }));
      const args = ['-app-dir', folder, '-host', '127.0.0.1', '-port', String(port)];
      return { file: path.join(folder, 'bifrost-http'), args };
    },
    headers: () => '',
  },
];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function install(peer: Peer): Promise<string> {
  const folder = path.join(PEERS_FOLDER, (peer.name.split(' ')[0] as string).toLowerCase());
  const mark = path.join(folder, 'installed.txt');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === peer.version) return folder;
  console.error(`installing ${peer.version} into ${folder}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await peer.install(folder);
  writeFileSync(mark, peer.version);
  return folder;
}

/** Installs a gateway where it is not yet, and starts it. @throws where one of them does not work. */
export async function startPeer(peer: Peer, upstream: number): Promise<Child> {
  const folder = await install(peer);
  const port = await freePort();
  const { file, args, env } = peer.command(folder, port, upstream);
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: 'ignore',
  });
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code) => {
    ended = `ended with ${code}`;
  });
  const stop = async (): Promise<void> => {
    if (child.pid === undefined || ended !== undefined) return;
    for (const pid of processTree(child.pid).reverse()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  };
  const headers = Object.fromEntries(
    peer
      .headers(upstream)
      .split('\r\n')
      .filter(Boolean)
      .map((line) => line.split(': ')),
  );
  let failure = 'no answer';
  for (const until = Date.now() + 120_000; Date.now() < until && ended === undefined; ) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: peer.model, messages: [{ role: 'user', content: 'Hello.' }] }),
      });
      const text = await answer.text();
      if (answer.ok) return { port, pid: child.pid as number, stop };
      failure = `status ${answer.status}: ${text}`;
    } catch {
      // It does not listen yet.
    }
    await delay(500);
  }
  await stop();
  throw new Error(ended ?? failure);
}
