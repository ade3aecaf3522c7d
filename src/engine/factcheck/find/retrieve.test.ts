import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { createMemoryEvidenceCache, type EvidenceCache } from '../sources/evidence-cache.ts';
import {
  type EvidenceQuery,
  type EvidenceSource,
  type RetrievedItem,
  SourceError,
} from '../sources/source.ts';
import { createRetriever, type RetrieveRequest, type SourceWatch } from './retrieve.ts';

const CLAIM = 'The Eiffel Tower in Paris was completed in 1889.';

function itemOf(source: string, text = CLAIM, url = `https://${source}.example/`): RetrievedItem {
  return { source, title: '', url, text };
}

/** A source that answers as it is told to, and remembers what it was asked. */
function sourceOf(
  name: string,
  answer: (signal: AbortSignal) => Promise<readonly RetrievedItem[]>,
  reach: 'local' | 'outside' = 'outside',
): EvidenceSource & { readonly asked: EvidenceQuery[] } {
  const asked: EvidenceQuery[] = [];
  return {
    name,
    reach,
    asked,
    search(query, signal) {
      asked.push(query);
      return answer(signal);
    },
  };
}

const finds =
  (name: string, ...texts: string[]) =>
  async () =>
    texts.map((text, at) => itemOf(name, text, `https://${name}.example/${at}`));
const hangs = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const ignoresEverything = (): Promise<never> => new Promise(() => {});
const fails = (name: string, fault: SourceError['fault']) => async () => {
  throw new SourceError(name, fault, 'as the test wants it');
};

interface Given {
  readonly cache?: EvidenceCache;
  readonly watch?: SourceWatch;
  readonly categories?: Readonly<Record<string, readonly RetrieveRequest['category'][]>>;
}

function retrieverOf(sources: readonly EvidenceSource[], given: Given = {}) {
  const now = (): number => performance.now();
  return createRetriever({
    sources: sources.map((source) => {
      const categories = given.categories?.[source.name];
      return { source, ...(categories === undefined ? {} : { categories: new Set(categories) }) };
    }),
    cache: given.cache ?? createMemoryEvidenceCache({ now }),
    secret: 'secret of the server',
    now,
    ...(given.watch === undefined ? {} : { watch: given.watch }),
  });
}

function requestOf(...sources: string[]): RetrieveRequest {
  return { claimText: CLAIM, category: 'event', language: 'en', sources: new Set(sources), limit: 5 };
}

const never = new AbortController().signal;

