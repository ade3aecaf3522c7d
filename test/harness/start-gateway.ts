/**
 * Starts a gateway in this process for a test: its own port, data directory and log. Where CLAIMGATE_TEST_WORKERS is
 * a number above 1, the gateway has so many worker processes beside this one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { createApp } from '../../src/gateway/app.ts';
import { readConfig } from '../../src/gateway/config/read-config.ts';
import { createSupervisor } from '../../src/gateway/supervisor.ts';
import type { App, AppOptions, Gateway as RunningGateway } from '../../src/gateway/wiring/gateway.ts';
import { watchCanaries } from './canaries.ts';

export interface Gateway {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** Likewise, of the admin listener; nothing listens there unless `admin.port` is set. */
  readonly adminUrl: string;
  readonly app: RunningGateway;
  /** The log as it was written, a JSON line each; of several processes, as `logged` has brought it. */
  readonly logLines: string[];
  /** Resolves once what was logged before is in `logLines`. */
  logged(): Promise<void>;
  readonly dataDir: string;
  /** POSTs JSON. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** POSTs to chat completions with a model and a message where the body has none. */
  chat(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Response>;
  /** @throws Error where a key or a text of a request stands in something that the gateway has written. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  /** Environment variables, such as `CLAIMGATE_OPENAI_BASE_URL`. */
  readonly env?: Record<string, string>;
  /** The config file's text. */
  readonly yaml?: string;
  readonly app?: AppOptions;
  /** What else comes of it and may hold no key and no text of a caller, by name; asked for at its end. */
  readonly outputs?: () => Record<string, string>;
}

/** How many processes serve. */
export const WORKERS = Number(process.env.CLAIMGATE_TEST_WORKERS ?? 1);

/** Of an operator, in configs that have one. */
export const ADMIN_KEY = 'admin-key-of-this-test-0123456789abcdef';

/** Config by which the model on this machine judges, however busy the machine is. */
export const OWN_JUDGE = 'judge: { local: { enabled: true, deadline: 60s } }';

/** On a busy machine too evidence and verdicts come in time, where a test is not about their not coming. */
const PATIENT = { ground_deadline: '30s', verify_deadline: '60s', judge_timeout: '60s' };

/** Milliseconds in which a process gathers lines, and some. */
const LOG_PACE = 400;

/** For tests that look into the process that serves, or hand it a clock: `describe.skipIf(severalProcesses)`. */
export const severalProcesses = WORKERS > 1;

export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-test-'));
  const dataDir = path.join(dir, 'data');
  const env: Record<string, string> = { PORT: '0', CLAIMGATE_DATA_DIR: dataDir, ...options.env };
  if (options.yaml !== undefined || env.CLAIMGATE_CONFIG === undefined) {
    env.CLAIMGATE_CONFIG = path.join(dir, 'config.yaml');
    const config: { plans?: object; judge?: object; fact_check?: object; retrieval?: object } =
      parse(options.yaml ?? '') ?? {};
    // As on a gateway that others use: on somebody's own machine every key would have the plan pro.
    const plans = { default: 'free', ...config.plans };
    // Verdicts of the model on this machine are for the tests that ask for them.
    const { judge = { local: { enabled: options.app?.judge !== undefined } } } = config;
    const { retrieval = { vectors: false } } = config;
    const factCheck = { ...PATIENT, ...config.fact_check };
    writeFileSync(
      env.CLAIMGATE_CONFIG,
      stringify({ ...config, plans, judge, retrieval, fact_check: factCheck }),
    );
  }
  const logLines: string[] = [];
  const config = readConfig(env);
  const appOptions: AppOptions = {
    sandboxPace: { firstTokenMs: 0, perTokenMs: 0 },
    log: { pretty: false, stream: { write: (line) => void logLines.push(line) } },
    ...options.app,
  };
  let single: App | undefined;
  let app: RunningGateway;
  if (WORKERS === 1) {
    single = await createApp(config, appOptions);
    app = single;
  } else {
    if (appOptions.now !== undefined)
      throw new Error('A clock reaches no other process: skip it where there are several');
    app = await createSupervisor({ ...config, workers: WORKERS }, appOptions);
  }
  const { port, adminPort = 0 } = await app.listen();
  const url = `http://127.0.0.1:${port}`;
  const canaries = watchCanaries();
  const post: Gateway['post'] = (route, body, headers = {}) => {
    canaries.sent(body, headers);
    return fetch(url + route, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  };
  return {
    url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    app,
    logLines,
    logged: () => delay(severalProcesses ? LOG_PACE : 0),
    dataDir,
    post,
    chat: (body, headers) =>
      post(
        '/v1/chat/completions',
        { model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hello there' }], ...body },
        headers,
      ),
    async stop() {
      // The test sends nothing more: its connections need not be held for a next request.
      single?.server.server.closeIdleConnections();
      const metrics = (await single?.metrics.registry.metrics()) ?? '';
      await app.drain();
      const found = canaries.search(
        { 'the log': logLines.join(''), 'a metric': metrics, ...options.outputs?.() },
        dataDir,
      );
      rmSync(dir, { recursive: true, force: true });
      if (found.length > 0) throw new Error(`A key or a text of a caller stands in: ${found.join(', ')}`);
    },
  };
}

/** One whose own judge judges, and whose sandbox can be watched while it writes. */
export const startWriting = (yaml = OWN_JUDGE) =>
  startGateway({ yaml, app: { sandboxPace: { firstTokenMs: 20, perTokenMs: 1 } } });
