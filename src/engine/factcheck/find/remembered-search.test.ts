/** Which searches are remembered for a caller. */
import { expect, it } from 'vitest';
import { createMemoryEvidenceCache } from '../sources/evidence-cache.ts';
import { type EvidenceSource, SourceError } from '../sources/source.ts';
import { createRetriever } from './retrieve.ts';

const CLAIM = 'The Eiffel Tower in Paris was completed in 1889.';
const never = new AbortController().signal;

/** Of sources in memory; `isDown` says whether the second one fails. */
function retrieverOf(isDown: () => boolean) {
  let searches = 0;
  const item = { source: 'first', title: '', url: '/first', text: CLAIM };
  const edition = {};
  const first: EvidenceSource = {
    name: 'first',
    reach: 'local',
    edition: () => edition,
    search: async () => {
      searches++;
      return [item];
    },
  };
  const second: EvidenceSource = {
    name: 'second',
    reach: 'local',
    edition: () => edition,
    search: async () => {
      if (isDown()) throw new SourceError('second', 'unreachable', 'it is down');
      return [];
    },
  };
  const now = () => 0;
  const { retrieve } = createRetriever({
    sources: [{ source: first }, { source: second }],
    cache: createMemoryEvidenceCache({ now }),
    secret: 'secret',
    now,
  });
  return async (request: object = {}) => {
    const sources = new Set(['first', 'second']);
    const asked = { claimText: CLAIM, category: 'event', language: 'en', sources, limit: 5, callerId: 'ann' };
    const { failed } = await retrieve({ ...asked, ...request } as never, never, 60_000);
    return { failed: failed.length, searches };
  };
}

it('one that failed in part is made again, until it succeeds', async () => {
  let down = true;
  const search = retrieverOf(() => down);
  expect(await search()).toEqual({ failed: 1, searches: 1 });
  down = false;
  expect(await search()).toEqual({ failed: 0, searches: 2 });
  down = true;
  expect(await search()).toEqual({ failed: 0, searches: 2 });
});

it.each([{ callerId: 'bob' }, { claimText: `${CLAIM} Again.` }, { language: 'de' }, { limit: 4 }])(
  'one that differs in %j is another',
  async (other) => {
    const search = retrieverOf(() => false);
    await search();
    expect((await search(other)).searches).toBe(2);
    expect((await search()).searches).toBe(2);
  },
);
