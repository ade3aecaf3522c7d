/** Webhooks against receivers that take messages, refuse them, hang, redirect and die. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { FinishedCheck } from '../../domain/finished-check.ts';
import { createHttpClient } from '../../models/wire/http-client.ts';
import { openStore, type Store } from '../store/store.ts';
import { openWebhooks, type Webhook } from './open-webhooks.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const OLDER = Buffer.alloc(24, 9).toString('base64');
const CHECK: FinishedCheck = {
  ...{ requestId: 'req_1', api: '/v1/claims' },
  metadata: { mode: 'ground', claims: [], summary: { refuted: 1 } } as never,
};

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}
type Reply = number | 'hang' | 'die' | { readonly status: number; readonly location: string };

let dir: string;
let store: Store;
let server: Server;
let received: Received[];
/** What it answers, one after the other; the last one from then on. */
let replies: Reply[];
let arrived: () => void;
let closing: (() => Promise<void>)[];

/** Resolves when so many requests have come. */
async function until(count: number): Promise<void> {
  while (received.length < count) {
    const next = Promise.withResolvers<void>();
    arrived = next.resolve;
    await next.promise;
  }
}

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'claimgate-webhooks-'));
  store = await openStore({ dataDir: dir, now: Date.now });
  [received, replies, arrived, closing] = [[], [200], () => {}, []];
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const reply = replies[Math.min(received.length, replies.length - 1)]!;
      received.push({ headers: request.headers, body: Buffer.concat(pieces).toString(), path: request.url! });
      if (reply === 'die') request.socket.destroy();
      else if (reply !== 'hang') {
        const { status, ...headers } = typeof reply === 'number' ? { status: reply } : reply;
        response.writeHead(status, headers).end('Thanks.');
      }
      arrived();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  server.closeAllConnections();
  server.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const urlOf = (path = '/hook?team=a') => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const webhook = (over: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 'wh_a', url: urlOf(), secrets: [ApiKey.parse(SECRET)!], on: ['refuted'], texts: false },
  ...{ timeout: 5_000, retries: [0, 0], ...over },
});

