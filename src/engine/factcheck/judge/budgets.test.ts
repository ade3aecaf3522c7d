/** What verification costs, and who pays for it. */

import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../domain/claim.ts';
import type { NativeCitation } from '../../../models/dialects/web-search.ts';
import { jsonModel } from '../../../models/upstream/ask-json.ts';
import type { Verification } from '../open-verifier.ts';
import type { Reading } from '../read/reading.ts';
import type { VerifierOptions } from '../verify-claim.ts';
import {
  agreeable,
  claimOf,
  echo,
  found,
  itemOf,
  openTestVerifier,
  type SimulatedJudge,
  simulateJudge,
  TARGET,
  verdict,
} from './judge-in-tests.ts';
import type { Judgements } from './read-judgements.ts';
import { createCallerCache } from './verdict-cache.ts';

const counted = ({ calls }: SimulatedJudge) => ({
  promptTokens: calls.reduce((sum, { tokens }) => sum + tokens.prompt, 0),
  completionTokens: calls.reduce((sum, { tokens }) => sum + tokens.completion, 0),
});

async function verify(
  judge: SimulatedJudge,
  texts: readonly string[],
  rest: Partial<VerifierOptions> = {},
): Promise<Verification> {
  const verifier = openTestVerifier(judge, rest);
  for (const text of texts) verifier.add(claimOf(text));
  return verifier.finish();
}

const things = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `Thing number ${n} is wet.`);

describe('budgets', () => {
  it('of claims: exactly so many are looked up, the others say that they were not', async () => {
    for (const maxClaims of [0, 1, 7]) {
      const searched: string[] = [];
      const judge = simulateJudge(agreeable);
      const { claims } = await verify(judge, things(10), {
        maxClaims,
        retrieve: async (claim, signal) => {
          searched.push(claim.text);
          return echo(claim, signal);
        },
      });
      expect(searched).toEqual(things(10).slice(0, maxClaims));
      expect(claims.map((one) => one.verdict)).toEqual([
        ...new Array(maxClaims).fill('supported'),
        ...new Array(10 - maxClaims).fill('not_enough_evidence'),
      ]);
      expect(claims.at(-1)?.explanation).toContain('limit of claims');
    }
  });

  it('of tokens: never more than that, whatever it is, and all of it where it is needed', async () => {
    let judgedBefore = -1;
    for (const tokenBudget of [0, 500, 1_500, 2_500, 3_500, 5_000, 8_000, 12_000, 30_000]) {
      const judge = simulateJudge(agreeable);
      const { claims, usage } = await verify(judge, things(12), { tokenBudget, concurrency: 2 });
      expect(usage).toEqual(counted(judge));
      expect(usage.promptTokens + usage.completionTokens).toBeLessThanOrEqual(tokenBudget);
      const judged = claims.filter((one) => one.verdict === 'supported').length;
      expect(judged).toBeGreaterThanOrEqual(judgedBefore);
      judgedBefore = judged;
      for (const claim of claims.filter((one) => one.verdict !== 'supported')) {
        expect(claim.explanation).toContain('token budget');
      }
    }
    expect(judgedBefore).toBe(12);
  });

  it('of tokens: a judge that writes all it may is cut by its limit, which was reserved', async () => {
    const judge = simulateJudge(() => 'x'.repeat(100_000));
    const { usage } = await verify(judge, things(5), { tokenBudget: 9_000 });
    expect(usage).toEqual(counted(judge));
    expect(usage.promptTokens + usage.completionTokens).toBeLessThanOrEqual(9_000);
    for (const { request, tokens } of judge.calls) {
      expect(tokens.completion).toBeLessThanOrEqual(request.maxTokens ?? 0);
    }
  });

  it('of calls at the same time', async () => {
    let running = 0;
    let most = 0;
    const judge = simulateJudge(agreeable, 20);
    const complete = judge.upstream.complete.bind(judge.upstream);
    judge.upstream.complete = async (call, signal) => {
      running += 1;
      most = Math.max(most, running);
      return complete(call, signal).finally(() => {
        running -= 1;
      });
    };
    const { claims } = await verify(judge, things(40), { concurrency: 2 });
    expect(most).toBe(2);
    expect(claims.every((one) => one.verdict === 'supported')).toBe(true);
  });
});

describe('the cost of a claim', () => {
  it('is at most 0.9 calls where one claim in five needs a second query, and every verdict is right', async () => {
    const wrong = { verdict: 'not_enough_evidence', evidence: [], next_queries: ['more on the matter'] };
    const judge = simulateJudge(({ blocks }) =>
      blocks.map((block) => {
        const n = Number(/\d+/.exec(block.claim)?.[0]);
        if (n % 5 === 0 && !block.final) return verdict(block, wrong);
        const { number } = block.items[0] ?? {};
        return n % 2 === 0
          ? verdict(block, { evidence: [{ number, stance: 'supports', words: '' }] })
          : verdict(block, { verdict: 'refuted', evidence: [{ number, stance: 'refutes', words: '' }] });
      }),
    );
    let calls = 0;
    // Answers of two to six claims each.
    for (let n = 0, size = 2; n < 200; n += size, size = size === 6 ? 2 : size + 1) {
      const { claims, counts } = await verify(judge, things(n + size).slice(n));
      calls += counts.judgeCalls;
      expect(claims.map((one) => one.verdict)).toEqual(
        claims.map((_, i) => ((n + i) % 2 === 0 ? 'supported' : 'refuted')),
      );
      expect(counts.searches).toBe(size + claims.filter((_, i) => (n + i) % 5 === 0).length);
    }
    expect(calls).toBe(judge.calls.length);
    expect(calls / 200).toBeLessThanOrEqual(0.9);
  });
});

