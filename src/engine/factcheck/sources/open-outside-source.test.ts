import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { HttpCall, HttpReply } from '../../../models/wire/http-client.ts';
import { keyVariable, openOutsideSource, type SourceSettings } from './open-outside-source.ts';
import { type OutsideSource, searchOnce } from './outside-source.ts';

const KEY = ApiKey.parse('secret-key')!;
const SOURCE: OutsideSource = {
  name: 'one-source',
  about: 'One',
  kind: 'web',
  documentation: '',
  baseUrl: 'https://a.example',
  key: 'optional',
  rate: 100,
  search: searchOnce(
    ({ text }) => ({ path: '/', query: { q: text }, headers: { 'x-own': '1' } }),
    'items',
    ({ url, text }) => ({ url, text }),
  ),
};
const item = (at: number | string, text = 'A text.') => ({ url: `https://b.example/${at}`, text });

function open(
  source: Partial<OutsideSource> = {},
  settings: SourceSettings = {},
  { contact, processes = 1, reply = () => ({ items: [item(1)] }) as unknown, status = () => 200 } = {} as {
    contact?: string;
    processes?: number;
    reply?: () => unknown;
    status?: () => number;
  },
) {
  const clock = { time: 0 };
  const calls: HttpCall[] = [];
  const opened = openOutsideSource({ ...SOURCE, ...source }, settings, {
    processes,
    ...(contact === undefined ? {} : { contact }),
    now: () => clock.time,
    http: {
      async call(call) {
        calls.push(call);
        return {
          status: status(),
          header: (name: string) => (name === 'content-type' ? 'application/json' : undefined),
          body: { text: async () => JSON.stringify(reply()), textUpTo: async () => '' },
        } as unknown as HttpReply;
      },
      close: async () => {},
    },
    userAgent: 'claimgate/1',
    random: () => 0,
    sleep: async () => {},
  });
  const search = (limit = 3, signal = new AbortController().signal) =>
    opened.search({ text: 'a', language: 'en', limit }, signal);
  return { opened, search, calls, clock };
}
const failureOf = (search: Promise<unknown>) =>
  search.then(
    () => undefined,
    ({ source, fault, message }) => ({ source, fault, message }),
  );

describe('the settings of a source', () => {
  it.each<[string, Partial<OutsideSource>, SourceSettings, string]>([
    ['an address', { baseUrl: undefined as never }, {}, 'sources.one-source.base_url: is required'],
    [
      'a key',
      { key: 'required' },
      {},
      'sources.one-source.key: is required, here or as CLAIMGATE_ONE_SOURCE_KEY',
    ],
    ['no key', { key: 'none' }, { key: KEY }, 'sources.one-source.key: this source has none'],
  ])('need %s', (_what, source, settings, message) => {
    expect(() => open(source, settings)).toThrow(message);
  });

  it('suffice', () => {
    for (const key of ['none', 'optional'] as const) expect(open({ key }).opened.name).toBe('one-source');
    expect(open({ key: 'required' }, { key: KEY }).opened.reach).toBe('outside');
    expect(open({ baseUrl: undefined as never }, { baseUrl: 'https://c.example' }).opened).toBeDefined();
  });

  it('go before those of the source', async () => {
    const { search, calls } = open({}, { baseUrl: 'https://c.example', timeout: 70 });
    await search();
    expect(calls).toMatchObject([{ origin: 'https://c.example', firstByteTimeout: 70 }]);
    const plain = open();
    await plain.search();
    expect(plain.calls).toMatchObject([{ origin: 'https://a.example', firstByteTimeout: 4_000 }]);
  });

  it('name the variable of a key', () => {
    expect(keyVariable('google-fact-check')).toBe('CLAIMGATE_GOOGLE_FACT_CHECK_KEY');
  });
});

