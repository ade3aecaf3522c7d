/** Contract, section 2, Streaming: errors before the first text, and what providers do to a stream. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, respond, speak, startStream, WIRES } from '../harness/provider-wires.ts';
import { expectError, readStream } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

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
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const stream = (fields: Record<string, unknown> = {}) =>
  gateway.chat({ api_key: 'sk-test', stream: true, ...fields });

describe('an error before the first text', () => {
  it('of a provider that is overloaded from the first event on is an ordinary 503', async () => {
    fake.answer((_request, response) => {
      startStream(response);
      response.end(
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
      );
    });
    const response = await stream({ model: 'claude-haiku-5-5' });
    await expectError(response, { status: 503, code: 'provider_overloaded' });
  });

  it('of a key that a provider refuses with a 200 is an ordinary 401', async () => {
    fake.answer((_request, response) => {
      startStream(response);
      response.end('data: {"code":"unauthenticated","error":"Incorrect API key provided: xa***"}\n\n');
    });
    const response = await stream({ model: 'grok-4.3' });
    await expectError(response, { status: 401, detail: 'Invalid API key' });
  });

  it('that comes as a JSON body with a 200 is an ordinary error', async () => {
    fake.answer(respond(200, { error: { message: 'Server error', type: 'server_error', code: 500 } }));
    await expectError(await stream(), { status: 502 });
  });

  it('of a web page with a 200 is a 502', async () => {
    fake.answer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body>Welcome to the hotel</body></html>');
    });
    const { error } = await expectError(await stream(), { status: 502 });
    expect(error.message).not.toContain('hotel');
  });

  it('of a provider that never answers is a 504', async () => {
    fake.answer(() => {});
    const answers = await Promise.all([stream(), gateway.chat({ api_key: 'sk-test' })]);
    for (const answer of answers) await expectError(answer, { status: 504, code: 'provider_timeout' });
  });
});

describe('what providers do to a stream', () => {
  const wire = WIRES.openai;
  const whole = wire.opening + wire.delta('Zażółć 🔑') + wire.delta(' done.') + wire.end;

  it.each([
    ['in single bytes', (text: string) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]))],
    ['with CRLF', (text: string) => [Buffer.from(text.replaceAll('\n', '\r\n'))]],
    ['with CR', (text: string) => [Buffer.from(text.replaceAll('\n', '\r'))]],
    ['without a space behind data:', (text: string) => [Buffer.from(text.replaceAll('data: ', 'data:'))]],
    ['with comments', (text: string) => [Buffer.from(text.replaceAll('data: ', ': PROCESSING\n\ndata: '))]],
    ['without the last blank line', (text: string) => [Buffer.from(text.trimEnd())]],
    ['with a byte order mark', (text: string) => [Buffer.from(`\ufeff${text}`)]],
  ])('%s is no matter', async (_what, cut) => {
    fake.answer(async (_request, response) => {
      startStream(response);
      for (const piece of cut(whole)) {
        response.write(piece);
        if (piece.length === 1) await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    const { text, done } = await readStream(await stream());
    expect([text, done]).toEqual(['Zażółć 🔑 done.', true]);
  });

  it('unknown fields and events break nothing', async () => {
    fake.answer((_request, response) => {
      startStream(response);
      const extra = 'event: brand_new\ndata: {"type":"brand_new","x":[1,2]}\n\n';
      const anthropic = WIRES.anthropic;
      response.end(anthropic.opening + extra + anthropic.delta('Hello') + extra + anthropic.end);
    });
    const { text, done } = await readStream(await stream({ model: 'claude-haiku-5-5' }));
    expect([text, done]).toEqual(['Hello', true]);
  });

  it('an unknown reason to stop is an error, never a stop', async () => {
    fake.answer((_request, response) => {
      startStream(response);
      response.end(wire.opening + wire.delta('Hello') + wire.end.replace('"stop"', '"brand_new"'));
    });
    const { errors, done, raw } = await readStream(await stream());
    expect([errors.length, done]).toEqual([1, false]);
    expect(raw).not.toContain('brand_new');
  });

  it('a whole answer to a streamed request is streamed', async () => {
    fake.answer(respond(200, wire.whole('All at once.')));
    const { text, done } = await readStream(await stream());
    expect([text, done]).toEqual(['All at once.', true]);
  });

  it('line separators in a text do not break the lines of the stream', async () => {
    fake.answer(speak(['a\nb\r\nc\u2028d\u2029e\u0085f', '\n\ndata: [DONE]\n\n']));
    const { text, done } = await readStream(await stream());
    expect([text, done]).toEqual(['a\nb\r\nc\u2028d\u2029e\u0085f\n\ndata: [DONE]\n\n', true]);
  });
});
