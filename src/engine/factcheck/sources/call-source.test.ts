import { describe, expect, it } from 'vitest';
import type { HttpCall, HttpReply } from '../../../models/wire/http-client.ts';
import { WireError } from '../../../models/wire/wire-error.ts';
import { callSource } from './call-source.ts';
import type { OutsideSource, SourceRequest } from './outside-source.ts';
import { SourceError } from './source.ts';
import { createSourceRate } from './source-rate.ts';

interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
const OK: Reply = { body: '{"a":1}' };

/** Calls a source that replies so, one reply after the other. */
async function call(
  replies: readonly (Reply | Error)[],
  {
    request = {},
    perSecond = 100,
    source = {} as Partial<OutsideSource>,
    baseUrl = 'https://a.example',
  } = {} as {
    request?: Partial<SourceRequest>;
    perSecond?: number;
    source?: Partial<OutsideSource>;
    baseUrl?: string;
  },
) {
  const calls: HttpCall[] = [];
  const slept: number[] = [];
  const read: number[] = [];
  const told: string[] = [];
  const rate = createSourceRate({ perSecond, now: () => 0 });
  const http = {
    async call(asked: HttpCall): Promise<HttpReply> {
      calls.push(asked);
      asked.onStart?.();
      const reply = replies[calls.length - 1] ?? OK;
      if (reply instanceof Error) throw reply;
      const { status = 200, body = '', headers = {} } = reply;
      return {
        status,
        header: (name: string) => ({ 'content-type': 'application/json', ...headers })[name],
        body: {
          text: async () => body,
          textUpTo: async (most: number) => {
            read.push(most);
            return body.slice(0, most);
          },
        },
      } as unknown as HttpReply;
    },
    close: async () => {},
  };
  const outcome = await callSource(
    { source: { name: 'one', ...source } as OutsideSource, baseUrl, hasKey: false, rate, timeout: 50 },
    { path: '/search', ...request },
    {
      http,
      userAgent: 'claimgate/1',
      random: () => 0.5,
      sleep: async (milliseconds) => void slept.push(milliseconds),
      watch: { onAsk: () => told.push('asked'), onSend: () => told.push('sent') },
    },
    new AbortController().signal,
  ).catch((error: unknown) => error);
  const failure = outcome instanceof SourceError ? [outcome.fault, outcome.message] : undefined;
  return { outcome, failure, calls, slept, read, told, rate };
}
const paths = (calls: readonly HttpCall[]) => calls.map(({ origin, path }) => origin + path);

describe('a request to a source', () => {
  it('is a GET that asks for JSON', async () => {
    const { outcome, calls, told, slept } = await call([OK]);
    expect(outcome).toEqual({ a: 1 });
    expect(calls).toMatchObject([
      {
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': 'claimgate/1' },
        firstByteTimeout: 50,
        idleTimeout: 50,
      },
    ]);
    expect(calls[0]).not.toHaveProperty('body');
    expect(calls[0]?.headers).not.toHaveProperty('content-type');
    expect(told).toEqual(['asked', 'sent']);
    expect(slept).toEqual([]);
  });

  it('is a POST where it has JSON', async () => {
    const { calls } = await call([OK], { request: { json: { q: 'a' }, headers: { 'x-key': 'k' } } });
    expect(calls).toMatchObject([
      { method: 'POST', body: '{"q":"a"}', headers: { 'content-type': 'application/json', 'x-key': 'k' } },
    ]);
  });

  it('has its parameters and its language in the address', async () => {
    const { calls } = await call([OK], {
      baseUrl: 'https://{language}.a.example/{language}//',
      request: { language: 'de', query: { q: 'a b', none: undefined, n: 0 } },
    });
    expect(paths(calls)).toEqual(['https://de.a.example/de/search?q=a+b&n=0']);
  });
});

describe('a reply', () => {
  it.each([
    ['application/json', 'json'],
    ['text/json; charset=utf-8', 'json'],
    ['Application/Vnd.api+JSON', 'json'],
    ['application/xml', 'xml'],
    ['text/xml', 'xml'],
    ['application/atom+xml', 'xml'],
  ])('may be %s', async (type, expected) => {
    const request = expected === 'xml' ? ({ expect: 'xml' } as const) : {};
    const { outcome, calls } = await call([{ ...OK, headers: { 'content-type': type } }], { request });
    expect(outcome).toEqual(expected === 'xml' ? '{"a":1}' : { a: 1 });
    expect(calls[0]?.headers.accept).toBe(
      expected === 'xml' ? 'application/xml, text/xml' : 'application/json',
    );
  });

  it.each([
    ['text/html', 'answered with text/html'],
    ['application/xml', 'answered with application/xml'],
    ['image/json', 'answered with image/json'],
    ['application/jsonp', 'answered with application/jsonp'],
    ['', 'answered with no known type'],
    [`text/${'a'.repeat(55)}`, `answered with text/${'a'.repeat(55)}`],
    [`text/${'a'.repeat(56)}`, 'answered with no known type'],
  ])('may not be %j', async (type, message) => {
    const { failure, calls, read } = await call([{ ...OK, headers: { 'content-type': type } }]);
    expect(failure).toEqual(['malformed', message]);
    expect(calls).toHaveLength(1);
    expect(read).toEqual([0]);
  });

  it('must be the JSON that it says it is', async () => {
    expect((await call([{ body: '{' }])).failure).toEqual(['malformed', 'answered with JSON that is none']);
    const deep = await call([{ body: '['.repeat(5_000) + ']'.repeat(5_000) }]);
    expect(deep.failure?.[0]).toBe('malformed');
    expect(deep.failure?.[1]).not.toContain('none');
  });

  it.each([200, 299])('of %i is read', async (status) => {
    expect((await call([{ ...OK, status }])).outcome).toEqual({ a: 1 });
  });

  it.each([199, 300])('of %i is none', async (status) => {
    expect((await call([{ ...OK, status }])).failure?.[0]).toBe('refused');
  });
});

