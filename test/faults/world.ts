/** A gateway between callers and a world that misbehaves. */

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { makeCertificate } from '../harness/make-certificate.ts';
import { type RawAnswer, type RawExchange, type RawServer, startRawServer } from '../harness/raw-server.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { DIALECTS, type ProviderName } from './dialects.ts';
import { see } from './see.ts';

/**
 * Milliseconds, as configured: for the headers of an answer, and between two pieces of it. Only cases of
 * silence are run against the hasty gateway: on a machine under load, others would be taken for silent.
 */
const DEADLINES = { hasty: 800, patient: 15_000 } as const;
/** Milliseconds within which a caller has its answer, retries and all, whatever the provider does. */
export const PATIENCE = 20_000;

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
  /** Whether the short deadline holds; it does where the caller is to see one pass. */
  readonly hasty?: boolean;
  /** More of the request's body. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/**
 * A provider of its own, for those that say more than their answer: what comes too late would be taken for
 * the answer to the next request on its connection.
 */
export const TALKATIVE = 'talkative/talkative-model';

export interface World {
  /** Waits long for its providers. */
  readonly gateway: Gateway;
  /** All gateways that there are. */
  readonly gateways: readonly Gateway[];
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
  /** Requests that the gateways are answering now, by their own account. */
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

function ownProvider(name: string, url: string): string {
  return `  ${name}: { base_url: '${url}', models: [{ id: ${name}-model, name: M, description: D, tier: basic }] }\n`;
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
  const secure = (url: string): string => url.replace('http:', 'https:');
  return {
    yaml:
      ownProvider('refused', free.url) +
      ownProvider('nowhere', 'http://nobody.invalid') +
      ownProvider('self-signed', `https://localhost:${(tls.address() as AddressInfo).port}`) +
      ownProvider('mute', secure(mute.url)) +
      ownProvider('plain', secure(abrupt.url)),
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

  const dispatch: RawAnswer = (exchange) => {
    const key = /^(?:authorization: Bearer|x-api-key:|x-goog-api-key:) (.+)$/im.exec(exchange.head)?.[1];
    const found = cases.get(key ?? '');
    if (found === undefined) {
      exchange.socket.destroy();
      return;
    }
    found.sockets.add(exchange.socket);
    found.answer(exchange, found.asked++);
  };
  const provider = await startRawServer(dispatch);
  const talkative = await startRawServer(dispatch);
  const trap = await startRawServer(({ socket }) => void socket.destroy());
  const unreachable = await startUnreachable();
  const servers = [provider, talkative, trap, ...unreachable.servers];
  const start = (deadline: number): Promise<Gateway> =>
    startGateway({
      env: Object.fromEntries(
        DIALECTS.map(({ provider: name }) => [
          `CLAIMGATE_${name.toUpperCase()}_BASE_URL`,
          `${provider.url}/${name}`,
        ]),
      ),
      yaml:
        `upstream: { first_byte_timeout: ${deadline}ms, idle_timeout: ${deadline}ms, connect_timeout: 400ms }\n` +
        'plans: { default: enterprise }\nlimits: { failed_keys_per_minute: 100000 }\n' +
        `providers:\n${unreachable.yaml}${ownProvider('talkative', talkative.url)}`,
    });
  const gateway = await start(DEADLINES.patient);
  const hasty = await start(DEADLINES.hasty);
  const gateways = [gateway, hasty];
  let keys = 0;

  const world: World = {
    gateway,
    gateways,
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
      let open = 0;
      for (const { url } of gateways) {
        const metrics = await readOnce(`${url}/metrics`);
        // The one that asks is not meant.
        open += Number(/^claimgate_requests_open (\d+)$/m.exec(metrics)?.[1]) - 1;
      }
      return open;
    },
    async settle() {
      for (let i = 0; i < 100 && (await world.requestsOpen()) > 0; i++) await pause(50);
      for (const { open } of servers) {
        for (const socket of open) socket.destroy();
      }
      for (const { exchanges } of servers) exchanges.length = 0;
      for (const { logLines } of gateways) logLines.length = 0;
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
      const isHasty = fault.hasty ?? fault.sees.includes('provider_timeout');
      try {
        const seen = await see({
          url: (isHasty ? hasty : gateway).url,
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
      await Promise.all(gateways.map((one) => one.stop()));
      await Promise.all([provider.stop(), talkative.stop(), trap.stop(), unreachable.stop()]);
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

/** Over a connection of its own, which leaves nothing behind. */
async function readOnce(url: string): Promise<string> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (!response.socket.destroyed) await once(response.socket, 'close');
  return body;
}
