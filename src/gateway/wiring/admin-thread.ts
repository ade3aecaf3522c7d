/**
 * The thread that the admin listener runs in, so that no load of the gateway's delays a probe. It asks the gateway
 * for each answer; while the gateway is busy, its last answer is sent.
 */
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type AdminRequest, type AdminResponse, createAdminServer } from '../http/admin/admin-server.ts';
import { createHostGuard } from '../http/server/host-guard.ts';
import type { StatusAnswer, StatusPath } from '../http/status/serve-status.ts';
import { randomIds } from './random-ids.ts';

export interface AdminSettings {
  readonly host: string;
  readonly port: number;
  /** Hosts that are answered for on a loopback address. */
  readonly hosts: readonly string[];
  /** Bytes that a body of the admin API may have. */
  readonly bodyLimit: number;
}

export type AdminMessage =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly code: string }
  | { readonly type: 'ask'; readonly path: StatusPath }
  | { readonly type: 'forward'; readonly id: number; readonly request: AdminRequest };

/** What the gateway says of a request of the admin API. */
export interface ForwardedAnswer {
  readonly id: number;
  /** Absent where there is none. */
  readonly response?: AdminResponse;
}

export interface AdminAnswer {
  readonly path: StatusPath;
  /** Absent where there is none, which the gateway's log explains. */
  readonly answer?: StatusAnswer;
}

/** Milliseconds that a probe waits for the gateway's answer of now. */
const PATIENCE = 100;
/** Milliseconds after which the gateway's last answer is no longer sent: it serves nobody. */
const SILENCE = 30_000;
/** Milliseconds between two questions that nobody waits for, so that the last answer is never old. */
const REFRESH: Readonly<Record<StatusPath, number>> = {
  '/health': 1_000,
  '/ready': 1_000,
  '/metrics': 5_000,
};

const port = parentPort!;
const settings = workerData as AdminSettings;
const send = (message: AdminMessage): void => port.postMessage(message);

const answers = new Map<StatusPath, { readonly answer: StatusAnswer; readonly at: number }>();
/** Questions under way; another one for the same path waits for the same answer. */
const asked = new Map<StatusPath, PromiseWithResolvers<void>>();

function ask(path: StatusPath): Promise<void> {
  let question = asked.get(path);
  if (question === undefined) {
    question = Promise.withResolvers();
    asked.set(path, question);
    send({ type: 'ask', path });
  }
  return question.promise;
}

/** Requests of the admin API under way. */
const forwarded = new Map<number, (response: AdminResponse | undefined) => void>();
let lastId = 0;

port.on('message', (message: AdminAnswer | ForwardedAnswer) => {
  if ('id' in message) {
    forwarded.get(message.id)?.(message.response);
    forwarded.delete(message.id);
    return;
  }
  const { path, answer } = message;
  if (answer !== undefined) answers.set(path, { answer, at: performance.now() });
  asked.get(path)?.resolve();
  asked.delete(path);
});
for (const [path, every] of Object.entries(REFRESH)) {
  void ask(path as StatusPath);
  setInterval(() => void ask(path as StatusPath), every);
}

const server = createAdminServer({
  servesHost: createHostGuard([settings.host, ...settings.hosts]),
  newRequestId: randomIds(12),
  bodyLimit: settings.bodyLimit,
  forward(request) {
    const id = ++lastId;
    const answered = Promise.withResolvers<AdminResponse | undefined>();
    forwarded.set(id, answered.resolve);
    send({ type: 'forward', id, request });
    return answered.promise;
  },
  async answer(path) {
    await Promise.race([ask(path), delay(PATIENCE)]);
    const last = answers.get(path);
    return last !== undefined && performance.now() - last.at < SILENCE ? last.answer : undefined;
  },
});
server.once('error', (error: NodeJS.ErrnoException) => send({ type: 'failed', code: error.code ?? 'error' }));
server.listen({ host: settings.host, port: settings.port }, () =>
  send({ type: 'listening', port: (server.address() as AddressInfo).port }),
);