describe('a request of a source', () => {
  const sent = async (source: Partial<OutsideSource>, settings: SourceSettings, contact?: string) => {
    const { search, calls } = open(source, settings, contact === undefined ? {} : { contact });
    await search();
    return calls[0]!;
  };

  it('has the key where the source wants it', async () => {
    const parameter = await sent({ keyGoesTo: { parameter: 'key' } }, { key: KEY });
    expect(parameter.path).toBe('/?key=secret-key&q=a');
    expect((await sent({ keyGoesTo: { header: 'x-key' } }, { key: KEY })).headers).toMatchObject({
      'x-key': 'secret-key',
      'x-own': '1',
    });
    const scheme = { header: 'authorization', scheme: 'Bearer' };
    expect((await sent({ keyGoesTo: scheme }, { key: KEY })).headers).toMatchObject({
      authorization: 'Bearer secret-key',
    });
  });

  it('has no key where there is none, or nowhere to put it', async () => {
    expect((await sent({ keyGoesTo: { header: 'x-key' } }, {})).headers).not.toHaveProperty('x-key');
    expect(JSON.stringify(await sent({}, { key: KEY }))).not.toContain('secret');
  });

  it.each([
    ['ops@example.org', '/?mail=ops%40example.org&q=a'],
    ['MAILTO:ops@example.org', '/?mail=ops%40example.org&q=a'],
    ['https://example.org', '/?q=a'],
    ['ops@ example.org', '/?q=a'],
    [undefined, '/?q=a'],
  ])('says that %s asks, where the source takes an address', async (contact, path) => {
    expect((await sent({ mailParameter: 'mail' }, {}, contact)).path).toBe(path);
    expect((await sent({}, {}, contact)).path).toBe('/?q=a');
  });
});

describe('what a source finds', () => {
  it('is clean, and no more than was wanted', async () => {
    const items = [item('a', ''), item(1), item(2), item(3), item(4)];
    const { search } = open({}, {}, { reply: () => ({ items }) });
    const found = await search(3);
    expect(found.map(({ url }) => url)).toEqual([1, 2, 3].map((at) => `https://b.example/${at}`));
    expect(found[0]).toEqual({ source: 'one-source', title: '', ...item(1) });
  });
});

describe('the rate of a source', () => {
  /** How many searches pass at one moment. */
  const passing = async (rate: Partial<OutsideSource>, settings: SourceSettings, processes = 1) => {
    const { search, calls } = open(rate, settings, { processes });
    for (let time = 0; time < 20; time++) await search().catch(() => {});
    return calls.length;
  };

  it('is its own, with its burst, and in each process a share of both', async () => {
    // One more may wait for a second at most.
    expect(await passing({ rate: 1, burst: 8 }, {})).toBe(9);
    expect(await passing({ rate: 1, burst: 8 }, {}, 2)).toBe(4);
    expect(await passing({ rate: 4 }, {})).toBe(8);
    expect(await passing({ rate: 4 }, {}, 2)).toBe(4);
  });

  it('is the one that was set, without a burst', async () => {
    expect(await passing({ rate: 1, burst: 8 }, { rate: 2 })).toBe(4);
  });
});

describe('a source that fails', () => {
  it('says so', async () => {
    const { search } = open({}, {}, { reply: () => ({ items: 'none' }) });
    expect(await failureOf(search())).toEqual({
      source: 'one-source',
      fault: 'malformed',
      message: 'the reply has no items',
    });
  });

  it('is left alone after four failures, for half a minute', async () => {
    const { search, calls, clock } = open({}, {}, { reply: () => ({ items: 'none' }) });
    for (let time = 0; time < 4; time++) expect((await failureOf(search()))?.fault).toBe('malformed');
    expect(calls).toHaveLength(4);
    expect(await failureOf(search())).toEqual({
      source: 'one-source',
      fault: 'malformed',
      message: 'left alone for another 30 s: the reply has no items',
    });
    expect(calls).toHaveLength(4);
    clock.time = 29_999;
    await failureOf(search());
    expect(calls).toHaveLength(4);
    clock.time = 30_000;
    await failureOf(search());
    expect(calls).toHaveLength(5);
  });

  it('counts anew once it has answered', async () => {
    let broken = true;
    const { search, calls } = open({}, {}, { reply: () => ({ items: broken ? 'none' : [] }) });
    for (let time = 0; time < 3; time++) await failureOf(search());
    broken = false;
    expect(await search()).toEqual([]);
    broken = true;
    for (let time = 0; time < 3; time++) await failureOf(search());
    await failureOf(search());
    expect(calls).toHaveLength(8);
  });

  it('is not asked where nobody waits', async () => {
    const { search, calls } = open();
    expect(await failureOf(search(3, AbortSignal.abort()))).toMatchObject({ fault: 'aborted' });
    expect(calls).toEqual([]);
  });
});
