/** Every simulated provider, in every scenario, whole and streamed, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CALLERS,
  type Caller,
  callerOf,
  detectDigits,
  type ReadAnswer,
  type Wanted,
} from './callers-in-tests.ts';
import { type Sandbox, startSandbox } from './server.ts';

const QUESTION = 'Is it so? The bridge was opened in 1931. It is 1,280 metres long.';
const SCHEMA = {
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } }, sure: { type: 'boolean' } },
  required: ['claims', 'sure'],
  additionalProperties: false,
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: '0badcafe',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

async function answerOf(caller: Caller, wanted: Wanted): Promise<ReadAnswer> {
  const response = await caller.ask(sandbox, wanted);
  expect(response.status, await response.clone().text()).toBe(200);
  if (wanted.stream !== true) return caller.readWhole(await response.json());
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return caller.readStream(await response.text());
}

/** Each provider's words for the ends of an answer: its own end, the limit, the filter whole and streamed. */
const ENDS: Record<string, readonly [string, string, string, string]> = {
  openai: ['stop', 'length', 'content_filter', 'content_filter'],
  xai: ['stop', 'length', 'content_filter', 'content_filter'],
  together: ['eos', 'length', 'content_filter', 'content_filter'],
  anthropic: ['end_turn', 'max_tokens', 'refusal', 'refusal'],
  google: ['STOP', 'MAX_TOKENS', 'PROHIBITED_CONTENT', 'SAFETY'],
  'my-own': ['stop', 'length', 'content_filter', 'content_filter'],
};

describe.each(CALLERS.map((caller) => [caller.provider, caller] as const))('%s', (provider, caller) => {
  const [end = '', length = '', filteredWhole = '', filteredStream = ''] = ENDS[provider] ?? [];

  it.each(['sandbox', 'sandbox-free', 'sandbox-limited', 'sandbox-slow', 'sk-any-key'])(
    'answers the key %s with the claims of the question, whole and streamed alike',
    async (key) => {
      const whole = await answerOf(caller, { key, text: QUESTION });
      expect(whole.text).toContain('Claimgate sandbox');
      expect(whole.text).toContain(
        'I would check 2 claims:\n\n1. The bridge was opened in 1931.\n2. It is 1,280 metres long.',
      );
      expect(whole.finish).toBe(end);
      const streamed = await answerOf(caller, { key, text: QUESTION, stream: true });
      expect(streamed).toEqual(whole);
    },
  );

  it('counts tokens that add up', async () => {
    const { usage, text } = await answerOf(caller, { key: 'sandbox', text: QUESTION });
    expect(usage?.prompt).toBeGreaterThan(QUESTION.length / 5);
    expect(usage?.prompt).toBeLessThan(QUESTION.length / 2);
    expect(usage?.text).toBeGreaterThan(text.length / 7);
    expect(usage?.text).toBeLessThan(text.length);
    if (usage?.total !== undefined) expect(usage.total).toBe(usage.prompt + usage.text + usage.reasoning);
  });

  it('ends at the limit of tokens, the caller’s or the scenario’s', async () => {
    for (const stream of [false, true]) {
      const limited = await answerOf(caller, { key: 'sandbox', maxTokens: 3, stream });
      expect(limited).toMatchObject({ text: 'Welcome to', finish: length });
      expect(limited.usage).toMatchObject({ text: 3, reasoning: 0 });
      const scenario = await answerOf(caller, { key: 'sandbox-length', stream });
      expect(scenario.finish).toBe(length);
      expect(scenario.text).toMatch(/^Welcome to the Claimgate sandbox/);
    }
  });

  it('is stopped by its content filter, in a stream after some text', async () => {
    expect((await answerOf(caller, { key: 'sandbox-filtered' })).finish).toBe(filteredWhole);
    const streamed = await answerOf(caller, { key: 'sandbox-filtered', stream: true });
    expect(streamed.finish).toBe(filteredStream);
    expect(streamed.text).toMatch(/^Welcome to the Claimgate sandbox/);
  });

  it('gives JSON that fits the schema', async () => {
    for (const stream of [false, true]) {
      const answer = await answerOf(caller, { key: 'sandbox', text: QUESTION, schema: SCHEMA, stream });
      expect(JSON.parse(answer.text)).toEqual({
        claims: ['The bridge was opened in 1931.', 'It is 1,280 metres long.'],
        sure: true,
      });
    }
  });

  it('dies in the middle of a stream, after some text and without an end mark', async () => {
    const response = await caller.ask(sandbox, { key: 'sandbox-cut', stream: true });
    expect(response.status).toBe(200);
    const { received, error } = await readUntilItBreaks(response);
    expect(error).toBeInstanceOf(Error);
    const seen = caller.readStream(received);
    expect(seen.text).toMatch(/^Welcome to the Claimgate sandbox/);
    expect(seen.ended).toBe(false);
    expect(seen.finish).toBeUndefined();
  });

  it('dies in the middle of a whole answer', async () => {
    const response = await caller.ask(sandbox, { key: 'sandbox-cut' });
    expect(response.status).toBe(200);
    const { received, error } = await readUntilItBreaks(response);
    expect(error).toBeInstanceOf(Error);
    expect(received.length).toBeGreaterThan(20);
    expect(() => JSON.parse(received)).toThrow();
  });

  it('reports an error in the middle of its stream, and ends it', async () => {
    const response = await caller.ask(sandbox, { key: 'sandbox-error', stream: true });
    expect(response.status).toBe(200);
    const seen = caller.readStream(await response.text());
    expect(seen.text).toMatch(/^Welcome to the Claimgate sandbox/);
    expect(seen.error).toBeDefined();
    expect(seen.ended).toBe(false);
    expect(seen.finish).toBeUndefined();
  });

  it.each([false, true])('never answers sandbox-timeout (stream: %s)', async (stream) => {
    const hangUp = new AbortController();
    const asked = caller.ask(sandbox, { key: 'sandbox-timeout', stream, signal: hangUp.signal });
    const first = await Promise.race([asked.catch(() => 'gone'), answeredBy(caller)]);
    expect(first).toBe('another was answered meanwhile');
    hangUp.abort();
    await expect(asked).rejects.toThrow('aborted');
  });
});

