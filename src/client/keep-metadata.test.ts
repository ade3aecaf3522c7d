import { describe, expect, it } from 'vitest';
import { keepMetadata, withMetadata } from './keep-metadata.ts';
import { readClaims, readMetadata } from './read-claims.ts';

const claims = [{ id: 'claim-1', text: 'Ice floats.' }];
const metadata = { claims_detected: 1, claims };
const checked = { fact_check_metadata: metadata };

describe('readClaims', () => {
  it.each([
    ['an answer', checked],
    ['an event with the response', { type: 'response.completed', response: checked }],
    ['LangChain.js, streamed on the Responses API', { response_metadata: checked }],
    ['LangChain.js, with the raw response', { additional_kwargs: { __raw_response: checked } }],
    ['AI SDK, a raw part', { type: 'raw', rawValue: checked }],
    ['AI SDK, a raw event', { type: 'raw', rawValue: { response: checked } }],
    ['AI SDK, the body', { response: { body: checked } }],
  ])('finds them in %s', (_, answer) => {
    expect(readClaims(answer)).toBe(claims);
    expect(readMetadata(answer)).toBe(metadata);
  });

  it.each([undefined, null, 'text', 1, [], {}, { fact_check_metadata: null }, { fact_check_metadata: {} }])(
    'finds none in %j',
    (answer) => {
      expect(readClaims(answer)).toEqual([]);
      expect(readMetadata(answer)).toBeUndefined();
    },
  );
});

describe('withMetadata', () => {
  it('passes chunks on, and holds the metadata', async () => {
    const chunks = [{ id: 1 }, { id: 2, ...checked }, { id: 3 }];
    const stream = withMetadata(ReadableStream.from(chunks));
    expect(stream.metadata).toBeUndefined();
    const passed: unknown[] = [];
    for await (const chunk of stream) passed.push(chunk);
    expect(passed).toEqual(chunks);
    expect(stream.metadata).toBe(metadata);
  });

  it('leaves the stream with its reader', async () => {
    let left = false;
    async function* endless() {
      try {
        for (;;) yield {};
      } finally {
        left = true;
      }
    }
    for await (const _ of withMetadata(endless())) break;
    expect(left).toBe(true);
  });
});

describe('keepMetadata', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const events = { 'content-type': 'text/event-stream; charset=utf-8' };
  const keeper = (
    body: string | ReadableStream<Uint8Array> | null,
    headers: Record<string, string>,
    limit?: number,
  ) => keepMetadata({ fetch: async () => new Response(body, { headers, status: 201 }), limit });

  it('passes an answer on as it is, and remembers its metadata by its id', async () => {
    const body = JSON.stringify({ id: 'chatcmpl-ü', ...checked }, undefined, 2);
    const kept = keeper(body, json);
    const response = await kept.fetch('http://host/');
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe(json['content-type']);
    expect(kept.of('chatcmpl-ü')).toBeUndefined();
    expect(await response.text()).toBe(body);
    for (const answer of ['chatcmpl-ü', { id: 'chatcmpl-ü' }, { response: { id: 'chatcmpl-ü' } }]) {
      expect(kept.of(answer)).toEqual(metadata);
    }
    for (const other of [undefined, null, {}, '', 'chatcmpl-2', { id: 3 }]) {
      expect(kept.of(other)).toBeUndefined();
    }
  });

  it.each([
    [
      'chunks',
      [
        { id: 'a', choices: [] },
        { id: 'a', ...checked },
        { id: 'a', usage: {} },
      ],
    ],
    ['events of a response', [{ type: 'response.completed', response: { id: 'a', ...checked } }]],
    [
      'events of a message',
      [
        { type: 'message_start', message: { id: 'a' } },
        { type: 'message_delta', ...checked },
      ],
    ],
  ])('reads along a stream of %s', async (_, data) => {
    const body = `${data.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
    const kept = keeper(body, events);
    expect(await (await kept.fetch('http://host/')).text()).toBe(body);
    expect(kept.of('a')).toEqual(metadata);
  });

  it.each([
    ['{"fact_check_metadata"', json],
    ['data: {"fact_check_metadata"\n\n', events],
    ['a file that names "fact_check_metadata"', { 'content-type': 'text/plain' }],
    [null, json],
  ])('leaves %j to the client', async (body, headers) => {
    expect(await (await keeper(body, headers).fetch('http://host/')).text()).toBe(body ?? '');
  });

  it('remembers the last answers only', async () => {
    let id = 0;
    const kept = keepMetadata({
      fetch: async () => Response.json({ id: `answer-${id++}`, ...checked }),
      limit: 2,
    });
    for (let asked = 0; asked < 3; asked += 1) await (await kept.fetch('http://host/')).text();
    expect(['answer-0', 'answer-1', 'answer-2'].map((name) => kept.of(name) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('calls a fetch as browsers want it: not as a method of something else', async () => {
    const kept = keepMetadata({
      async fetch(this: unknown) {
        expect(this).toBeUndefined();
        return new Response();
      },
    });
    await kept.fetch('http://host/');
  });

  it('ends the request of a reader that leaves', async () => {
    let left = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')),
      cancel() {
        left = true;
      },
    });
    const reader = (await keeper(endless, events).fetch('http://host/')).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(left).toBe(true);
  });
});
