import { expect, expectTypeOf, it } from 'vitest';
import type * as Gateway from '../domain/fact-check-mode.ts';
import { type CheckOptions, checkText, checkTextStream } from './check-text.ts';
import { ClaimgateError } from './claimgate-error.ts';
import type { CheckMode, FactCheckMode } from './types.ts';

const claim = { id: 'claim-1', text: 'Ice floats.' };
const check = { object: 'claim_check', fact_check_metadata: { claims: [claim] } };

/** A gateway that answers once, and what it was sent. */
function gateway(body: string | readonly Uint8Array[], init: ResponseInit = {}) {
  const sent: { url: string; body: unknown; headers: Headers }[] = [];
  let left = false;
  const pieces = typeof body === 'string' ? [new TextEncoder().encode(body)] : [...body];
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = pieces.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
    cancel() {
      left = true;
    },
  });
  const options: CheckOptions = {
    async fetch(url, request) {
      sent.push({
        url: String(url),
        body: JSON.parse(String(request?.body)),
        headers: new Headers(request?.headers),
      });
      return new Response(stream, init);
    },
  };
  return { sent, options, wasLeft: () => left };
}

async function failureOf(promise: Promise<unknown>): Promise<ClaimgateError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClaimgateError);
  return error as ClaimgateError;
}

async function all(options: CheckOptions) {
  const events: unknown[] = [];
  for await (const event of checkTextStream('Ice floats.', options)) events.push(event);
  return events;
}

const EVENTS = [
  ': keep-alive\n\n',
  `event: claim\ndata: ${JSON.stringify(claim)}\n\n`,
  `event: verdict\ndata: ${JSON.stringify({ ...claim, verdict: 'supported', explanation: 'Größe ≥ 1' })}\n\n`,
  `event: done\ndata: ${JSON.stringify(check)}\n\n`,
].join('');

it('sends the text, its options and the key, and nothing else', async () => {
  const { sent, options } = gateway(JSON.stringify(check));
  const asked = { mode: 'verify', model: 'gpt-6-luna', max_claims: 3 } as const;
  expect(
    await checkText('Ice floats.', {
      ...options,
      ...asked,
      apiKey: 'sandbox',
      baseURL: 'http://host/v1/',
      signal: undefined,
    }),
  ).toEqual(check);
  expect(sent).toMatchObject([
    { url: 'http://host/v1/claims', body: { ...asked, text: 'Ice floats.', stream: false } },
  ]);
  expect(Object.keys(sent[0]?.body as object)).toHaveLength(5);
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer sandbox');
});

it('calls a fetch as browsers want it: not as a method of something else', async () => {
  const { options } = gateway(JSON.stringify(check));
  await checkText('Ice floats.', {
    fetch(this: unknown, ...asked) {
      expect(this).toBeUndefined();
      return options.fetch?.(...asked) ?? expect.unreachable();
    },
  });
});

it('needs no key', async () => {
  const { sent, options } = gateway(JSON.stringify(check));
  await checkText('Ice floats.', options);
  expect(sent[0]?.url).toBe('http://127.0.0.1:8080/v1/claims');
  expect(sent[0]?.headers.has('authorization')).toBe(false);
});

it('says why the gateway refused, with the id of the request', async () => {
  const faults = [{ loc: ['body', 'text'], msg: 'Field required', type: 'missing' }];
  const error = { message: 'text: Field required', type: 'invalid_request_error', param: 'text', code: null };
  const { options } = gateway(JSON.stringify({ error, detail: faults }), {
    status: 422,
    headers: { 'x-request-id': 'req-1' },
  });
  expect(await failureOf(checkText('', options))).toMatchObject({
    ...error,
    name: 'ClaimgateError',
    status: 422,
    code: undefined,
    faults,
    requestId: 'req-1',
    retryAfter: undefined,
  });
});

it('says when a request may succeed', async () => {
  const headers = { 'retry-after': '7' };
  const { options } = gateway('{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}', {
    status: 429,
    headers,
  });
  expect(await failureOf(checkText('Ice floats.', options))).toMatchObject({
    code: 'rate_limit_exceeded',
    retryAfter: 7,
  });
});

it.each([200, 502])('says that something else answered, with status %i', async (status) => {
  for (const body of ['<html>', '"text"', 'null', '']) {
    const { message, ...error } = await failureOf(checkText('a', gateway(body, { status }).options));
    expect(message).toContain(status === 200 ? 'base URL' : '502');
    expect(error).toMatchObject({ status, type: undefined, faults: [] });
  }
});

it('shows no part of a key that cannot be sent', async () => {
  const { sent, options } = gateway('{}');
  for (const apiKey of ['sk-ü123', 'sk-1\n23']) {
    const error = await checkText('a', { ...options, apiKey }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain('23');
  }
  expect(sent).toEqual([]);
});

it('reads events however they are cut into pieces', async () => {
  const bytes = new TextEncoder().encode(`${EVENTS}data: [DONE]\n\n`);
  const whole = await all(gateway([bytes]).options);
  expect(whole).toEqual([
    { type: 'claim', claim },
    { type: 'verdict', claim: { ...claim, verdict: 'supported', explanation: 'Größe ≥ 1' } },
    { type: 'done', check },
  ]);
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await all(gateway(single).options)).toEqual(whole);
  const other = new TextEncoder().encode(`${EVENTS}data: [DONE]\n\n`.replaceAll('\n', '\r\n'));
  expect(await all(gateway([other]).options)).toEqual(whole);
});

it('never passes a stream that broke off for a complete one', async () => {
  expect((await failureOf(all(gateway(EVENTS).options))).message).toContain('broke off');
  const failed = `${EVENTS}data: {"error":{"message":"It failed","code":"server_error"},"detail":"It failed"}\n\n`;
  const error = await failureOf(all(gateway(failed, { headers: { 'x-request-id': 'req-2' } }).options));
  expect(error).toMatchObject({ message: 'It failed', code: 'server_error', requestId: 'req-2' });
});

it('ends the request of a loop that is left', async () => {
  const { options, wasLeft } = gateway([new TextEncoder().encode(EVENTS), new Uint8Array(1)]);
  for await (const _ of checkTextStream('Ice floats.', options)) break;
  expect(wasLeft()).toBe(true);
});

// The client imports nothing of the gateway, so it writes the modes out.
it('has the modes of the gateway, says the type check', () => {
  expectTypeOf<FactCheckMode>().toEqualTypeOf<Gateway.FactCheckMode>();
  expectTypeOf<CheckMode>().toEqualTypeOf<Gateway.CheckMode>();
});