describe('a redirect', () => {
  const to = (path: string): Reply => ({ status: 302, headers: { location: path } });

  it('is followed three times', async () => {
    const { outcome, calls, told, read } = await call([to('/1'), to('/2'), to('/3?a=b'), OK]);
    expect(outcome).toEqual({ a: 1 });
    expect(paths(calls).slice(1)).toEqual(['/1', '/2', '/3?a=b'].map((path) => `https://a.example${path}`));
    expect(told.filter((one) => one === 'asked')).toHaveLength(1);
    expect(read).toEqual([0, 0, 0]);
  });

  it('is not followed a fourth time', async () => {
    const { failure, calls } = await call([to('/1'), to('/2'), to('/3'), to('/4'), OK]);
    expect(failure).toEqual(['refused', 'redirects to an address that is not followed (302)']);
    expect(calls).toHaveLength(4);
  });
});

describe('a second try', () => {
  it.each<[string, Reply | Error]>([
    ['an internal error', { status: 500 }],
    ['a gateway that is down', { status: 503 }],
    ['no connection', new WireError('unreachable', 'refused')],
    ['a connection that broke', new WireError('broken', 'closed')],
  ])('follows upon %s, a while later', async (_what, first) => {
    const { outcome, calls, slept, told } = await call([first, OK]);
    expect(outcome).toEqual({ a: 1 });
    expect(calls).toHaveLength(2);
    expect(slept).toEqual([300]);
    expect(told).toEqual(['asked', 'sent', 'asked', 'sent']);
  });

  it('is the last', async () => {
    const { failure, calls, slept } = await call([{ status: 500 }, { status: 502 }, OK]);
    expect(failure).toEqual(['unreachable', 'reports an internal error (502)']);
    expect(calls).toHaveLength(2);
    expect(slept).toEqual([300]);
  });

  it.each<[string, Reply | Error]>([
    ['what it refuses', { status: 400 }],
    ['what it does not have', { status: 501 }],
    ['its own timeout', { status: 504 }],
    ['an answer that was cut', new WireError('cut', 'cut')],
    ['an answer that is late', new WireError('first_byte_timeout', 'late')],
    ['an answer that is too large', new WireError('too_large', 'large')],
  ])('does not follow upon %s', async (_what, first) => {
    const { failure, calls, slept } = await call([first, OK]);
    expect(failure).toBeDefined();
    expect(calls).toHaveLength(1);
    expect(slept).toEqual([]);
  });

  it('follows where the source says when, within a second', async () => {
    const limited = (after?: string): Reply =>
      after === undefined ? { status: 429 } : { status: 429, headers: { 'retry-after': after } };
    const first = await call([limited('0.5'), OK]);
    expect(first.outcome).toEqual({ a: 1 });
    expect(first.slept).toContain(750);
    expect((await call([limited('1'), OK])).outcome).toEqual({ a: 1 });
    for (const after of ['1.001', '-1', 'soon', '1e1', undefined])
      expect((await call([limited(after), OK])).failure?.[0]).toBe('limited');
  });
});

describe('a source that limits the rate', () => {
  const pauseAfter = async (after?: string) => {
    const headers = after === undefined ? {} : { 'retry-after': after };
    const { rate } = await call([{ status: 429, headers }]);
    return rate.take(Number.POSITIVE_INFINITY);
  };

  it('is left alone as long as it asks, a second where it does not say, ten minutes at most', async () => {
    expect(await pauseAfter('30')).toBe(30_000);
    expect(await pauseAfter()).toBe(1_000);
    expect(await pauseAfter('soon')).toBe(1_000);
    expect(await pauseAfter('600')).toBe(600_000);
    expect(await pauseAfter('601')).toBe(600_000);
  });

  it('is asked no faster than agreed', async () => {
    const slow = await call([{ status: 500 }, OK], { perSecond: 1 });
    expect(slow.outcome).toEqual({ a: 1 });
    expect(slow.slept).toEqual([300, 1_000]);
    const slower = await call([{ status: 500 }, OK], { perSecond: 0.5 });
    expect(slower.failure).toEqual(['unreachable', 'reports an internal error (500)']);
    expect(slower.calls).toHaveLength(1);
  });

  it('says that its rate allows no more', async () => {
    const rate = createSourceRate({ perSecond: 0.5, now: () => 0 });
    rate.take(0);
    const endpoint = {
      source: { name: 'one' } as OutsideSource,
      baseUrl: 'https://a.example',
      hasKey: false,
    };
    const asked = callSource(
      { ...endpoint, rate, timeout: 50 },
      { path: '/' },
      { http: undefined as never, userAgent: '', random: () => 0, sleep: async () => {} },
      new AbortController().signal,
    );
    await expect(asked).rejects.toMatchObject({
      source: 'one',
      fault: 'limited',
      message: 'more requests than its rate allows',
    });
  });
});

describe('the body of a failure', () => {
  const failures = [{ body: /no credits/, fault: 'limited', message: 'used up' }] as const;

  it('is read where the source says what it means', async () => {
    const { failure, read } = await call([{ status: 400, body: 'no credits' }], { source: { failures } });
    expect(failure).toEqual(['limited', 'used up (400)']);
    expect(read).toEqual([16_384]);
  });

  it('is passed over else', async () => {
    expect((await call([{ status: 400, body: 'no credits' }])).read).toEqual([0]);
  });
});