describe('evidence for a claim', () => {
  it('is remembered for its caller alone, until what is searched in memory changes', async () => {
    let [edition, searched] = [{}, 0];
    const source: EvidenceSource = {
      name: 'corpus',
      reach: 'local',
      edition: () => edition,
      find: () => [itemOf('corpus', `${CLAIM} ${++searched}`, '/corpus')],
      search: () => Promise.reject(new Error('it is in memory')),
    };
    const answered: string[] = [];
    const { retrieve } = retrieverOf([source], { watch: { onAnswer: (one) => answered.push(one.source) } });
    const ask = async (callerId?: string) => {
      const request = { ...requestOf('corpus'), ...(callerId === undefined ? {} : { callerId }) };
      const { items } = await retrieve(request, never, 1_000);
      return items[0]?.item.text.slice(CLAIM.length + 1);
    };
    expect([await ask('ann'), await ask('ann'), await ask('bob'), await ask('ann')]).toEqual([
      '1',
      '1',
      '2',
      '1',
    ]);
    edition = {};
    expect([await ask('ann'), await ask('ann'), await ask(), await ask()]).toEqual(['3', '3', '4', '5']);
    expect(answered).toHaveLength(8);
  });

  it('comes from the sources that may be asked, in the order of config, ranked as one list', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => sourceOf(name, finds(name, CLAIM))) as never as [
      EvidenceSource & { asked: EvidenceQuery[] },
      EvidenceSource & { asked: EvidenceQuery[] },
      EvidenceSource & { asked: EvidenceQuery[] },
    ];
    const poor = sourceOf('poor', finds('poor', 'Paris.'));
    const found = await retrieverOf([poor, a, b, c]).retrieve(
      requestOf('c', 'a', 'poor', 'unknown'),
      never,
      500,
    );
    expect(found.asked).toEqual(['poor', 'a', 'c']);
    expect(found.answered).toEqual(['poor', 'a', 'c']);
    expect(found.failed).toEqual([]);
    // The same text of `c` is left out.
    expect(found.items.map(({ item }) => item.source)).toEqual(['a', 'poor']);
    expect(b.asked).toEqual([]);
  });

  it('is asked for in more passages where they cost nothing', async () => {
    const outside = sourceOf('outside', finds('outside', CLAIM));
    const inside = sourceOf('inside', finds('inside', CLAIM), 'local');
    await retrieverOf([outside, inside]).retrieve(requestOf('outside', 'inside'), never, 500);
    expect([outside.asked[0]?.limit, inside.asked[0]?.limit]).toEqual([8, 16]);
  });

  it('is asked for only in the categories that config gives a source', async () => {
    const scholarly = sourceOf('scholarly', finds('scholarly', CLAIM));
    const all = sourceOf('all', finds('all', CLAIM));
    const retriever = retrieverOf([scholarly, all], { categories: { scholarly: ['causal', 'statistic'] } });
    expect((await retriever.retrieve(requestOf('scholarly', 'all'), never, 500)).asked).toEqual(['all']);
    const causal = { ...requestOf('scholarly', 'all'), category: 'causal' } as const;
    expect((await retriever.retrieve(causal, never, 500)).asked).toEqual(['scholarly', 'all']);
  });

  it('does not wait for what is late, down or lying, and says which it was', async () => {
    const told: string[] = [];
    const retriever = retrieverOf(
      [
        sourceOf('good', finds('good', CLAIM)),
        sourceOf('slow', hangs),
        sourceOf('stuck', ignoresEverything),
        sourceOf('down', fails('down', 'unreachable')),
        sourceOf('keyless', fails('keyless', 'key')),
        sourceOf('broken', async () => {
          throw new TypeError('a fault of ours');
        }),
      ],
      { watch: { onFailure: ({ source, fault }) => told.push(`${source} ${fault}`) } },
    );
    const found = await retriever.retrieve(
      requestOf('good', 'slow', 'stuck', 'down', 'keyless', 'broken'),
      never,
      80,
    );
    expect(found.items.map(({ item }) => item.source)).toEqual(['good']);
    expect(found.answered).toEqual(['good']);
    expect(found.failed).toEqual([
      { source: 'slow', fault: 'timeout' },
      { source: 'stuck', fault: 'timeout' },
      { source: 'down', fault: 'unreachable' },
      { source: 'keyless', fault: 'key' },
      { source: 'broken', fault: 'malformed' },
    ]);
    expect(told.sort()).toEqual([
      'broken malformed',
      'down unreachable',
      'keyless key',
      'slow timeout',
      'stuck timeout',
    ]);
  });

  it('comes as soon as all have answered, not at the deadline', async () => {
    const retriever = retrieverOf([sourceOf('a', finds('a', CLAIM))]);
    // A deadline of ten minutes: this test would not see its end.
    const { items } = await retriever.retrieve(requestOf('a'), never, 600_000);
    expect(items).toHaveLength(1);
  });

  it('is given up at once when the caller leaves, and every source with it', async () => {
    const caller = new AbortController();
    let aborted = 0;
    const slow = sourceOf('slow', (signal) => {
      signal.addEventListener('abort', () => {
        aborted += 1;
      });
      return hangs(signal);
    });
    const failures: string[] = [];
    const retriever = retrieverOf([slow, sourceOf('stuck', ignoresEverything)], {
      watch: { onFailure: ({ source }) => failures.push(source) },
    });
    const found = retriever.retrieve(requestOf('slow', 'stuck'), caller.signal, 60_000);
    await sleep(0);
    caller.abort(new Error('gone'));
    await expect(found).rejects.toThrow('gone');
    expect(aborted).toBe(1);
    expect(failures).toEqual([]);
    await expect(retriever.retrieve(requestOf('slow'), caller.signal, 100)).rejects.toThrow('gone');
    expect(slow.asked).toHaveLength(1);
  });

  it('has no more items than are wanted', async () => {
    const many = sourceOf('many', finds('many', ...Array.from({ length: 8 }, (_, at) => `${CLAIM} ${at}`)));
    const found = await retrieverOf([many]).retrieve({ ...requestOf('many'), limit: 3 }, never, 500);
    expect(found.items).toHaveLength(3);
  });
});

