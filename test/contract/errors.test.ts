/** Contract, section 6: a fault of the gateway's own, and both forms of every error. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { type ErrorBody, expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, severalProcesses, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
let clockFails = false;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: 1000 } }\nlimits: { failed_keys_per_minute: 1000 }',
    ...(severalProcesses
      ? {}
      : {
          app: {
            now: () => {
              if (clockFails) throw new Error('the inside of the gateway, sk-secret-of-the-inside');
              return Date.now();
            },
          },
        }),
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const chat = (fields: Record<string, unknown> = {}) => gateway.chat({ api_key: 'sk-test', ...fields });

it.skipIf(severalProcesses)('500: a fault of the gateway says nothing of the inside', async () => {
  clockFails = true;
  try {
    for (const stream of [false, true]) {
      const response = await chat({ stream });
      const text = await response.clone().text();
      await expectError(response, {
        status: 500,
        detail: 'Internal server error',
        type: 'server_error',
        param: null,
        code: 'internal_error',
      });
      expect(text).not.toContain('inside');
    }
  } finally {
    clockFails = false;
  }
  await gateway.logged();
  // For each, where it happened, and that its request was answered so.
  const told = gateway.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ failure }) => failure === 'internal');
  expect(told.map(({ level }) => level)).toEqual(['error', 'info', 'error', 'info']);
  expect(told[0]).toMatchObject({ error: 'Error', stack: expect.any(Array) });
  expect(gateway.logLines.join('')).not.toContain('sk-secret-of-the-inside');
  expect((await chat()).status).toBe(200);
});

it('422: a value that JavaScript makes no number of is a value of the wrong type', async () => {
  const odd = { toString: [], valueOf: null };
  const bodies = [
    { top_logprobs: odd },
    { logit_bias: { 50256: odd } },
    { logit_bias: { 50256: '5' } },
    { n: [odd] },
    { fact_check: { max_claims: odd } },
  ];
  for (const body of bodies) expect([body, (await chat(body)).status]).toEqual([body, 422]);
  const spans = [{ start: [odd], end: odd }];
  expect((await gateway.post('/v1/claims', { text: 'Hi', spans })).status).toBe(422);
});

/** Asks for just what Anthropic does not have by that name. */
const SEARCHED = { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } };

describe('both forms', () => {
  it('hold the same words', async () => {
    const responses = await Promise.all([
      chat({ model: 'nobody' }),
      chat({ model: 'claude-haiku-5-5', ...SEARCHED }),
      chat({ api_key: '' }),
      chat({ model: 'gpt-6.1-sol' }),
      fetch(`${gateway.url}/nope`),
    ]);
    for (const response of responses) {
      const body = await readJson<ErrorBody>(response);
      expect(body.detail).toBe(body.error.message);
      expect(Object.keys(body)).toEqual(['error', 'detail']);
    }
  });

  it.each([
    [() => chat({ model: 'nobody' }), 400, 'invalid_request_error', 'model_not_found', 'model'],
    [
      () => chat({ model: 'claude-haiku-5-5', ...SEARCHED }),
      400,
      'invalid_request_error',
      'unsupported_parameter',
      'tool_choice',
    ],
    [() => chat({ api_key: '' }), 401, 'authentication_error', 'invalid_api_key', null],
    [() => chat({ api_key: 'sandbox-nobody' }), 401, 'authentication_error', 'invalid_api_key', null],
    [() => chat({ model: 'gpt-6.1-sol' }), 403, 'permission_error', 'model_not_in_plan', null],
    [() => fetch(`${gateway.url}/nope`), 404, 'invalid_request_error', 'not_found', null],
    [() => fetch(`${gateway.url}/v1/models/x`), 404, 'invalid_request_error', 'model_not_found', null],
    [() => fetch(`${gateway.url}/chat`), 405, 'invalid_request_error', 'method_not_allowed', null],
    [
      () => gateway.post('/chat', `"${'x'.repeat(5 << 20)}"`),
      413,
      'invalid_request_error',
      'body_too_large',
      null,
    ],
    [
      () => gateway.post('/chat', '', { 'content-type': 'text/plain' }),
      415,
      'invalid_request_error',
      'unsupported_media_type',
      null,
    ],
    [() => chat({ n: 'x' }), 422, 'invalid_request_error', 'invalid_body', 'n'],
  ])('%#: the type, the code and the field', async (make, status, type, code, param) => {
    await expectError(await make(), { status, type, code, param });
  });
});
