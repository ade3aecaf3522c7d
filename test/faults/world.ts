/** A gateway between callers and a world that misbehaves. */

import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeCertificate } from '../harness/make-certificate.ts';
import { type RawExchange, type RawServer, startRawServer } from '../harness/raw-server.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { DIALECTS, type ProviderName } from './dialects.ts';
import { see } from './see.ts';

/** Milliseconds, as configured: for the headers of an answer, and between two pieces of it. */
export const DEADLINE = 800;
/** Milliseconds within which a caller has its answer, retries and all, whatever the provider does. */
export const PATIENCE = 10_000;

/** One way to misbehave, and what the caller sees of it. */
export interface Fault {
  readonly name: string;
  /** Which provider is asked; OpenAI unless said otherwise. */
  readonly provider?: ProviderName;
  /** A model of another name, such as one of an operator's own provider. */
  readonly model?: string;
  readonly stream?: boolean;
  /** What the provider does with a request; `attempt` counts them from 0. */
  readonly answer: (exchange: RawExchange, attempt: number, world: World) => void;
  /** What the caller sees, as `see` tells it. */
  readonly sees: string;
  /** How many requests the provider gets; 1 unless said otherwise. */
  readonly asked?: number;
  /** Whether the provider's connection must be closed by the time the caller has its answer. */
  readonly closes?: boolean;
  /** More of the request's body. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface World {
  readonly gateway: Gateway;
  /** All five providers; who is asked, and by which case, is told by path and key. */
  readonly provider: RawServer;
  /** Where redirects lead: nobody may ever come here. */
  readonly trap: RawServer;
  /** What no process may have: unhandled rejections, uncaught exceptions, warnings of leaks. */
  readonly alarms: string[];
  /** Runs one case, and fails where it went otherwise than its row says. */
  run(fault: Fault): Promise<void>;
  /** Takes over what the provider does with requests of one key. */
  serve(key: string, answer: (exchange: RawExchange, attempt: number) => void): { readonly asked: number };
  forget(key: string): void;
  /** Requests that the gateway is answering now, by its own account; the one that asks is among them. */
  requestsOpen(): Promise<number>;
  /** Between two rounds: waits for what is still open, closes idle connections, and begins with the keys anew. */
  settle(): Promise<void>;
  /** A key that no one has had in this round. */
  newKey(): string;
  stop(): Promise<void>;
}

interface Case {
  readonly answer: (exchange: RawExchange, attempt: number) => void;
  readonly sockets: Set<Socket>;
  asked: number;
}

/** Hosts that cannot be reached, as providers of the operator's own: `refused/m`, `nowhere/m`, … */
async function startUnreachable() {
  const free = await startRawServer();
  await free.stop();
  const tls = createTlsServer(makeCertificate('localhost'), (socket) => socket.destroy());
  tls.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  const mute = await startRawServer();
  const abrupt = await startRawServer();
  const server = (name: string, url: string): string =>
    `  ${name}: { base_url: '${url}', models: [{ id: ${name}-model, name: M, description: D, tier: basic }] }\n`;
  const secure = (url: string): string => url.replace('http:', 'https:');
  return {
    yaml:
      server('refused', free.url) +
      server('nowhere', 'http://nobody.invalid') +
      server('self-signed', `https://localhost:${(tls.address() as AddressInfo).port}`) +
      server('mute', secure(mute.url)) +
      server('plain', secure(abrupt.url)),
    servers: [mute, abrupt],
    async stop() {
      await Promise.all([mute.stop(), abrupt.stop(), new Promise((resolve) => tls.close(resolve))]);
    },
  };
}

