/**
 * What every adapter must do, told by its golden transcripts. It runs over the registry: a new adapter needs its
 * fixtures, and no test.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import { type ChatRequest, textMessage } from '../../src/domain/chat.ts';
import { GatewayError } from '../../src/domain/errors.ts';
import { joinPieces } from '../../src/models/dialects/join-pieces-in-tests.ts';
import { type ExpectedError, modelOf, readFixtures, readShippedCatalogue } from './read-fixtures.ts';
import REQUIRED_FIXTURES from './required-fixtures.json' with { type: 'json' };
import { assemble, decode, oneByteAtATime, run, textOf } from './run-stream.ts';
import { SPOKEN } from './spoken-dialects.ts';
import { VARIATIONS } from './vary-stream.ts';

const SECRET = 'sk-conformance-0123456789abcdef';
const key = ApiKey.parse(SECRET)!;
const catalogue = readShippedCatalogue();

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

function expectError(error: unknown, expected: ExpectedError): void {
  expect(error).toBeInstanceOf(GatewayError);
  const { code, message, retryable, retryAfter, param } = error as GatewayError;
  expect({
    code,
    message,
    retryable,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(param === null ? {} : { param }),
  }).toEqual(expected);
}

/** A header reader for the given headers. */
function headerOf(headers: Readonly<Record<string, string>> = {}): (name: string) => string | undefined {
  return (name) => headers[name];
}

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Replaces one part of a JSON value, chosen by a path of numbers, with another value. */
function damage(value: unknown, path: readonly number[], put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  if (Array.isArray(value)) {
    if (value.length === 0) return put;
    return value.map((item, at) => (at === step % value.length ? damage(item, rest, put) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0) return put;
  const name = names[step % names.length]!;
  return { ...value, [name]: damage((value as Record<string, unknown>)[name], rest, put) };
}

const damages = fc.tuple(fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), fc.jsonValue());

describe.each(SPOKEN)('$key', ({ key: dialect, adapter }) => {
  const { pairs, refusals, failures, brokenStreams, names } = readFixtures(dialect);

  it('has a transcript of everything that a provider can do', () => {
    const all = [...pairs, ...refusals, ...failures, ...brokenStreams];
    const isTrue = ({ label, source }: (typeof all)[number]) =>
      ['documented', 'recorded'].includes(label) && /^https:\/\//.test(source);
    expect({
      missing: REQUIRED_FIXTURES.filter((name) => !names.includes(name)),
      toFillIn: all.filter((fixture) => !isTrue(fixture)).map(({ name }) => name),
    }).toEqual({ missing: [], toFillIn: [] });
  });

  describe.each(pairs)('$name', (pair) => {
    const model = modelOf(catalogue, pair);

    it('is asked for in the provider’s own terms', () => {
      const { request, adjusted } = adapter.toRequest({ ...pair.asked, stream: false }, model, key);
      expect(request.path).toBe(pair.request.path);
      expect(JSON.parse(joinPieces(request.body))).toEqual(pair.request.body);
      expect(adjusted).toEqual(pair.adjusted ?? []);
    });

    it('is asked for as a stream', () => {
      const { request } = adapter.toRequest({ ...pair.asked, stream: true }, model, key);
      expect(request.path).toBe(pair.streamed.path);
      expect(JSON.parse(joinPieces(request.body))).toEqual({ ...pair.request.body, ...pair.streamed.adds });
    });

    it('is read whole', () => {
      expect(adapter.readCompletion(pair.response.body, model)).toEqual(pair.result);
    });

    it.each(Object.entries(VARIATIONS))('is read from a stream with %s', (_name, vary) => {
      const bytes = Buffer.from(vary(pair.chunks.toString()));
      const atOnce = run(adapter.openStream(model), decode([bytes]));
      expect(atOnce.error).toBeUndefined();
      expect(atOnce.complete).toBe(true);
      expect(assemble(atOnce.chunks)).toEqual(pair.result);
      const byteByByte = run(adapter.openStream(model), decode(oneByteAtATime(bytes)));
      expect(byteByByte).toEqual(atOnce);
    });

    it('gives the same chunks however its bytes are split', () => {
      const whole = run(adapter.openStream(model), decode([pair.chunks]));
      fc.assert(
        fc.property(fc.array(fc.nat(pair.chunks.length), { maxLength: 40 }), (cuts) => {
          const places = [0, ...cuts.sort((a, b) => a - b), pair.chunks.length];
          const pieces = places.slice(1).map((end, at) => pair.chunks.subarray(places[at], end));
          expect(run(adapter.openStream(model), decode(pieces))).toEqual(whole);
        }),
        { numRuns: 30 },
      );
    });

    it('is no answer where the stream is cut off before its end mark', () => {
      const events = decode([pair.chunks]);
      for (let kept = 0; kept < events.length; kept++) {
        const { chunks, complete, error } = run(adapter.openStream(model), events.slice(0, kept));
        expect(error).toBeUndefined();
        expect(chunks.some((chunk) => chunk.type === 'finish')).toBe(complete);
        expect(pair.result.content.startsWith(textOf(chunks))).toBe(true);
        const called = chunks.filter((chunk) => chunk.type === 'tool_call');
        expect(called.length).toBeLessThanOrEqual(pair.result.toolCalls?.length ?? 0);
        // Only the bill may come behind an end mark.
        if (complete) expect(textOf(chunks)).toBe(pair.result.content);
      }
    });

    it('never crashes, whatever is wrong in it', () => {
      fc.assert(
        fc.property(damages, ([path, put]) => {
          try {
            const { content } = adapter.readCompletion(damage(pair.response.body, path, put), model);
            expect(typeof content).toBe('string');
          } catch (error) {
            expect(error).toBeInstanceOf(GatewayError);
          }
        }),
        { numRuns: 60 },
      );
      const events = decode([pair.chunks]);
      fc.assert(
        fc.property(fc.nat(events.length - 1), damages, (at, [path, put]) => {
          const damaged = events.map((event, index) => {
            if (index !== at || !event.data.startsWith('{')) return event;
            return { ...event, data: JSON.stringify(damage(JSON.parse(event.data), path, put)) };
          });
          const { error, chunks } = run(adapter.openStream(model), damaged);
          if (error !== undefined) expect(error).toBeInstanceOf(GatewayError);
          for (const chunk of chunks) if (chunk.type === 'text') expect(chunk.text).not.toBe('');
        }),
        { numRuns: 60 },
      );
    });
  });

  it.each(refusals)('refuses $name before it is sent', (refusal) => {
    const ask = (): unknown =>
      adapter.toRequest({ ...refusal.asked, stream: false }, modelOf(catalogue, refusal), key);
    expectError(thrownBy(ask), { code: 'unsupported', retryable: false, ...refusal.refused });
  });

  describe.each(failures)('$name', (failure) => {
    const { response, error } = failure;
    const body = bodyText(response.body);
    const read = (text: string): GatewayError =>
      adapter.readError(response.status, headerOf(response.headers), text);

    it('means one thing to the caller', () => {
      const found =
        response.status < 300
          ? thrownBy(() => adapter.readCompletion(response.body, modelOf(catalogue, failure)))
          : read(body);
      expectError(found, error);
    });

    it('is read where its body is cut, empty or a web page', () => {
      for (const text of [
        '',
        body.slice(0, body.length / 2),
        '<!DOCTYPE html><html><body>sorry</body></html>',
      ]) {
        expect(read(text)).toBeInstanceOf(GatewayError);
        expect(read(text).message).not.toMatch(/[<>]/);
      }
    });
  });

  it.each(brokenStreams)('$name gives its text, then the error', ({ chunks, before, error, ...fixture }) => {
    const outcome = run(adapter.openStream(modelOf(catalogue, fixture)), decode(oneByteAtATime(chunks)));
    expect(textOf(outcome.chunks)).toBe(before);
    expect(outcome.complete).toBe(false);
    expect(outcome.chunks.some((chunk) => chunk.type === 'finish')).toBe(false);
    expectError(outcome.error, error);
  });

  it('reads an error from every status and any body', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(
          fc.string(),
          fc.json(),
          damages.map(([path, put]) => damageError(failures[0]?.response.body, path, put)),
        ),
        fc.option(fc.string()),
        (status, body, retryAfter) => {
          const error = adapter.readError(
            status,
            headerOf(retryAfter === null ? {} : { 'retry-after': retryAfter }),
            body,
          );
          expect(error).toBeInstanceOf(GatewayError);
          expect(error.status).toBeGreaterThanOrEqual(400);
          expect(error.message.length).toBeLessThanOrEqual(500);
          expect(error.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
          if (error.status === 429 || error.status === 503)
            expect(error.retryAfter).toMatch(/^[\x20-\x7e]+$/);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [400, 'provider_rejected', false],
    [401, 'api_key_invalid', false],
    [402, 'insufficient_quota', false],
    [403, 'provider_failed', false],
    [404, 'provider_model_not_found', false],
    [408, 'provider_failed', true],
    [409, 'provider_failed', true],
    [410, 'provider_failed', false],
    [413, 'provider_rejected', false],
    [418, 'provider_failed', false],
    [422, 'provider_rejected', false],
    [429, 'provider_rate_limited', false],
    [301, 'provider_failed', false],
    [500, 'provider_failed', true],
    [502, 'provider_failed', true],
    [503, 'provider_overloaded', true],
    [504, 'provider_failed', true],
    [529, 'provider_overloaded', true],
  ] as const)('takes a bare %i for %s', (status, code, retryable) => {
    expect(adapter.readError(status, headerOf(), '')).toMatchObject({ code, retryable });
  });

  it.each([
    ['0', true],
    ['2', true],
    ['1.5', true],
    ['3', false],
    ['Wed, 21 Oct 2026 07:28:00 GMT', false],
    ['-1', false],
  ])('passes Retry-After: %s on, and retries itself: %s', (retryAfter, retryable) => {
    const header = headerOf({ 'retry-after': retryAfter });
    expect(adapter.readError(429, header, '')).toMatchObject({ retryAfter, retryable });
    expect(adapter.readError(503, header, '')).toMatchObject({ retryAfter, retryable });
  });

  it('gives no Retry-After that would split a header', () => {
    expect(adapter.readError(429, headerOf({ 'retry-after': '1\r\nx: y' }), '').retryAfter).toBe('1');
  });

  it('shows no key, however the provider echoes it', () => {
    for (const failure of failures) {
      const body = bodyText(failure.response.body);
      for (const echo of [SECRET, `Bearer ${SECRET}`, 'AIzaSyA1234567890abcdefghijklmnop', 'sk-pr***wxyz']) {
        const echoing = body.replace(/"message":"|"error":"/, (start) => `${start}Bad value ${echo}. `);
        const error = adapter.readError(failure.response.status, headerOf(), echoing);
        expect(error.message).not.toContain(echo);
        expect(String(error.cause)).not.toContain(echo);
      }
    }
  });

  const plain = pairs.find((pair) => pair.name === 'plain-answer');
  if (plain === undefined) return;
  const model = modelOf(catalogue, plain);

  it('sends the key in one header and nowhere else', () => {
    for (const stream of [false, true]) {
      const { request } = adapter.toRequest({ ...plain.asked, stream }, model, key);
      expect(Object.values(request.headers).filter((value) => value.includes(SECRET))).toHaveLength(1);
      expect(request.path + joinPieces(request.body)).not.toContain(SECRET);
      expect(Object.keys(request.headers)).toEqual(
        Object.keys(request.headers).map((name) => name.toLowerCase()),
      );
    }
  });

  it('says the same again on a retry', () => {
    const request: ChatRequest = { ...plain.asked, stream: true };
    const translate = () => {
      const { without, ...translated } = adapter.toRequest(request, model, key);
      return [translated, without?.request()];
    };
    expect(translate()).toEqual(translate());
  });

  it('sends well-formed text, whatever the caller wrote', () => {
    const request: ChatRequest = {
      messages: [textMessage('user', 'half a \ud83d pair')],
      stream: false,
    };
    expect(joinPieces(adapter.toRequest(request, model, key).request.body)).toContain('half a \ufffd pair');
  });

  it('encodes the id of a model wherever it stands in a path', () => {
    const odd = { ...model, wireId: 'a:b@c/d' };
    const { path } = adapter.toRequest({ ...plain.asked, stream: false }, odd, key).request;
    expect(path).not.toContain('a:b@c');
  });

  it.each([
    null,
    [],
    {},
    '',
    'text',
    5,
    true,
    { choices: null },
    { content: null },
    { candidates: [] },
    { data: {} },
  ])('takes %j for no answer', (body) => {
    expectError(
      thrownBy(() => adapter.readCompletion(body, model)),
      {
        code: 'provider_failed',
        message: 'The provider sent a malformed answer',
        retryable: false,
      },
    );
  });

  it.each(['nonsense', '5', '[1]', 'null', '"text"', '{"half":'])(
    'takes the event %j for a failure',
    (data) => {
      const { error } = run(adapter.openStream(model), [{ event: undefined, data }]);
      expect(error).toBeInstanceOf(GatewayError);
    },
  );

  it('takes an empty event and an empty stream for nothing', () => {
    expect(run(adapter.openStream(model), [{ event: undefined, data: ' ' }])).toEqual({
      chunks: [],
      complete: false,
    });
    expect(run(adapter.openStream(model), [])).toEqual({ chunks: [], complete: false });
  });

  it('never finishes with a reason that it does not know', () => {
    const word = /"(?:stop|end_turn|STOP|completed)"/g;
    const whole = JSON.parse(JSON.stringify(plain.response.body).replace(word, '"because"'));
    expect(thrownBy(() => adapter.readCompletion(whole, model))).toMatchObject({ code: 'provider_failed' });
    const none = JSON.parse(JSON.stringify(plain.response.body).replace(word, 'null'));
    expect(thrownBy(() => adapter.readCompletion(none, model))).toMatchObject({ code: 'provider_failed' });
    const stream = plain.chunks.toString().replace(word, '"because"');
    const { error, chunks } = run(adapter.openStream(model), decode([Buffer.from(stream)]));
    expect(error).toMatchObject({ code: 'provider_failed', retryable: false });
    expect(chunks.some((chunk) => chunk.type === 'finish')).toBe(false);
  });

  it('is cut off where the end mark comes without a reason', () => {
    const stream = plain.chunks.toString().replace(/"(?:stop|end_turn|STOP|completed)"/g, 'null');
    expect(run(adapter.openStream(model), decode([Buffer.from(stream)])).complete).toBe(false);
  });
});

function damageError(body: unknown, path: readonly number[], put: unknown): string {
  return JSON.stringify(damage(body, path, put));
}

describe('all together', () => {
  it('gives the same answer to the same conversation, whichever provider is asked', () => {
    for (const name of ['plain-answer', 'conversation-shapes', 'length', 'filtered', 'structured-output']) {
      const answers = SPOKEN.flatMap(({ key: dialect, adapter }) => {
        const pair = readFixtures(dialect).pairs.find((candidate) => candidate.name === name);
        if (pair === undefined) return [];
        const { content, finishReason } = adapter.readCompletion(
          pair.response.body,
          modelOf(catalogue, pair),
        );
        return [{ content, finishReason }];
      });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
  });
});
