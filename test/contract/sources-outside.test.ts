/** Who hears of a claim, and what becomes of an answer when all sources outside fail at once. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FactCheckMetadata } from '../../src/domain/claim.ts';
import { OUTSIDE_SOURCES } from '../../src/engine/factcheck/sources/registry.ts';
import {
  type FakeProvider,
  type Handler,
  openaiStream,
  openaiWhole,
  startFakeProvider,
} from '../harness/fake-provider.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

const CLAIM = 'The lighthouse of Sunderholm was completed in 1871 and is 43 metres high.';
const NAMES = OUTSIDE_SOURCES.map(({ name }) => name);

let model: FakeProvider;
let outside: FakeProvider;
const gateways: Gateway[] = [];

beforeAll(async () => {
  [model, outside] = await Promise.all([startFakeProvider(), startFakeProvider()]);
});
afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
  model.received.length = 0;
  outside.received.length = 0;
});
afterAll(() => Promise.all([model.stop(), outside.stop()]));

async function start(yaml: string): Promise<Gateway> {
  const gateway = await startGateway({ env: { CLAIMGATE_OPENAI_BASE_URL: `${model.url}/v1` }, yaml });
  gateways.push(gateway);
  return gateway;
}

/** Every source there is, all of them at one server, told apart by their paths. */
function allSources(more = ''): string {
  const lines = OUTSIDE_SOURCES.map(({ name, key }) => {
    const secret = key === 'none' ? '' : `, key: key-of-${name}`;
    return `  ${name}: { base_url: "${outside.url}/${name}", rate: 1000${secret} }`;
  });
  return `plans: { default: enterprise }\nsources:\n${lines.join('\n')}\nfact_check: { ground_deadline: 300ms${more} }\n`;
}

function ask(gateway: Gateway, key: string, body: Record<string, unknown> = {}): Promise<Response> {
  return gateway.chat(
    { messages: [{ role: 'user', content: CLAIM }], ...body },
    { authorization: `Bearer ${key}` },
  );
}

async function metadataOf(response: Response): Promise<FactCheckMetadata> {
  return ((await response.json()) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata;
}

/** Which hosts and ports are connected to while the work is done. */
async function watchConnections(work: () => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>();
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [first] = args.flat() as [{ host?: string; port?: number; path?: string }];
    seen.add(first.path ?? `${first.host}:${first.port}`);
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  try {
    await work();
  } finally {
    Socket.prototype.connect = connect;
  }
  return seen;
}

describe('the configuration as shipped', () => {
  it.skipIf(severalProcesses)('sends nothing to anyone but the model’s provider', async () => {
    const gateway = await start('{}');
    const connected = await watchConnections(async () => {
      model.answer(openaiWhole('It was completed in 1874, and is 40 metres high.'));
      for (const mode of ['detect', 'ground', 'verify']) {
        for (let round = 0; round < 2; round++) {
          const response = await ask(gateway, 'sk-default-0001', { fact_check: { mode } });
          expect(response.status).toBe(200);
          await response.arrayBuffer();
        }
      }
      model.answer(openaiStream(['It was ', 'completed in 1874.']));
      await (await ask(gateway, 'sk-default-0001', { stream: true })).text();
      await (await gateway.post('/v1/claims', { text: CLAIM })).arrayBuffer();
    });
    const hostOf = (url: string): string => url.replace('http://', '');
    expect([...connected].sort()).toEqual([hostOf(model.url), hostOf(gateway.url)].sort());
    expect(outside.received).toEqual([]);
  });

  it('has no source outside that a request could name', async () => {
    const gateway = await start('{}');
    for (const name of NAMES) {
      const response = await ask(gateway, 'sk-default-0002', { fact_check: { sources: [name] } });
      expect(response.status).toBe(422);
      await response.arrayBuffer();
    }
    expect(model.received).toEqual([]);
  });
});

describe('keys that nobody has accepted', () => {
  it('spend nothing of the operator’s, however many there are', async () => {
    const gateway = await start(allSources(', outside: always'));
    const refuse: Handler = (_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ error: { message: 'no', type: 'x', param: null, code: 'invalid_api_key' } }),
      );
    };
    model.answer(refuse);
    for (let at = 0; at < 20; at++) {
      const response = await ask(gateway, `sk-random-${at}`, { fact_check: { sources: NAMES } });
      expect(response.status).toBe(401);
      await response.arrayBuffer();
    }
    expect(outside.received).toEqual([]);
    model.answer(openaiWhole('Yes.'));
    await (await ask(gateway, 'sk-good-0001')).arrayBuffer();
    expect(outside.received).toEqual([]);
    outside.answer((_request, response) => void response.end());
    await (await ask(gateway, 'sk-good-0001')).arrayBuffer();
    expect(new Set(outside.received.map(({ url }) => url.split('/')[1]))).toEqual(new Set(NAMES));
  });
});

