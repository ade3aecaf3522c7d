/** Contract, section 2, Streaming: the grammar of a stream, its headers, its silences and its failures. */
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, providerOf, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { expectError, parseStream, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

/** Milliseconds; 15 s in life. */
const SILENCE = 120;

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: [
      'upstream: { first_byte_timeout: 300ms, idle_timeout: 300ms }',
      'fact_check: { mode: detect }',
      'plans: { free: { per_hour: 1000, per_month: null } }',
    ].join('\n'),
    app: { silence: SILENCE },
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const stream = (fields: Record<string, unknown> = {}) =>
  gateway.chat({ api_key: 'sk-test', stream: true, ...fields });

/** Answers with these pieces of the provider's stream, in the words of whoever is asked. */
const pieces =
  (...parts: (keyof Parts)[]): Handler =>
  (request, response) => {
    const wire = WIRES[providerOf(request)];
    const told: Parts = {
      opening: wire.opening,
      text: wire.delta('Hello'),
      more: wire.delta(' there.'),
      end: wire.end,
      error: wire.errorEvent,
      nonsense: 'data: {"this is": not JSON\n\n',
    };
    startStream(response);
    response.end(parts.map((part) => told[part]).join(''));
  };
interface Parts {
  readonly opening: string;
  readonly text: string;
  readonly more: string;
  readonly end: string;
  readonly error: string;
  readonly nonsense: string;
}

/** Answers with the beginning of a stream, then does as told. */
const beginning =
  (then: (response: ServerResponse) => void | Promise<void>, text = true): Handler =>
  async (request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening + (text ? wire.delta('Hello') : ''));
    await delay(20);
    await then(response);
  };

