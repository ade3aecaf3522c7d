import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import { GatewayError } from '../../domain/errors.ts';
import { joinPieces } from '../dialects/join-pieces-in-tests.ts';
import { PROVIDERS } from '../providers/registry.ts';
import type { HttpCall, HttpClient, HttpReply } from '../wire/http-client.ts';
import { WireError } from '../wire/wire-error.ts';
import { createNativeSearch, type NativeTarget } from './native-search.ts';

const KEY = ApiKey.parse('sk-test') as ApiKey;
const MODEL = {
  id: 'model',
  wireId: 'wire-id',
  capabilities: { reasoningEffort: true, efforts: { low: 'low' } },
} as unknown as Model;
const QUESTION = { instructions: 'Search.', text: 'The wall is visible from the Moon.', maxTokens: 700 };

function fixture(provider: string) {
  return JSON.parse(readFileSync(new URL(`./__fixtures__/${provider}.json`, import.meta.url), 'utf8'));
}

const SEARCHES = PROVIDERS.flatMap(({ key, webSearch }) =>
  webSearch === undefined ? [] : [[key, webSearch] as const],
);

describe.each(SEARCHES)('the web search of %s', (provider, dialect) => {
  it('is asked as its documentation says, and read', () => {
    const { request, reply, result } = fixture(provider);
    const asked = dialect.toRequest(QUESTION, MODEL, KEY);
    expect({ ...asked, body: JSON.parse(joinPieces(asked.body)) }).toEqual(request);
    expect(dialect.readReply(reply)).toEqual(result);
  });

  it('is asked for no effort that the model is not known to have', () => {
    const plain = { ...MODEL, capabilities: { reasoningEffort: true } } as unknown as Model;
    expect(dialect.toRequest(QUESTION, plain, KEY).body).not.toMatch(/effort|thinkingLevel/);
  });

  it('is read whatever comes, and gives web pages alone', () => {
    const { reply } = fixture(provider);
    const mangled = fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 4 }).map((changes) => {
      const copy = structuredClone(reply);
      for (const [at, value] of changes) mangle(copy, at, value);
      return copy;
    });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), mangled), (body) => {
        const { citations, searches, usage } = dialect.readReply(body);
        for (const { url, title, cited, said } of citations) {
          expect(url).toMatch(/^https?:\/\//);
          for (const text of [title, ...cited, ...said]) expect(typeof text).toBe('string');
        }
        expect(searches).toBeGreaterThanOrEqual(0);
        if (usage !== undefined)
          expect(usage.promptTokens + usage.completionTokens).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});

it.each(['openai', 'xai'])('a citation of %s without a place bears out no words', (provider) => {
  const annotations = [{ type: 'url_citation', url: 'https://example.org/1', title: 'One' }];
  const content = [{ type: 'output_text', text: 'The wall cannot be seen.', annotations }];
  const { citations } = new Map(SEARCHES)
    .get(provider)!
    .readReply({ output: [{ type: 'message', content }] });
  expect(citations).toEqual([{ url: 'https://example.org/1', title: 'One', cited: [], said: [] }]);
});

/** Puts a value in the place of some part of a document. */
function mangle(document: unknown, at: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const name of Object.keys(part)) {
      places.push([part as Record<string, unknown>, name]);
      walk((part as Record<string, unknown>)[name]);
    }
  };
  walk(document);
  const place = places[at % Math.max(1, places.length)];
  if (place !== undefined) place[0][place[1]] = value;
}

function http(answer: (call: HttpCall) => { status: number; body?: unknown; location?: string } | Error) {
  const calls: HttpCall[] = [];
  const client: HttpClient = {
    async call(call) {
      calls.push(call);
      const said = answer(call);
      if (said instanceof Error) throw said;
      const text = async (): Promise<string> => JSON.stringify(said.body ?? '');
      return {
        status: said.status,
        header: (name: string) => (name === 'location' ? said.location : undefined),
        body: { text, textUpTo: text },
      } as unknown as HttpReply;
    },
    close: async () => {},
  };
  return { calls, client };
}