describe('what sources are sent', () => {
  const secretive = {
    ...requestOf('outside', 'inside'),
    claimText: `Jane of jane@example.com built the tower with sk-abcdefghijklmnop1234. ${'It stands. '.repeat(60)}`,
    key: ApiKey.parse('my-own-key-0001')!,
  };

  it('is the cut claim outside, and the whole claim inside', async () => {
    const outside = sourceOf('outside', finds('outside', CLAIM));
    const inside = sourceOf('inside', finds('inside', CLAIM), 'local');
    await retrieverOf([outside, inside]).retrieve(
      { ...secretive, claimText: `my-own-key-0001 ${secretive.claimText}` },
      never,
      500,
    );
    const [sent] = outside.asked;
    expect(sent?.text).toMatch(/^Jane of built the tower with It stands\. It stands\./);
    expect(sent?.text.length).toBeLessThanOrEqual(300);
    expect(inside.asked[0]?.text).toContain('jane@example.com');
  });

  it('names a language of the list, whatever was asked for', async () => {
    const outside = sourceOf('outside', finds('outside', CLAIM));
    const retriever = retrieverOf([outside]);
    for (const language of ['de-AT', 'evil.example/', '']) {
      await retriever.retrieve({ ...requestOf('outside'), language }, never, 500);
    }
    expect(outside.asked.map(({ language }) => language)).toEqual(['de', 'en']);
  });

  it('is nothing where nothing is left to ask about', async () => {
    const outside = sourceOf('outside', finds('outside', CLAIM));
    const found = await retrieverOf([outside]).retrieve(
      { ...requestOf('outside'), claimText: 'jane@example.com' },
      never,
      500,
    );
    expect(outside.asked).toEqual([]);
    expect(found).toEqual({ items: [], asked: [], answered: [], failed: [] });
  });
});

describe('the cache', () => {
  it('answers for sources outside, for all callers, and counts as an answer', async () => {
    const outside = sourceOf('outside', finds('outside', CLAIM));
    const inside = sourceOf('inside', finds('inside', 'The Eiffel Tower.'), 'local');
    const cached: boolean[] = [];
    const retriever = retrieverOf([outside, inside], {
      watch: { onAnswer: ({ source, cached: was }) => source === 'outside' && cached.push(was) },
    });
    const first = await retriever.retrieve(requestOf('outside', 'inside'), never, 500);
    await sleep(0);
    const second = await retriever.retrieve(
      { ...requestOf('outside', 'inside'), key: ApiKey.parse('another-caller')! },
      never,
      500,
    );
    expect(second).toEqual(first);
    expect(second.answered).toEqual(['outside', 'inside']);
    expect(outside.asked).toHaveLength(1);
    expect(inside.asked).toHaveLength(2);
    expect(cached).toEqual([false, true]);
  });

  it('remembers that nothing was found, but no failure', async () => {
    let answer: () => Promise<readonly RetrievedItem[]> = fails('outside', 'unreachable');
    const outside = sourceOf('outside', () => answer());
    const retriever = retrieverOf([outside]);
    await retriever.retrieve(requestOf('outside'), never, 500);
    answer = async () => [];
    await retriever.retrieve(requestOf('outside'), never, 500);
    await sleep(0);
    const last = await retriever.retrieve(requestOf('outside'), never, 500);
    expect(outside.asked).toHaveLength(2);
    expect(last.answered).toEqual(['outside']);
  });

  it('is not waited for where it hangs', async () => {
    const hanging: EvidenceCache = { get: () => new Promise(() => {}), set: () => new Promise(() => {}) };
    const retriever = retrieverOf(
      [sourceOf('outside', finds('outside', CLAIM)), sourceOf('inside', finds('inside', CLAIM), 'local')],
      { cache: hanging },
    );
    const found = await retriever.retrieve(requestOf('outside', 'inside'), never, 50);
    expect(found.answered).toEqual(['inside']);
  });
});
