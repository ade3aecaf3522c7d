/** Contract, section 2: which of the service's prompts applies, and that `auto` costs and changes nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { requestsOf } from '../tasks/read-requests.ts';

type Fields = Readonly<Record<string, unknown>>;
const MODEL = WIRES.anthropic.model;
const OWN = 'You answer for the bakery of Ann Miller.';
const WORK = 'Fact-check this: The moon is made of cheese.';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { models: all, per_hour: null, per_month: null } }\ncors: { origins: "*" }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

const ask = async (content: string, fields: Fields = {}, own?: string) => {
  const system = own === undefined ? [] : [{ role: 'system', content: own }];
  const messages = [...system, { role: 'user', content }];
  const response = await gateway.chat({ api_key: 'sk-test', model: MODEL, messages, ...fields });
  return { response, task: response.headers.get('x-claimgate-task') };
};
/** What was found on the question may stand behind it. */
const isFirst = (system: unknown): boolean =>
  system === OWN || String(system).startsWith(`${OWN}\n\nEvidence on what the user said`);
const systemOf = (at = -1) => fake.received.at(at)?.body.system;

describe('ordinary requests of many trades', () => {
  const requests = requestsOf('ordinary-requests');

  it('are asked once, and answered with what the model said', async () => {
    const wrong: unknown[] = [];
    for (const request of requests) {
      fake.received.length = 0;
      const { response, task } = await ask(request);
      const { choices, fact_check_metadata: metadata } = (await response.json()) as {
        choices: { message: { content: string } }[];
        fact_check_metadata: Fields;
      };
      const answer = choices[0]?.message.content;
      const found = [response.status, task, fake.received.length, answer, metadata.normalization];
      if (JSON.stringify(found) !== JSON.stringify([200, 'chat', 1, 'Hello there.', undefined]))
        wrong.push([request, ...found]);
    }
    expect(wrong).toEqual([]);
  });

  it('have nothing put before the prompt of their application', async () => {
    const wrong: unknown[] = [];
    for (const request of requests) {
      fake.received.length = 0;
      const { response, task } = await ask(request, {}, OWN);
      await response.arrayBuffer();
      if (task !== 'none' || fake.received.length !== 1 || !isFirst(systemOf()))
        wrong.push([request, task, fake.received.length, systemOf()]);
    }
    expect(wrong).toEqual([]);
  });
});

describe('the task that applies', () => {
  it.each<[string, Fields, string, string | undefined]>([
    ['a message that asks for claim work', {}, 'fact_check', undefined],
    ['a system message', {}, 'none', OWN],
    ['tools', { tools: [{ type: 'function', function: { name: 'now' } }] }, 'none', undefined],
    ['older functions', { functions: [{ name: 'now' }] }, 'none', undefined],
    ['a response format', { response_format: { type: 'json_object' } }, 'none', undefined],
    ['a neutral format', { response_format: { type: 'text' }, tools: [] }, 'fact_check', undefined],
    ['mode off', { fact_check: { mode: 'off' } }, 'none', undefined],
    ['a task that was asked for', { task: 'chat' }, 'chat', OWN],
    ['the task none', { task: 'none' }, 'none', undefined],
    ['a task beside mode off', { task: 'fact_check', fact_check: { mode: 'off' } }, 'fact_check', undefined],
  ])('is said of %s, whole and streamed', async (_what, fields, expected, own) => {
    for (const stream of [false, true]) {
      const { response, task } = await ask(WORK, { ...fields, stream }, own);
      await response.arrayBuffer();
      expect([response.status, task]).toEqual([200, expected]);
    }
    expect(fake.received).toHaveLength(2);
  });

  it('has its prompt before the system messages that the caller wrote', async () => {
    await ask('Hello', { task: 'chat' });
    const prompt = systemOf() as string;
    await ask('Hello', { task: 'chat' }, OWN);
    expect(systemOf()).toBe(`${prompt}\n\n${OWN}`);
  });

  it('is the same in the Responses and the Messages API', async () => {
    const head = { api_key: 'sk-test', model: MODEL };
    const tool = { name: 'now', input_schema: { type: 'object' } };
    const turn = { ...head, max_tokens: 16, messages: [{ role: 'user', content: WORK }] };
    const format = { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } };
    for (const [path, body, expected] of [
      ['/v1/responses', { ...head, input: WORK }, 'fact_check'],
      ['/v1/responses', { ...head, input: 'Hello' }, 'chat'],
      ['/v1/responses', { ...head, input: WORK, instructions: OWN }, 'none'],
      ['/v1/responses', { ...head, input: WORK, text: format }, 'none'],
      ['/v1/responses', { ...head, input: WORK, tools: [{ type: 'function', name: 'now' }] }, 'none'],
      ['/v1/responses', { ...head, input: WORK, tools: [{ type: 'web_search' }] }, 'none'],
      ['/v1/responses', { ...head, input: WORK, task: 'none', stream: true }, 'none'],
      ['/v1/messages', turn, 'fact_check'],
      ['/v1/messages', { ...turn, stream: true }, 'fact_check'],
      ['/v1/messages', { ...turn, system: OWN }, 'none'],
      ['/v1/messages', { ...turn, tools: [tool] }, 'none'],
      ['/v1/messages', { ...turn, fact_check: { mode: 'off' } }, 'none'],
    ] as const) {
      const response = await gateway.post(path, body);
      await response.arrayBuffer();
      expect([path, response.status, response.headers.get('x-claimgate-task')]).toEqual([
        path,
        200,
        expected,
      ]);
    }
    const chat = await gateway.post('/chat', {
      ...head,
      user_query: 'Hello',
      fact_check: { mode: 'detect' },
    });
    expect(chat.headers.get('x-claimgate-task')).toBe('chat');
  });

  it('never takes the place of the answer where nobody asked for it', async () => {
    for (const stream of [false, true]) {
      fake.received.length = 0;
      const { response, task } = await ask('Normalize the claim in this post: WOW the moon is cheese!!', {
        stream,
      });
      expect(task).toBe('normalize');
      const text = await response.text();
      if (stream) expect(text).toContain('"content":"Hello');
      else expect(JSON.parse(text).choices[0].message.content).toBe('Hello there.');
      expect(fake.received).toHaveLength(1);
    }
  });

  it('may be read by pages of other origins', async () => {
    const response = await gateway.post(
      '/v1/chat/completions',
      { api_key: 'sk-test', model: MODEL, messages: [{ role: 'user', content: 'Hello' }] },
      { origin: 'https://app.example.org' },
    );
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Claimgate-Task');
  });
});

it('config says which task applies where a request names none', async () => {
  const other = await startGateway({
    env: envFor(fake),
    yaml: 'tasks: { default: none }\nfact_check: { mode: detect }',
  });
  try {
    const messages = [{ role: 'user', content: WORK }];
    const response = await other.chat({ api_key: 'sk-test', model: MODEL, messages });
    expect(response.headers.get('x-claimgate-task')).toBe('none');
    expect(systemOf()).toBeUndefined();
    const named = await other.chat({ api_key: 'sk-test', model: MODEL, messages, task: 'auto' });
    expect(named.headers.get('x-claimgate-task')).toBe('fact_check');
  } finally {
    await other.stop();
  }
});