/** An answer that was asked for later and has come. */
async function answeredBy(caller: Caller): Promise<string> {
  await answerOf(caller, { key: 'sandbox' });
  return 'another was answered meanwhile';
}

async function readUntilItBreaks(response: Response): Promise<{ received: string; error: unknown }> {
  const decoder = new TextDecoder();
  let received = '';
  try {
    for await (const piece of response.body ?? []) received += decoder.decode(piece, { stream: true });
  } catch (error) {
    return { received, error };
  }
  return { received, error: undefined };
}

/** What each provider says where it does not answer: the status, and a part of its body. */
const FAILURES: Record<string, Record<string, readonly [number, object]>> = {
  openai: {
    'sandbox-invalid': [401, { error: { type: 'invalid_request_error', code: 'invalid_api_key' } }],
    'sandbox-revoked': [401, { error: { code: 'account_deactivated' } }],
    'sandbox-ratelimited': [429, { error: { type: 'requests', code: 'rate_limit_exceeded' } }],
    'sandbox-quota': [429, { error: { type: 'insufficient_quota', code: 'insufficient_quota' } }],
    'sandbox-overloaded': [503, { error: { type: 'server_error', code: null } }],
    'sandbox-error': [500, { error: { type: 'server_error' } }],
  },
  xai: {
    'sandbox-invalid': [400, { code: 'Client specified an invalid argument' }],
    'sandbox-revoked': [
      403,
      { code: 'The caller does not have permission to execute the specified operation' },
    ],
    'sandbox-ratelimited': [429, { code: 'Some resource has been exhausted' }],
    'sandbox-quota': [429, { code: 'Some resource has been exhausted' }],
    'sandbox-overloaded': [503, { error: { type: 'server_error' } }],
    'sandbox-error': [500, { code: 'Internal error' }],
  },
  together: {
    'sandbox-invalid': [401, { error: { type: 'invalid_request_error', code: 'invalid_api_key' } }],
    'sandbox-revoked': [401, { error: { code: 'invalid_api_key' } }],
    'sandbox-ratelimited': [429, { error: { type: 'model_rate_limit' } }],
    'sandbox-quota': [402, { error: { type: 'credit_limit' } }],
    'sandbox-overloaded': [503, { error: { type: 'service_unavailable' } }],
    'sandbox-error': [500, { error: { type: 'server_error' } }],
  },
  anthropic: {
    'sandbox-invalid': [401, { type: 'error', error: { type: 'authentication_error' } }],
    'sandbox-revoked': [400, { error: { message: 'This organization has been disabled.' } }],
    'sandbox-ratelimited': [429, { error: { type: 'rate_limit_error' } }],
    'sandbox-quota': [402, { error: { type: 'billing_error' } }],
    'sandbox-overloaded': [529, { error: { type: 'overloaded_error' } }],
    'sandbox-error': [500, { error: { type: 'api_error' } }],
  },
  google: {
    'sandbox-invalid': [
      400,
      { error: { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }, {}] } },
    ],
    'sandbox-revoked': [
      400,
      {
        error: {
          message: 'API key expired. Please renew the API key.',
          details: [{ reason: 'API_KEY_INVALID' }, {}],
        },
      },
    ],
    'sandbox-ratelimited': [
      429,
      { error: { status: 'RESOURCE_EXHAUSTED', details: [{}, { retryDelay: '7s' }] } },
    ],
    'sandbox-quota': [
      429,
      { error: { status: 'RESOURCE_EXHAUSTED', message: expect.stringContaining('credits are depleted') } },
    ],
    'sandbox-overloaded': [503, { error: { status: 'UNAVAILABLE' } }],
    'sandbox-error': [500, { error: { status: 'INTERNAL' } }],
  },
};
const failures = Object.entries(FAILURES).flatMap(([provider, keys]) =>
  Object.entries(keys).map(([key, [status, body]]) => [provider, key, status, body] as const),
);