function targetOf(provider: string, rest: object = {}): NativeTarget {
  const endpoint = {
    provider,
    displayName: provider,
    origin: 'https://api.example',
    pathPrefix: '',
    firstByteTimeout: 1_000,
    idleTimeout: 1_000,
    sandbox: false,
    adapter: { readError: (status: number) => new GatewayError('provider_failed', `status ${status}`) },
    ...rest,
  };
  return { endpoint, model: MODEL, key: KEY } as unknown as NativeTarget;
}

const signal = new AbortController().signal;

describe('searching with the caller’s own model', () => {
  const redirecting = (location: string | undefined, status = 302) =>
    http(({ method }) =>
      method === 'HEAD'
        ? { status, ...(location === undefined ? {} : { location }) }
        : { status: 200, body: fixture('google').reply },
    );
  const find = (client: HttpClient, target = targetOf('google')) =>
    createNativeSearch({ http: client, userAgent: 'claimgate/0' }).search(target, QUESTION, signal);

  it('reads where a redirect leads, without going there', async () => {
    const { calls, client } = redirecting('https://www.nasa.gov/wall');
    expect((await find(client)).citations.map(({ url }) => url)).toEqual(['https://www.nasa.gov/wall']);
    expect(calls.map(({ method, origin }) => [method, origin])).toEqual([
      ['POST', 'https://api.example'],
      ['HEAD', 'https://vertexaisearch.cloud.google.com'],
    ]);
    expect(JSON.stringify(calls[1])).not.toContain('sk-test');
  });

  it.each([
    ['no address', undefined, 302],
    ['an address of another kind', 'javascript:alert(1)', 302],
    ['a path of its own', '/elsewhere', 302],
    ['itself again', 'https://vertexaisearch.cloud.google.com/again', 302],
    ['a name and a password', 'https://user:pass@evil.example/', 302],
    ['no redirect', 'https://www.nasa.gov/wall', 299],
    ['an error', 'https://www.nasa.gov/wall', 400],
  ])('leaves a citation out whose redirect gives %s', async (_name, location, status) => {
    expect((await find(redirecting(location, status).client)).citations).toEqual([]);
  });

  it.each([300, 399])('takes the status %d for a redirect', async (status) => {
    const { client } = redirecting('http://www.nasa.gov/wall', status);
    expect((await find(client)).citations).toMatchObject([{ url: 'http://www.nasa.gov/wall' }]);
  });

  it('fails where the answer is an error, or nothing, in spite of its status', async () => {
    const search = (body: unknown) => find(http(() => ({ status: 200, body })).client, targetOf('openai'));
    for (const body of [{ error: { message: 'x' } }, 'nothing'])
      await expect(search(body)).rejects.toMatchObject({ message: 'openai did not search' });
    expect(await search({ error: null, output: [] })).toMatchObject({ citations: [] });
  });

  it('says what the provider’s failure means, and tries nothing twice', async () => {
    const failing = http(() => ({ status: 500 }));
    await expect(find(failing.client)).rejects.toMatchObject({ message: 'status 500' });
    expect(failing.calls).toHaveLength(1);
    const gone = http(() => new WireError('unreachable', 'no route'));
    await expect(find(gone.client)).rejects.toMatchObject({ code: 'provider_unreachable' });
  });

  it('is not there in the sandbox, nor where the provider has none', async () => {
    const { calls, client } = redirecting(undefined);
    const search = createNativeSearch({ http: client, userAgent: 'claimgate/0' });
    for (const target of [targetOf('google', { sandbox: true }), targetOf('together')]) {
      expect(search.canSearch(target)).toBe(false);
      expect(await search.search(target, QUESTION, signal)).toEqual({ citations: [], searches: 0 });
    }
    expect(search.canSearch(targetOf('openai'))).toBe(true);
    expect(calls).toEqual([]);
  });
});
