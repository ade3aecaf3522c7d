/** A request becomes no more than four times what was sent, beside what its mode adds: for the provider, and in memory. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { startGateway } from '../harness/start-gateway.ts';
import { type Replica, startReplica } from '../replicas/start-replica.ts';
import { fuzz } from './fuzz.ts';

/** Times as large as the request. */
const MOST = 4;
/** Bytes of the prompt of a task, evidence that was found, and the frame of a provider's request. */
const OF_MODE = 64 * 1024;
const MODELS = ['gpt-6-luna', 'claude-haiku-5-5', 'gemini-3.5-flash', 'grok-4.3'];
const AUTH = { authorization: 'Bearer sk-grows' };

const fake = await startFakeProvider(speak());
const gateway = await startGateway({
  env: envFor(fake),
  yaml: 'plans: { default: enterprise }\nlimits: { failed_keys_per_minute: 1000000 }',
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

type Body = Record<string, unknown>;
/** A text, and how often something of it is there. */
type Shape = (text: string, times: number) => Body;
const many = <T>(times: number, make: (at: number) => T): T[] =>
  Array.from({ length: times }, (_, at) => make(at));

/** Objects within each other, the text in the innermost, and a reference to each of them. */
function nested(text: string, depth: number): Body {
  let schema: Body = { type: 'object', properties: {}, description: text };
  let pointer = '#';
  const references: Body = {};
  for (let at = 0; at < depth; at++) {
    schema = { type: 'object', properties: { a: schema } };
    pointer += '/properties/a';
    references[`r${at}`] = { $ref: pointer };
  }
  return { ...schema, properties: { ...(schema.properties as Body), ...references } };
}
/** Definitions of which each has the one before twice. */
function doubling(text: string, depth: number): Body {
  const $defs: Body = { d0: { type: 'string', description: text } };
  for (let at = 1; at <= depth; at++) {
    const $ref = `#/$defs/d${at - 1}`;
    $defs[`d${at}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } };
  }
  return { type: 'object', properties: { all: { $ref: `#/$defs/d${depth}` } }, $defs };
}
const user = (content: unknown): Body => ({ role: 'user', content });
const schemas = [nested, doubling].map(
  (make) => (text: string, times: number) => make(text, Math.min(times, 40)),
);

const CHAT: readonly Shape[] = [
  (text, times) => ({
    messages: many(times, (at) => ({ role: at % 2 ? 'assistant' : 'user', content: text })).concat([
      user('x') as never,
    ]),
  }),
  (text, times) => ({
    messages: many(times, () => ({ role: 'system', content: text })).concat([user('x') as never]),
  }),
  (text, times) => ({ messages: [user(many(times, () => ({ type: 'text', text })))] }),
  (text, times) => ({
    messages: [
      user('x'),
      ...many(times, (at) => [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: `c${at}`, type: 'function', function: { name: 'f', arguments: JSON.stringify({ text }) } },
          ],
        },
        { role: 'tool', tool_call_id: `c${at}`, content: text },
      ]).flat(),
    ],
  }),
  ...schemas.flatMap((make): Shape[] => [
    (text, times) => ({
      messages: [user('x')],
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: make(text, times) } },
    }),
    (text, times) => ({
      messages: [user('x')],
      tools: [{ type: 'function', function: { name: 'f', parameters: make(text, times) } }],
    }),
    (text, times) => ({ messages: [user('x')], functions: [{ name: 'f', parameters: make(text, times) }] }),
  ]),
  (text, times) => ({
    messages: [user(text)],
    fact_check: { documents: many(Math.min(times, 20), () => ({ text })) },
  }),
];
const RESPONSES: readonly Shape[] = [
  (text, times) => ({
    input: [
      { type: 'message', id: 'x', ...user(text) },
      ...many(times, () => ({ type: 'item_reference', id: 'x' })),
    ],
  }),
  (text, times) => ({ input: many(times, () => user(text)), instructions: text }),
  (text, times) => ({ input: many(times, () => ({ type: 'message', id: 'x', ...user(text) })) }),
  ...schemas.map(
    (make): Shape =>
      (text, times) => ({
        input: 'x',
        text: { format: { type: 'json_schema', name: 'n', schema: make(text, times) } },
      }),
  ),
  ...schemas.map(
    (make): Shape =>
      (text, times) => ({
        input: 'x',
        tools: [{ type: 'function', name: 'f', parameters: make(text, times) }],
      }),
  ),
];
const MESSAGES: readonly Shape[] = [
  (text, times) => ({ max_tokens: 9, system: text, messages: many(times, () => user(text)) }),
  (text, times) => ({ max_tokens: 9, messages: [user(many(times, () => ({ type: 'text', text })))] }),
  ...schemas.map(
    (make): Shape =>
      (text, times) => ({
        max_tokens: 9,
        messages: [user('x')],
        tools: [{ name: 'f', input_schema: make(text, times) }],
      }),
  ),
];
const APIS = [
  ['/v1/chat/completions', CHAT],
  ['/v1/responses', RESPONSES],
  ['/v1/messages', MESSAGES],
] as const;