describe.each(PROVIDERS)('a stream of %s', (provider) => {
  const { model } = WIRES[provider];

  it('keeps to the grammar', async () => {
    fake.answer(speak(['The tower', ' was built', ' in 1889.']));
    const before = Math.floor(Date.now() / 1_000);
    const response = await stream({ model, stream_options: { include_usage: true } });
    expect(response.status).toBe(200);
    const { chunks, errors, done, text } = await readStream(response);

    expect(errors).toEqual([]);
    expect(done).toBe(true);
    expect(text).toBe('The tower was built in 1889.');
    for (const chunk of chunks) {
      expect(chunk).toMatchObject({
        id: chunks[0]?.id,
        object: 'chat.completion.chunk',
        created: chunks[0]?.created,
        model,
        choices: expect.any(Array),
      });
    }
    expect(chunks[0]?.id).toMatch(/^chatcmpl-[A-Za-z0-9_-]{24,}$/);
    expect(chunks[0]?.created).toBeGreaterThanOrEqual(before);
    expect(chunks[0]?.created).toBeLessThanOrEqual(before + 5);

    const [first, ...rest] = chunks;
    const usage = rest.pop();
    const finish = rest.pop();
    expect(first?.choices).toEqual([
      { index: 0, delta: { role: 'assistant', content: 'The tower' }, finish_reason: null },
    ]);
    for (const chunk of rest) {
      expect(chunk.choices).toEqual([
        { index: 0, delta: { content: expect.stringMatching(/./) }, finish_reason: null },
      ]);
      expect(chunk).not.toHaveProperty('fact_check_metadata');
    }
    expect(finish?.choices).toEqual([{ index: 0, delta: {}, finish_reason: 'stop' }]);
    expect(finish?.fact_check_metadata).toMatchObject({ claims_detected: 1, mode: 'detect' });
    expect(usage?.choices).toEqual([]);
    expect(usage?.usage).toMatchObject({ ...WIRES[provider].usage, total_tokens: 12 });
    expect(chunks.filter((chunk) => chunk.usage !== undefined)).toHaveLength(1);
  });

  it('says what the whole answer says', async () => {
    fake.answer(speak(['The tower', ' was built in 1889.']));
    const whole = await (await gateway.chat({ api_key: 'sk-test', model })).json();
    const { chunks, text } = await readStream(
      await stream({ model, stream_options: { include_usage: true } }),
    );
    expect(whole).toMatchObject({
      choices: [{ message: { content: text }, finish_reason: 'stop' }],
      usage: chunks.at(-1)?.usage,
      fact_check_metadata: chunks.at(-2)?.fact_check_metadata,
    });
  });

  it('has no usage chunk that nobody asked for', async () => {
    for (const options of [undefined, null, {}, { include_usage: false }]) {
      const { chunks, done } = await readStream(await stream({ model, stream_options: options }));
      expect(done).toBe(true);
      expect(chunks.every((chunk) => chunk.choices.length === 1 && chunk.usage === undefined)).toBe(true);
    }
  });

  it('without text begins with an empty one', async () => {
    fake.answer(pieces('opening', 'end'));
    const { chunks, done } = await readStream(await stream({ model }));
    expect(chunks.map((chunk) => chunk.choices[0]?.delta)).toEqual([{ role: 'assistant', content: '' }, {}]);
    expect(chunks[1]?.choices[0]?.finish_reason).toBe('stop');
    expect(done).toBe(true);
  });

  it('has no metadata where checking is off', async () => {
    const { raw, done } = await readStream(await stream({ model, fact_check: { mode: 'off' } }));
    expect(done).toBe(true);
    expect(raw).not.toContain('fact_check_metadata');
  });

  it.each([
    ['ends without its end mark', pieces('opening', 'text'), 'provider_cut_off'],
    ['dies', beginning((response) => void response.destroy()), 'provider_cut_off'],
    ['reports an error', pieces('opening', 'text', 'error'), 'provider_error'],
    ['talks nonsense', pieces('opening', 'text', 'nonsense', 'end'), 'provider_error'],
  ])('of which the provider %s tells so in one event, and ends cleanly', async (_what, handler, code) => {
    fake.answer(handler);
    const response = await stream({ model, stream_options: { include_usage: true } });
    expect(response.status).toBe(200);
    const { chunks, errors, done, text } = await readStream(response);
    expect(text).toBe('Hello');
    expect(done).toBe(false);
    expect(chunks.every((chunk) => chunk.choices[0]?.finish_reason === null)).toBe(true);
    expect(chunks.every((chunk) => chunk.usage === undefined)).toBe(true);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toEqual({
      detail: errors[0]?.error.message,
      error: { message: expect.any(String), type: 'server_error', param: null, code },
    });
  });

  it.each([
    ['ends without its end mark', pieces('opening'), 502],
    ['ends with nothing', pieces(), 502],
    ['dies', beginning((response) => void response.destroy(), false), 502],
    ['reports an error', pieces('opening', 'error'), 502],
    ['talks nonsense', pieces('opening', 'nonsense'), 502],
  ])('of which the provider %s before any text is an ordinary error', async (_what, handler, status) => {
    fake.answer(handler);
    await expectError(await stream({ model }), { status, type: 'server_error' });
  });

  it('that was cut by the limit of tokens is never called complete', async () => {
    const { raw } = await readStream(await gateway.chat({ api_key: 'sandbox-length', model, stream: true }));
    expect(raw).toContain('"finish_reason":"length"');
    expect(raw).not.toContain('"finish_reason":"stop"');
  });
});

it('a stream of which the provider falls silent says so in one event, and ends cleanly', async () => {
  fake.answer(beginning(() => {}));
  const answers = await Promise.all(
    PROVIDERS.map(async (provider) => readStream(await stream({ model: WIRES[provider].model }))),
  );
  for (const { text, errors, done } of answers) {
    expect([text, done]).toEqual(['Hello', false]);
    expect(errors.map(({ error }) => error.code)).toEqual(['provider_timeout']);
  }
});

describe('the headers of a stream', () => {
  it('are those of an event stream', async () => {
    const response = await stream();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(response.headers.get('x-ratelimit-limit')).toBe('1000');
    expect(response.headers.get('content-encoding')).toBeNull();
    await response.text();
  });

  it('go out with the first text, not before', async () => {
    let go = (): void => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    fake.answer(async (request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening);
      await wait;
      response.end(wire.delta('Hello') + wire.end);
    });
    let arrived = false;
    const response = stream().then((got) => {
      arrived = true;
      return got;
    });
    await delay(SILENCE / 2);
    expect(arrived).toBe(false);
    go();
    expect((await readStream(await response)).comments).toEqual([]);
  });

  it('go out after a silence, with a sign of life; an error is an event from then on', async () => {
    fake.answer(
      beginning(async (response) => {
        await delay(SILENCE * 2);
        response.destroy();
      }, false),
    );
    const response = await stream();
    expect(response.status).toBe(200);
    const { raw, comments, errors, chunks, done } = await readStream(response);
    expect(raw.startsWith(': keep-alive\n\n')).toBe(true);
    expect(comments.length).toBeGreaterThanOrEqual(1);
    expect(errors).toHaveLength(1);
    expect([chunks, done]).toEqual([[], false]);
  });
});

