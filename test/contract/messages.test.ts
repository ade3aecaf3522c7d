/** POST /v1/messages beyond what its stock client sees: headers, the form of errors, what a request may not say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const KEY = { 'x-api-key': 'sandbox' };
const body = {
  model: 'claude-haiku-5-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }],
};
const post = (fields: object = {}, headers: Record<string, string> = KEY): Promise<Response> =>
  gateway.post('/v1/messages', { ...body, ...fields }, headers);

it('has the headers of every answer, and its id by the name that clients know', async () => {
  const answer = await post({ top_k: 5 });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('request-id')).toBe(answer.headers.get('x-request-id'));
  expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  expect(answer.headers.get('x-claimgate-adjusted')).toContain('top_k=ignored');
});

it('has no fields of text that say nothing: some clients refuse a null there', async () => {
  const text = { type: 'text', text: expect.any(String) };
  const { content } = (await (await post()).json()) as { content: { type: string }[] };
  expect(content.filter(({ type }) => type !== 'thinking')).toEqual([text]);
  expect(JSON.stringify(content)).not.toContain('null');
  const events = await (await post({ stream: true })).text();
  expect(events).toContain('"content_block":{"type":"text","text":""}');
});

it('puts the evidence for a question before the words of the system behind it', async () => {
  const messages = [
    { role: 'user', content: 'The tower in Paris was completed in 1899. Is that so?' },
    { role: 'system', content: 'Be brief.' },
  ];
  const documents = [{ title: 'Rules', text: 'The tower in Paris was completed in 1889.' }];
  const answer = await post({
    model: 'claude-opus-5-5',
    messages,
    fact_check: { mode: 'ground', documents },
  });
  // Anthropic refuses a conversation in which the user speaks behind the system.
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"source":"context"');
});

it('keeps no threads: clients that continue one learn to send the whole conversation', async () => {
  expect((await post({ thread: { type: 'create' } })).status).toBe(200);
  const answer = await post({ thread: { type: 'continue', previous_message_id: 'msg_1' } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({
    error: { type: 'not_found_error', details: { error_code: 'thread_not_found' } },
  });
});

describe('an error', () => {
  const cases: [string, () => Promise<Response>, number, string][] = [
    ['no key', () => post({}, {}), 401, 'authentication_error'],
    ['a key that is wrong', () => post({}, { 'x-api-key': 'sandbox-invalid' }), 401, 'authentication_error'],
    ['a field that is missing', () => post({ max_tokens: undefined }), 400, 'invalid_request_error'],
    ['an unknown model', () => post({ model: 'no-such' }), 400, 'invalid_request_error'],
    [
      'an overloaded provider',
      () => post({}, { 'x-api-key': 'sandbox-overloaded' }),
      503,
      'overloaded_error',
    ],
    [
      'no JSON',
      () =>
        fetch(`${gateway.url}/v1/messages`, {
          method: 'POST',
          headers: { ...KEY, 'content-type': 'application/json' },
          body: '{',
        }),
      400,
      'invalid_request_error',
    ],
  ];
  it.each(cases)('has the form of Anthropic’s: %s', async (_name, send, status, type) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      type: 'error',
      error: { type, message: expect.any(String) },
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('lists every fault, by its place', async () => {
    const answer = await post({ max_tokens: 0, messages: [{ role: 'user', content: 7 }] });
    const { error } = (await answer.json()) as { error: { message: string; faults: { loc: unknown[] }[] } };
    expect(error.message).toMatch(/^body\.\w+/);
    expect(error.faults.map(({ loc }) => loc.join('.')).toSorted()).toEqual([
      'body.max_tokens',
      'body.messages.0.content',
    ]);
  });

  it('names a field as the caller wrote it', async () => {
    const tool = { name: 'f', input_schema: { type: 'array' } };
    const asked = await post({ model: 'gemini-3.8-flash', tools: [tool] });
    const { error } = (await asked.json()) as { error: { param: string } };
    expect(error.param).toMatch(/^tools\.0\.input_schema/);
  });
});

describe('a path below it that the gateway does not have', () => {
  it.each([
    ['drafts', 'POST', /^Not found$/],
    ['msg_1/content', 'GET', /^Not found$/],
    ['batches', 'POST', /^The sandbox's Anthropic has no such endpoint$/],
    ['batches/msgbatch_1/results', 'GET', /^The sandbox's Anthropic has no such endpoint$/],
  ])('is a 404 of Anthropic’s form, and no request of the plan: %s', async (path, method, message) => {
    const remaining = async (): Promise<string> =>
      (await fetch(`${gateway.url}/v1/limits`, { headers: { authorization: 'Bearer sandbox' } })).text();
    const before = await remaining();
    const answer = await fetch(`${gateway.url}/v1/messages/${path}`, {
      method,
      headers: { ...KEY, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', message: expect.stringMatching(message) },
      request_id: answer.headers.get('request-id'),
    });
    expect(before).toMatch(/"remaining":\d/);
    expect(await remaining()).toBe(before);
  });
});
