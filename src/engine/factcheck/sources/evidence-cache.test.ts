import { describe, expect, it } from 'vitest';
import {
  createMemoryEvidenceCache,
  createSharedEvidenceCache,
  type EvidenceCache,
  evidenceKey,
  KEEP_FOUND,
  KEEP_NOTHING,
} from './evidence-cache.ts';
import type { RetrievedItem } from './source.ts';

const QUERY = { text: 'The Eiffel Tower was completed in 1889.', language: 'en', limit: 8 };
const ITEM: RetrievedItem = {
  source: 'brave',
  title: 'Eiffel Tower',
  url: 'https://example.org/',
  text: 'Completed in 1889.',
  published: '2024-05-01',
};

describe('the key under which evidence is kept', () => {
  it('reveals nothing of the query, and is another one for whatever else is asked', () => {
    const key = evidenceKey('secret', 'brave', QUERY);
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(evidenceKey('secret', 'brave', { ...QUERY })).toBe(key);
    const others = [
      evidenceKey('another', 'brave', QUERY),
      evidenceKey('secret', 'exa', QUERY),
      evidenceKey('secret', 'brave', { ...QUERY, language: 'de' }),
      evidenceKey('secret', 'brave', { ...QUERY, limit: 3 }),
      evidenceKey('secret', 'brave', { ...QUERY, text: `${QUERY.text} ` }),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
  });
});

/** Texts that processes share. */
function fakeTexts(now: () => number) {
  const texts = new Map<string, { text: string; until: number }>();
  return {
    texts,
    async get(name: string): Promise<unknown> {
      const entry = texts.get(name);
      return entry !== undefined && entry.until > now() ? entry.text : null;
    },
    async set(name: string, text: string, keep: number): Promise<unknown> {
      return texts.set(name, { text, until: now() + keep });
    },
  };
}

describe.each(['memory', 'shared texts'] as const)('evidence kept in %s', (kind) => {
  let time = 1_000;
  const now = (): number => time;
  const open = (): EvidenceCache =>
    kind === 'memory' ? createMemoryEvidenceCache({ now }) : createSharedEvidenceCache(fakeTexts(now));

  it('is there until it expires', async () => {
    const cache = open();
    expect(await cache.get('a')).toBeUndefined();
    await cache.set('a', [ITEM]);
    time += KEEP_FOUND - 1;
    expect(await cache.get('a')).toEqual([ITEM]);
    time += 2;
    expect(await cache.get('a')).toBeUndefined();
  });

  it('is kept shorter where nothing was found', async () => {
    const cache = open();
    await cache.set('a', []);
    time += KEEP_NOTHING - 1;
    expect(await cache.get('a')).toEqual([]);
    time += 2;
    expect(await cache.get('a')).toBeUndefined();
  });

  it('is replaced by what came later', async () => {
    const cache = open();
    await cache.set('a', []);
    await cache.set('a', [ITEM]);
    expect(await cache.get('a')).toEqual([ITEM]);
  });

  it('is not kept where it is huge', async () => {
    const cache = open();
    await cache.set('a', [{ ...ITEM, text: 'x'.repeat(1_000_000) }]);
    expect(await cache.get('a')).toBeUndefined();
  });
});

describe('evidence in memory', () => {
  it('makes room by giving up what was used longest ago', async () => {
    const cache = createMemoryEvidenceCache({ now: () => 0, maxCharacters: 3_000 });
    const large = [{ ...ITEM, text: 'x'.repeat(500) }];
    for (const key of ['a', 'b', 'c']) await cache.set(key, large);
    await cache.get('a');
    await cache.set('d', large);
    expect(await cache.get('b')).toBeUndefined();
    expect(await cache.get('a')).toEqual(large);
  });
});

describe('evidence that processes share', () => {
  it('is filed under the hash, and expires', async () => {
    const shared = fakeTexts(() => 0);
    await createSharedEvidenceCache(shared).set('hash', [ITEM]);
    expect([...shared.texts]).toEqual([
      ['evidence:hash', { text: JSON.stringify([ITEM]), until: KEEP_FOUND }],
    ]);
  });

  it('is as if it were not there where the texts are away, or are something else', async () => {
    const reject = () => Promise.reject(new Error('away'));
    const away = createSharedEvidenceCache({ get: reject, set: reject });
    await away.set('a', [ITEM]);
    expect(await away.get('a')).toBeUndefined();
    const broken = [
      '',
      'nonsense',
      '{}',
      'null',
      '[1]',
      '[{"source":"brave"}]',
      '[{"source":"brave","title":"","url":"javascript:alert(1)","text":"x"}]',
      '[{"source":"brave","title":"","url":"https://x.example/","text":7}]',
    ];
    for (const value of [...broken, 7, null, undefined]) {
      const cache = createSharedEvidenceCache({ get: async () => value, set: async () => {} });
      expect(await cache.get('a')).toBeUndefined();
    }
  });
});