describe('signs of life', () => {
  it('come in every silence within a stream, and the stream goes on', async () => {
    fake.answer(async (request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      response.write(wire.opening + wire.delta('Hello'));
      await delay(SILENCE * 2.5);
      response.end(wire.delta(' there.') + wire.end);
    });
    const { raw, comments, text, done } = await readStream(await stream());
    expect(comments.length).toBeGreaterThanOrEqual(2);
    expect(new Set(comments)).toEqual(new Set(['keep-alive']));
    expect([text, done]).toEqual(['Hello there.', true]);
    expect(raw.indexOf('Hello')).toBeLessThan(raw.indexOf(': keep-alive'));
  });

  it('are no part of a text/plain answer', async () => {
    fake.answer(async (request, response) => {
      const wire = WIRES[providerOf(request)];
      startStream(response);
      await delay(SILENCE * 1.5);
      response.write(wire.opening + wire.delta('Hello'));
      await delay(SILENCE * 1.5);
      response.end(wire.delta(' there.') + wire.end);
    });
    const ask = { user_query: 'Hi', model: 'gpt-6-luna', api_key: 'sk-test' };
    const response = await gateway.post('/chat', ask, { accept: 'text/plain' });
    expect(await response.text()).toBe('Hello there.');
  });
});

describe('claim events', () => {
  const messages = [{ role: 'user', content: 'The Eiffel Tower was completed in 1889.' }];

  it('come as claims are found, where they are asked for', async () => {
    fake.answer(speak(['Yes. Gustave Eiffel', ' built it. It is 330 metres tall.']));
    const response = await stream({ messages, fact_check: { mode: 'detect', stream_events: true } });
    const { chunks, done } = await readStream(response);
    expect(done).toBe(true);
    const told = chunks.filter((chunk) => chunk.claim_event !== undefined);
    expect(told.length).toBeGreaterThanOrEqual(2);
    for (const chunk of told) {
      expect(chunk.choices).toEqual([]);
      expect(chunk).toMatchObject({
        id: chunks[0]?.id,
        object: 'chat.completion.chunk',
        model: 'gpt-6-luna',
      });
      expect(chunk.claim_event?.type).toBe('claim');
    }
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant');
    const metadata = chunks.at(-1)?.fact_check_metadata;
    expect(told.map((chunk) => chunk.claim_event?.claim)).toEqual(metadata?.claims);
    expect(told.map((chunk) => chunk.claim_event?.claim.role)).toContain('user');
    expect(told.map((chunk) => chunk.claim_event?.claim.role)).toContain('assistant');
  });

  it.each([undefined, null, {}, { stream_events: false }, { stream_events: null }])(
    'do not come otherwise (%j)',
    async (options) => {
      const { raw } = await readStream(await stream({ messages, fact_check: options }));
      expect(raw).not.toContain('claim_event');
    },
  );
});

it('the pieces of a stream arrive as the provider sends them', async () => {
  const sent: (() => void)[] = [];
  const steps = [0, 1, 2].map(
    (index) =>
      new Promise<void>((resolve) => {
        sent[index] = resolve;
      }),
  );
  fake.answer(async (request, response) => {
    const wire = WIRES[providerOf(request)];
    startStream(response);
    response.write(wire.opening);
    for (const [index, step] of steps.entries()) {
      response.write(wire.delta(`${index}`));
      await step;
    }
    response.end(wire.end);
  });
  const response = await stream();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let raw = '';
  for (const index of [0, 1, 2]) {
    while (!raw.includes(`"content":"${index}"`)) {
      const { value, done } = await reader.read();
      expect(done).toBe(false);
      raw += Buffer.from(value as Uint8Array).toString('utf8');
    }
    // The next one was not sent before this one had arrived.
    expect(raw).not.toContain(`"content":"${index + 1}"`);
    sent[index]?.();
  }
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    raw += Buffer.from(next.value).toString('utf8');
  }
  expect(parseStream(raw)).toMatchObject({ text: '012', done: true, errors: [] });
});