describe('all sources outside at once', () => {
  const kinds: readonly (readonly [string, Handler])[] = [
    ['dead', (_request, response) => void response.socket?.destroy()],
    ['slow', () => {}],
    ['lying', (_request, response) => void lie(response)],
    ['on fire', (_request, response) => void response.writeHead(500).end('{}')],
    [
      'redirecting',
      (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['trickling', (_request, response) => void trickle(response)],
  ];

  it.each(kinds)(
    'that are %s are left out and named, and the answer comes in time',
    async (_name, handler) => {
      const gateway = await start(allSources());
      model.answer(openaiWhole('Yes.'));
      await (await ask(gateway, 'sk-good-0002')).arrayBuffer();
      outside.answer(handler);
      const response = await ask(gateway, 'sk-good-0002', { fact_check: { sources: NAMES } });
      expect(response.status).toBe(200);
      const metadata = await metadataOf(response);
      expect(metadata.mode).toBe('ground');
      expect(metadata.sources_consulted).toEqual(['starter']);
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
      await gateway.logged();
      const log = gateway.logLines.join('');
      for (const name of NAMES) {
        expect(metrics).toContain(`claimgate_source_failures_total{source="${name}",fault="`);
        expect(log).toContain(`"source":"${name}"`);
        expect(log).not.toContain(`key-of-${name}`);
      }
      expect(log).not.toContain('Sunderholm');
    },
  );

  it('do not hold a stream up longer than the deadline', async () => {
    const gateway = await start(allSources());
    model.answer(openaiWhole('Yes.'));
    await (await ask(gateway, 'sk-good-0003')).arrayBuffer();
    outside.answer(() => {});
    model.answer(openaiStream(['It ', 'was.']));
    const response = await ask(gateway, 'sk-good-0003', { stream: true, fact_check: { sources: NAMES } });
    expect(await response.text()).toContain('[DONE]');
  });

  it('are given up when the caller leaves', async () => {
    const gateway = await start(allSources().replace('300ms', '20s'));
    model.answer(openaiWhole('Yes.'));
    await (await ask(gateway, 'sk-good-0004')).arrayBuffer();
    outside.answer(() => {});
    const caller = new AbortController();
    const gone = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      signal: caller.signal,
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-good-0004' },
      body: JSON.stringify({
        model: 'gpt-6-luna',
        messages: [{ role: 'user', content: CLAIM }],
        fact_check: { sources: NAMES },
      }),
    });
    gone.catch(() => {});
    await expect.poll(() => outside.received.length).toBe(NAMES.length);
    caller.abort();
    await expect(gone).rejects.toThrow();
    await Promise.all(outside.received.map(({ closed }) => closed));
    expect(model.received).toHaveLength(1);
  });
});

/** Says of everything that it is JSON. */
function lie(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end('<!doctype html><p>Buy now</p>');
}

/** A byte now and then, for ever. */
function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}