describe('a simulated provider that fails', () => {
  it.each(failures)('%s answers %s with %i in its own form', async (provider, key, status, body) => {
    const caller = callerOf(provider);
    // In the middle of a stream, an error is an event: that is another test.
    for (const stream of key === 'sandbox-error' ? [false] : [false, true]) {
      const response = await caller.ask(sandbox, { key, stream });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toMatchObject(body);
    }
  });

  it('says when to come back: Google in the body, all others in a header', async () => {
    for (const caller of CALLERS) {
      const limited = await caller.ask(sandbox, { key: 'sandbox-ratelimited' });
      expect(limited.headers.get('retry-after')).toBe(caller.provider === 'google' ? null : '7');
      const spent = await caller.ask(sandbox, { key: 'sandbox-quota' });
      expect(spent.headers.get('retry-after')).toBeNull();
      expect(await spent.text()).not.toContain('retryDelay');
    }
  });

  it('plays the invalid and the revoked key by the key’s text too', async () => {
    for (const [provider, keys] of Object.entries(FAILURES)) {
      for (const kind of ['invalid', 'revoked']) {
        const response = await callerOf(provider).ask(sandbox, { key: `sk-${kind}-123` });
        expect(response.status).toBe(keys[`sandbox-${kind}`]?.[0]);
      }
    }
  });

  it('never repeats a whole key', async () => {
    for (const caller of CALLERS) {
      for (const key of ['sk-secret-invalid-4711', 'sk-secret-revoked-4711', 'my-invalid']) {
        const response = await caller.ask(sandbox, { key });
        expect(await response.text()).not.toContain(key);
      }
    }
  });
});

describe('a stop sequence', () => {
  // xAI's reasoning models refuse `stop`; that is another test.
  const callers = CALLERS.filter(({ provider }) => provider !== 'xai');

  it.each(callers.map((caller) => [caller.provider, caller] as const))(
    'ends the answer of %s before it',
    async (_, caller) => {
      const finish =
        { together: 'stop', anthropic: 'stop_sequence', google: 'STOP' }[caller.provider] ?? 'stop';
      for (const stream of [false, true]) {
        const answer = await answerOf(caller, {
          key: 'sandbox',
          stop: ['nothing like this', ' sandbox'],
          stream,
        });
        expect(answer).toMatchObject({ text: 'Welcome to the Claimgate', finish });
      }
    },
  );

  it('is named by Anthropic', async () => {
    const response = await callerOf('anthropic').ask(sandbox, { key: 'sandbox', stop: [' sandbox'] });
    expect(await response.json()).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: ' sandbox' });
  });
});