function start(webhooks: readonly Webhook[], over: { now?: () => number; subkey?: number } = {}) {
  const http = createHttpClient({ connectTimeout: 5_000 });
  const outcomes: string[] = [];
  let heard = (): void => {};
  const faults: unknown[] = [];
  let ids = 0;
  const opened = openWebhooks({
    webhooks,
    records: store.webhookMessages,
    secrets: [{ kid: 'kid', subkey: new Uint8Array(32).fill(over.subkey ?? 1) }],
    http,
    userAgent: 'claimgate/test',
    newId: () => `${process.hrtime.bigint()}-${ids++}`,
    now: over.now ?? Date.now,
    random: () => 0,
    onOutcome(outcome, { id }, failure) {
      outcomes.push([id, outcome, ...(failure === undefined ? [] : [failure])].join(' '));
      heard();
    },
    onStoreAway: (error) => faults.push(error),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await opened.close();
    await http.close();
    expect(faults).toEqual([]);
  };
  closing.push(close);
  return {
    ...opened,
    close,
    outcomes,
    /** Resolves when so many tries have come to an end. */
    async outcome(count: number): Promise<void> {
      while (outcomes.length < count) {
        const next = Promise.withResolvers<void>();
        heard = next.resolve;
        await next.promise;
      }
    },
  };
}
const waiting = () => store.webhookMessages.page({ limit: 99 });

describe('a message', () => {
  it('is signed as receivers of Standard Webhooks check it, with each of its secrets', async () => {
    const { onChecked, outcome, outcomes } = start([
      webhook({ secrets: [ApiKey.parse(SECRET)!, ApiKey.parse(OLDER)!] }),
    ]);
    onChecked(CHECK);
    await outcome(1);
    const [{ headers, body, path }] = received as [Received];
    expect(path).toBe('/hook?team=a');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'claimgate/test' });
    for (const secret of [SECRET, OLDER]) {
      const verified = new Verifier(`whsec_${secret}`).verify(body, headers as Record<string, string>);
      expect(verified).toMatchObject({ type: 'claims.checked', data: { request_id: 'req_1' } });
    }
    const stranger = new Verifier(Buffer.alloc(32, 8).toString('base64'));
    expect(() => stranger.verify(body, headers as Record<string, string>)).toThrow('No matching signature');
    expect(outcomes).toEqual(['wh_a sent']);
    await expect.poll(waiting).toEqual([]);
  });

  it('is sent again under the same id where it is refused, the connection breaks or nothing comes', async () => {
    replies = [500, 'die', 'hang', 204];
    const { onChecked, outcome, outcomes } = start([webhook({ timeout: 200, retries: [0, 0, 0] })]);
    onChecked(CHECK);
    await outcome(4);
    expect(outcomes).toEqual([
      'wh_a failed status 500',
      'wh_a failed the connection broke',
      'wh_a failed no answer in time',
      'wh_a sent',
    ]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('is a dead letter after its last try, and never follows a redirect', async () => {
    replies = [{ status: 307, location: urlOf('/elsewhere') }];
    const { onChecked, outcome, outcomes } = start([webhook({ retries: [0] })]);
    onChecked(CHECK);
    await outcome(2);
    expect(outcomes).toEqual(['wh_a failed status 307', 'wh_a dead status 307']);
    expect(received.map((one) => one.path)).toEqual(['/hook?team=a', '/hook?team=a']);
    await expect.poll(waiting).toMatchObject([{ state: 'dead', attempts: 2, failure: 'status 307' }]);
  });

  it('is a dead letter at once where the receiver is gone, and can be sent again', async () => {
    replies = [410, 200];
    const opened = start([webhook()]);
    opened.onChecked(CHECK);
    await opened.outcome(1);
    await expect.poll(waiting).toMatchObject([{ state: 'dead', failure: 'status 410' }]);
    const [{ id } = { id: '' }] = await waiting();
    await store.webhookMessages.retry(id, Date.now(), []);
    opened.wake();
    await opened.outcome(2);
    expect(opened.outcomes).toEqual(['wh_a dead status 410', 'wh_a sent']);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  });

  it('waits for its time', async () => {
    replies = [500, 200];
    let now = Date.now();
    const { onChecked, outcome, wake } = start([webhook({ retries: [60_000] })], { now: () => now });
    onChecked(CHECK);
    await outcome(1);
    await expect.poll(waiting).toMatchObject([{ attempts: 1, dueAt: now + 60_000 }]);
    wake();
    now += 60_000;
    wake();
    await outcome(2);
    expect(received).toHaveLength(2);
  });

  it('survives the end of the process, which gives up what hangs', async () => {
    replies = ['hang', 200];
    const first = start([webhook({ timeout: 60_000 })]);
    first.onChecked(CHECK);
    await until(1);
    await first.close();
    expect(await waiting()).toMatchObject([{ state: 'pending', attempts: 1 }]);
    const second = start([webhook({ timeout: 60_000 })]);
    await second.outcome(1);
    expect(second.outcomes).toEqual(['wh_a sent']);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  });

  it('is sent by one of several processes', async () => {
    const processes = [start([webhook()]), start([webhook()]), start([webhook()])];
    for (let count = 0; count < 12; count++) processes[count % 3]!.onChecked(CHECK);
    for (const { wake } of processes) wake();
    await until(12);
    await expect.poll(waiting).toEqual([]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
    expect(received).toHaveLength(12);
  });

  it('is written down sealed, and left to those who can open it', async () => {
    const closed = start([webhook({ url: 'http://127.0.0.1:9/', retries: [60_000] })]);
    closed.onChecked(CHECK);
    await closed.outcome(1);
    expect(closed.outcomes).toEqual(['wh_a failed cannot be reached']);
    await closed.close();
    const claim = {
      endpoint: 'wh_a',
      owner: 'x',
      nowMs: Number.MAX_SAFE_INTEGER - 1,
      leaseUntil: 0,
      limit: 1,
    };
    expect(await store.webhookMessages.claim({ ...claim, kids: ['another'] })).toEqual([]);
    const [row] = await store.webhookMessages.claim({ ...claim, kids: ['kid'] });
    expect(row?.sealed).not.toContain('req_1');
    expect(Buffer.from(row!.sealed, 'base64url').toString('latin1')).not.toContain('req_1');
  });

  it('that cannot be opened is a dead letter, and nothing of it is sent', async () => {
    const closed = start([webhook({ url: 'http://127.0.0.1:9/', retries: [60_000] })]);
    closed.onChecked(CHECK);
    await closed.outcome(1);
    await closed.close();
    const other = start([webhook()], { subkey: 2, now: () => Date.now() + 120_000 });
    other.onChecked(CHECK);
    await other.outcome(2);
    expect(other.outcomes.sort()).toEqual(['wh_a dead cannot be opened', 'wh_a sent']);
    expect(received).toHaveLength(1);
  });
});

it('only verdicts that it names are told to an endpoint, and one that hangs holds up no other', async () => {
  const { onChecked, outcome, outcomes } = start([
    webhook({ id: 'wh_other', url: urlOf('/other'), on: ['conflicting'] }),
    webhook({ id: 'wh_down', url: 'http://127.0.0.1:9/', retries: [] }),
    webhook(),
  ]);
  onChecked(CHECK);
  await outcome(2);
  expect(outcomes.sort()).toEqual(['wh_a sent', 'wh_down dead cannot be reached']);
});