const texts = fc
  .record({
    piece: fc.constantFrom('a ', '"', '\\', '\n', 'Ж', '😀', 'The tower is 330 m high. '),
    length: fc.integer({ min: 1, max: 4_000 }),
  })
  .map(({ piece, length }) => piece.repeat(length));

describe.each(APIS)('%s', (route, shapes) => {
  fuzz(
    `${route} sends a provider no more than what came, four times`,
    fc.record({
      shape: fc.constantFrom(...shapes),
      text: texts,
      times: fc.integer({ min: 1, max: 60 }),
      model: fc.constantFrom(...MODELS),
      mode: fc.constantFrom('off', 'ground'),
    }),
    async ({ shape, text, times, model, mode }) => {
      const made = shape(text, times);
      const body = JSON.stringify({ ...made, model, fact_check: { mode, ...(made.fact_check as Body) } });
      fake.received.length = 0;
      const answer = await gateway.post(route, body, AUTH);
      await answer.text();
      expect([200, 400, 413, 422]).toContain(answer.status);
      const sent = fake.received.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one.body)), 0);
      expect(sent).toBeLessThanOrEqual(MOST * Buffer.byteLength(body) + OF_MODE);
    },
  );
});

describe.skipIf(process.platform === 'win32')('while the provider is waited for, a gateway', () => {
  /** Requests at once, so that what differs anyhow does not count. */
  const AT_ONCE = 8;
  const TEXT = 'The tower is 330 m high. '.repeat(40_000);
  const directory = mkdtempSync(path.join(tmpdir(), 'claimgate-growth-'));
  const report = path.join(directory, 'memory.json');
  let replica: Replica;
  beforeAll(async () => {
    replica = await startReplica({
      ...envFor(fake),
      CLAIMGATE_SANDBOX: '',
      CLAIMGATE_DATA_DIR: directory,
      MEMORY_REPORT: report,
      NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, '../../bench/gateway/report-memory.ts')}`,
    });
  });
  afterAll(async () => {
    await replica.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });

  /** Bytes that are in use once nothing is left to collect. */
  async function inUse(): Promise<number> {
    rmSync(report, { force: true });
    replica.signal('SIGUSR2');
    let written: NodeJS.MemoryUsage | undefined;
    await expect
      .poll(() => (written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined), {
        timeout: 20_000,
      })
      .toBeDefined();
    return written!.heapUsed + written!.external;
  }

  it.each([
    ['/v1/chat/completions', 'gpt-6-luna', { messages: [user(TEXT)] }],
    ['/v1/chat/completions', 'gemini-3.5-flash', { messages: many(40, () => user(TEXT.slice(0, 25_000))) }],
    ['/v1/responses', 'grok-4.3', { input: TEXT }],
    ['/v1/messages', 'claude-haiku-5-5', { max_tokens: 9, messages: [user(TEXT)] }],
  ])(
    'holds no more of %s than what came, four times: %s',
    async (route, model, made) => {
      const body = JSON.stringify({ model, ...made, fact_check: { mode: 'off' } });
      const ask = () =>
        fetch(replica.url + route, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...AUTH },
          body,
        });
      fake.answer(speak());
      for (let at = 0; at < 3; at++) expect((await ask()).status).toBe(200);
      const before = await inUse();
      const answers: (() => void)[] = [];
      fake.answer((request, response) => void answers.push(() => void speak()(request, response)));
      const pending = many(AT_ONCE, ask);
      await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(AT_ONCE);
      const held = (await inUse()) - before;
      for (const answer of answers) answer();
      for (const { status } of await Promise.all(pending)) expect(status).toBe(200);
      expect(held / AT_ONCE).toBeLessThan(MOST * body.length + OF_MODE);
    },
    60_000,
  );
});