describe('judgements that are kept', () => {
  const claim = 'Water is wet.';
  const cached = (maxAge = 60_000, now = () => performance.now()) => ({
    verdicts: createCallerCache<Judgements>({ size: 100, maxAge, now }),
    citations: createCallerCache<readonly NativeCitation[]>({ size: 100, maxAge, now }),
    readings: createCallerCache<Pick<Reading, 'text' | 'parts'>>({ size: 100, maxAge, now }),
  });

  it('serve the same caller again, and no other', async () => {
    const kept = cached();
    const judge = simulateJudge(agreeable);
    const first = await verify(judge, [claim], { cache: { ...kept, callerId: 'ann' } });
    const again = await verify(judge, [claim], { cache: { ...kept, callerId: 'ann' } });
    expect(judge.calls).toHaveLength(1);
    expect(again.counts).toEqual({
      judgeCalls: 0,
      readerCalls: 0,
      searches: 1,
      native: 0,
      cached: 1,
    });
    expect(again.usage).toEqual({ promptTokens: 0, completionTokens: 0 });
    expect(again.claims.map(({ id: _, ...rest }) => rest)).toEqual(
      first.claims.map(({ id: _, ...rest }) => rest),
    );
    await verify(judge, [claim], { cache: { ...kept, callerId: 'bob' } });
    expect(judge.calls).toHaveLength(2);
  });

  it('hold for that claim, that evidence and that model alone', async () => {
    const kept = cached();
    const judge = simulateJudge(agreeable);
    const cache = { ...kept, callerId: 'ann' };
    const other = { ...TARGET, model: { ...TARGET.model, wireId: 'judge-2' } };
    await verify(judge, [claim], { cache });
    await verify(judge, ['Water is very wet.'], { cache });
    await verify(judge, [claim], { cache, model: jsonModel(judge.upstream, other) });
    await verify(judge, [claim], { cache, retrieve: async () => found(itemOf('Water is wet, they say.')) });
    expect(judge.calls).toHaveLength(4);
  });

  it('are never those of a judge that failed', async () => {
    const kept = cached();
    const cache = { ...kept, callerId: 'ann' };
    await verify(
      simulateJudge(() => 'no'),
      [claim],
      { cache },
    );
    const judge = simulateJudge(agreeable);
    await verify(judge, [claim], { cache });
    expect(judge.calls).toHaveLength(1);
  });

  it('serve no longer than they may', async () => {
    let time = 1;
    const kept = cached(1_000, () => time);
    const judge = simulateJudge(agreeable);
    const cache = { ...kept, callerId: 'ann' };
    await verify(judge, [claim], { cache });
    time += 999;
    await verify(judge, [claim], { cache });
    expect(judge.calls).toHaveLength(1);
    time += 2;
    await verify(judge, [claim], { cache });
    expect(judge.calls).toHaveLength(2);
  });
});

describe('claims that share a call', () => {
  it('are those that share evidence, before others', async () => {
    const judge = simulateJudge(agreeable, 30);
    const page = itemOf('A page on walls and water, which both are wet.');
    const of = async (claim: Claim, signal: AbortSignal) =>
      claim.text.includes('wall') ? found(page) : echo(claim, signal);
    const texts = ['A wall is wet.', ...things(4), 'Two walls are wet.', 'Three walls are wet.'];
    await verify(judge, texts, { concurrency: 2, retrieve: of });
    expect(judge.calls[0]?.question.blocks.map(({ claim }) => claim).sort()).toContain('Two walls are wet.');
    expect(judge.calls[0]?.question.blocks.map(({ claim }) => claim)).toContain('Three walls are wet.');
  });

  it('see their own items alone, each under a number of its own', async () => {
    const judge = simulateJudge(agreeable);
    await verify(judge, things(3));
    const blocks = judge.calls[0]?.question.blocks ?? [];
    expect(blocks.map(({ items }) => items.map(({ number }) => number))).toEqual([[1], [2], [3]]);
    for (const { claim, items } of blocks) expect(items[0]?.text).toBe(`It is known: ${claim}`);
  });

  it('cannot be judged by each other’s items', async () => {
    const judge = simulateJudge(({ blocks }) =>
      blocks.map((block) =>
        verdict(block, { evidence: [{ number: (block.number % 2) + 1, stance: 'supports', words: '' }] }),
      ),
    );
    const { claims } = await verify(judge, things(2));
    expect(claims.map((one) => one.verdict)).toEqual(['not_enough_evidence', 'not_enough_evidence']);
  });
});
