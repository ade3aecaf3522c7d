/** The claims over the limit are checked in as many requests as it takes, and come back in their places. */
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../web/api/failure.ts';
import type { CheckEvent, CheckRequest } from '../../web/api/gateway.ts';
import type { Claim, FactCheckMetadata } from '../../web/api/types.ts';
import {
  checkRest,
  estimateRest,
  putChecked,
  type Rest,
  type RestEvent,
} from '../../web/claims/check-rest.ts';
import { mergeMetadata } from '../../web/claims/merge-metadata.ts';
import { NO_VERDICTS } from './no-verdicts.ts';

const TEXT = 'abcdefghijklmnopqrstuvwxyz';

const claimAt = (index: number, more: Partial<Claim> = {}): Claim => ({
  id: `claim-${index + 1}`,
  text: TEXT.slice(index, index + 1),
  original_text: TEXT.slice(index, index + 1),
  role: 'assistant',
  message_index: 3,
  start: index,
  end: index + 1,
  category: 'attribute',
  confidence: 0.9,
  ...more,
});

const UNCHECKED = { verdict: 'not_enough_evidence', checked: false, explanation: 'Over the limit.' } as const;
const CHECKED = { verdict: 'supported', verdict_confidence: 0.9, explanation: 'So it is.' } as const;
const claims = Array.from({ length: 25 }, (_, index) => claimAt(index, index < 10 ? CHECKED : UNCHECKED));

const metadataOf = (found: readonly Claim[], more: Partial<FactCheckMetadata> = {}): FactCheckMetadata => ({
  claims_detected: found.length,
  confidence_score: 0.9,
  summary: NO_VERDICTS,
  sources_consulted: ['starter'],
  mode: 'verify',
  claims: found,
  ...more,
});

/** A server that numbers the claims of each request from 1, and has verdicts for all that it is asked for. */
function openServer() {
  const asked: CheckRequest[] = [];
  async function* check(request: CheckRequest): AsyncGenerator<CheckEvent> {
    asked.push(request);
    const found = (request.spans ?? []).map(({ start }, index) =>
      claimAt(start, { id: `claim-${index + 1}`, role: 'text', message_index: 0 }),
    );
    for (const claim of found) yield { type: 'claim', claim };
    yield { type: 'checking', ids: found.map(({ id }) => id) };
    const judged = found.map((claim) => ({ ...claim, ...CHECKED }));
    for (const claim of judged.slice(0, 2)) yield { type: 'verdict', claim };
    yield { type: 'done', metadata: metadataOf(judged) };
  }
  return { asked, check };
}

const rest = (more: Partial<Rest> = {}): Rest => ({
  text: TEXT,
  claims,
  limit: 10,
  model: 'm',
  key: 'k',
  sources: ['brave'],
  ...more,
});

describe('checkRest', () => {
  it('asks for the unchecked claims alone, at most as many at once as the server checks', async () => {
    const { asked, check } = openServer();
    await Array.fromAsync(checkRest(rest(), new AbortController().signal, check));
    expect(asked.map(({ spans }) => spans?.map(({ start }) => start))).toEqual([
      [10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
      [20, 21, 22, 23, 24],
    ]);
    expect(asked[0]).toMatchObject({ text: TEXT, mode: 'verify', model: 'm', key: 'k', sources: ['brave'] });
  });

  it('gives each claim its verdict in its place, under the id and role that it had', async () => {
    const { check } = openServer();
    const events = await Array.fromAsync(checkRest(rest(), new AbortController().signal, check));
    const all = events.reduce<readonly Claim[]>(
      (before, event) => (event.type === 'verdict' ? putChecked(before, event.claim) : before),
      claims,
    );
    expect(all).toEqual(claims.map((_, index) => claimAt(index, CHECKED)));
    expect(events.find(({ type }) => type === 'checking')).toEqual({
      type: 'checking',
      ids: claims.slice(10, 20).map(({ id }) => id),
    });
  });

  it('asks nobody where nothing is unchecked, and leaves what comes of other places', async () => {
    const { asked, check } = openServer();
    const none = await Array.fromAsync(
      checkRest(rest({ claims: claims.slice(0, 10) }), new AbortController().signal, check),
    );
    expect([none, asked]).toEqual([[], []]);
    async function* elsewhere(): AsyncGenerator<CheckEvent> {
      yield { type: 'verdict', claim: claimAt(2, CHECKED) };
    }
    expect(await Array.fromAsync(checkRest(rest(), new AbortController().signal, elsewhere))).toEqual([]);
  });

  it('keeps what came before a failure', async () => {
    const { check } = openServer();
    let requests = 0;
    async function* failing(request: CheckRequest): AsyncGenerator<CheckEvent> {
      requests += 1;
      if (requests === 2) throw new ApiFailure({ status: 429, code: 'rate_limited', detail: '' } as never);
      yield* check(request);
    }
    const seen: RestEvent[] = [];
    await expect(async () => {
      for await (const event of checkRest(rest(), new AbortController().signal, failing)) seen.push(event);
    }).rejects.toThrow(ApiFailure);
    expect(new Set(seen.flatMap((event) => (event.type === 'verdict' ? event.claim.id : []))).size).toBe(10);
  });
});

describe('estimateRest', () => {
  it('counts the requests of each text, and tokens by what the checked claims took', () => {
    const usage = { prompt_tokens: 4_000, completion_tokens: 1_000, total_tokens: 5_000 };
    expect(estimateRest([claims], usage, 10)).toEqual({ claims: 15, requests: 2, tokens: 7_500 });
    const question = [claimAt(0, UNCHECKED)];
    expect(estimateRest([question, claims], usage, 10)).toEqual({ claims: 16, requests: 3, tokens: 8_000 });
    expect(estimateRest([question], undefined, 10).tokens).toBeGreaterThan(0);
    const again = [...claims, { ...claimAt(24, UNCHECKED), start: 30, end: 31 }];
    expect(estimateRest([again], usage, 10).claims, 'one that is repeated is one').toBe(15);
  });
});

describe('mergeMetadata', () => {
  it('adds up usage, names each source once, and puts all corrections in', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cost: 0.25 };
    const late = { start: 20, end: 22, wrong: 'uv', right: 'UVW', claim_id: 'claim-1' };
    const early = { start: 1, end: 2, wrong: 'b', right: '', claim_id: 'claim-1' };
    const search = { query: 'b', sources: ['brave'] };
    const merged = mergeMetadata(
      metadataOf([], { usage, revisions: [early] }),
      metadataOf([], {
        usage,
        revisions: [late],
        sources_consulted: ['starter', 'brave'],
        searches: [search],
      }),
      TEXT,
    );
    expect(merged).toMatchObject({
      usage: { prompt_tokens: 2, completion_tokens: 4, total_tokens: 6, cost: 0.5 },
      sources_consulted: ['starter', 'brave'],
      searches: [search],
      revised_content: 'acdefghijklmnopqrstUVWwxyz',
    });
    expect(merged.revisions).toHaveLength(2);
  });
});