export async function startWorld(): Promise<World> {
  const cases = new Map<string, Case>();
  const alarms: string[] = [];
  const alarm = (kind: string) => (error: unknown) =>
    void alarms.push(`${kind}: ${error instanceof Error ? error.stack : String(error)}`);
  const listeners = ['unhandledRejection', 'uncaughtExceptionMonitor', 'warning'].map(
    (name) => [name, alarm(name)] as const,
  );
  for (const [name, listener] of listeners) process.on(name, listener);

  const provider = await startRawServer((exchange) => {
    const key = /^(?:authorization: Bearer|x-api-key:|x-goog-api-key:) (.+)$/im.exec(exchange.head)?.[1];
    const found = cases.get(key ?? '');
    if (found === undefined) {
      exchange.socket.destroy();
      return;
    }
    found.sockets.add(exchange.socket);
    found.answer(exchange, found.asked++);
  });
  const trap = await startRawServer(({ socket }) => void socket.destroy());
  const unreachable = await startUnreachable();
  const gateway = await startGateway({
    env: Object.fromEntries(
      DIALECTS.map(({ provider: name }) => [
        `CLAIMGATE_${name.toUpperCase()}_BASE_URL`,
        `${provider.url}/${name}`,
      ]),
    ),
    yaml:
      `upstream: { first_byte_timeout: ${DEADLINE}ms, idle_timeout: ${DEADLINE}ms, connect_timeout: 400ms }\n` +
      'plans: { default: enterprise }\nlimits: { failed_keys_per_minute: 100000 }\n' +
      `providers:\n${unreachable.yaml}`,
  });
  let keys = 0;

  const world: World = {
    gateway,
    provider,
    trap,
    alarms,
    newKey: () => `caller-${(keys++).toString(36).padStart(6, '0')}-secret`,
    serve(key, answer) {
      const entry: Case = { answer, sockets: new Set(), asked: 0 };
      cases.set(key, entry);
      return entry;
    },
    forget: (key) => void cases.delete(key),
    async requestsOpen() {
      const { body: text } = await gateway.app.server.inject('/metrics');
      return Number(/^claimgate_requests_open (\d+)$/m.exec(text)?.[1]);
    },
    async settle() {
      for (let i = 0; i < 100 && (await world.requestsOpen()) > 1; i++) await pause(50);
      for (const { open } of [provider, trap, ...unreachable.servers]) {
        for (const socket of open) socket.destroy();
      }
      provider.exchanges.length = 0;
      gateway.logLines.length = 0;
      keys = 0;
    },
    async run(fault) {
      const key = world.newKey();
      const dialect = DIALECTS.find(({ provider: name }) => name === (fault.provider ?? 'openai'));
      const entry: Case = {
        answer: (exchange, attempt) => fault.answer(exchange, attempt, world),
        sockets: new Set(),
        asked: 0,
      };
      cases.set(key, entry);
      try {
        const seen = await see({
          url: gateway.url,
          key,
          within: PATIENCE,
          body: {
            model: fault.model ?? dialect?.model,
            messages: [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }],
            ...(fault.stream === true ? { stream: true } : {}),
            ...fault.body,
          },
        });
        same(seen, fault.sees, `${fault.name}: what the caller sees`);
        same(entry.asked, fault.asked ?? 1, `${fault.name}: requests that the provider got`);
        if (fault.closes === true) await allClosed(entry.sockets);
      } finally {
        cases.delete(key);
      }
    },
    async stop() {
      await gateway.stop();
      await Promise.all([provider.stop(), trap.stop(), unreachable.stop()]);
      for (const [name, listener] of listeners) process.off(name, listener);
    },
  };
  return world;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

function same(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`);
}

/** The gateway lets go of a connection that it gave up within 100 ms; the rest is the machine's. */
async function allClosed(sockets: ReadonlySet<Socket>): Promise<void> {
  const open = [...sockets].filter((socket) => !socket.closed);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the provider’s connection stays open')), 1_500);
  });
  const closing = open.map((socket) => new Promise<void>((resolve) => void socket.once('close', resolve)));
  await Promise.race([Promise.all(closing), late]).finally(() => clearTimeout(timer));
}
