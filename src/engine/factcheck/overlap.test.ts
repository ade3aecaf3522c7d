/** When claims are judged: while the answer is being written, each as soon as it can be. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agreeable, claimOf, echo, openTestVerifier, simulateJudge } from './judge/judge-in-tests.ts';
import type { Verification } from './open-verifier.ts';
import type { VerifiedClaim } from './state/state-verdict.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (): number => Date.now() - 1_000_000;

/** Adds each claim at its time, in milliseconds, ends at the last time, and says when what happened. */
async function play(
  times: readonly number[],
  end: number,
  {
    judgeMs = 800,
    concurrency = 2,
    searchMs = 0,
    deadlineMs = 10_000,
    from = 'answer' as 'answer' | 'stream',
  } = {},
) {
  const judge = simulateJudge(agreeable, judgeMs);
  const verifier = openTestVerifier(judge, {
    concurrency,
    deadlineMs,
    from,
    retrieve: async (claim, signal, query) => {
      if (searchMs > 0) await new Promise((resolve) => setTimeout(resolve, searchMs));
      return echo(claim, signal, query);
    },
  });
  const verdicts: { claim: VerifiedClaim; at: number }[] = [];
  verifier.onVerdict((claim) => verdicts.push({ claim, at: at() }));
  const begun: { text: string; at: number }[] = [];
  verifier.onJudging((claims) => begun.push(...claims.map(({ text }) => ({ text, at: at() }))));
  for (const [index, time] of times.entries()) {
    await vi.advanceTimersByTimeAsync(time - at());
    verifier.add(claimOf(`Thing number ${index} is wet.`));
  }
  await vi.advanceTimersByTimeAsync(end - at());
  let finished: { verification: Verification; at: number } | undefined;
  void verifier.finish().then((verification) => {
    finished = { verification, at: at() };
  });
  await vi.advanceTimersByTimeAsync(deadlineMs + 1);
  /** When the first call that showed the claim began. */
  const judgedAt = times.map((_, index) => {
    const call = judge.calls.find(({ question }) =>
      question.blocks.some(({ claim }) => claim === `Thing number ${index} is wet.`),
    );
    return call === undefined ? Number.NaN : call.began - 1_000_000;
  });
  return { verdicts, begun, judgedAt, finished: finished as NonNullable<typeof finished>, judge };
}

describe('while the answer is still being written', () => {
  it('names each claim once when the judge begins to read it, not while it waits', async () => {
    const { begun, judgedAt, verdicts } = await play([0, 100, 200], 1_000, { concurrency: 1 });
    expect(begun.map(({ text }) => text)).toEqual([0, 1, 2].map((index) => `Thing number ${index} is wet.`));
    expect(begun.map((one) => one.at)).toEqual(judgedAt);
    expect(begun[1]?.at).toBeGreaterThanOrEqual(verdicts[0]?.at ?? Number.NaN);
  });

  it('ten claims over twenty seconds are judged as they come, and only the last one is waited for', async () => {
    const times = Array.from({ length: 10 }, (_, index) => (index + 1) * 2_000);
    const { verdicts, judgedAt, finished } = await play(times, 20_000);
    for (const [index, time] of times.entries()) expect(judgedAt[index]).toBeLessThanOrEqual(time + 300);
    expect(verdicts.filter((verdict) => verdict.at < 20_000).length).toBeGreaterThanOrEqual(8);
    expect(finished.at).toBeLessThanOrEqual(21_200);
    expect(finished.verification.claims.map(({ verdict }) => verdict)).toEqual(
      new Array(10).fill('supported'),
    );
  });

  it('claims of one breath share a call, and a late one does not wait for them', async () => {
    const { judgedAt, judge } = await play([1_000, 1_000, 1_010, 1_400], 2_000);
    expect(judge.calls.map(({ question }) => question.blocks.length)).toEqual([3, 1]);
    expect(judgedAt[3]).toBeLessThanOrEqual(1_700);
  });

  it('claims that find no free call are judged together when one is free', async () => {
    const times = Array.from({ length: 12 }, (_, index) => 1_000 + index * 100);
    const { judge, finished } = await play(times, 2_200);
    const running = judge.calls.map(
      ({ began }) => judge.calls.filter((other) => other.began <= began && began < other.began + 800).length,
    );
    expect(Math.max(...running)).toBe(2);
    expect(judge.calls.length).toBeLessThanOrEqual(7);
    expect(finished.at).toBeLessThanOrEqual(2_200 + 1_700);
  });

  it('a claim waits for others that still look for evidence, but not for long', async () => {
    const judge = simulateJudge(agreeable, 800);
    const verifier = openTestVerifier(judge, {
      retrieve: async (claim, signal) => {
        const slow = claim.text.includes('slow');
        await new Promise((resolve) => setTimeout(resolve, slow ? 5_000 : 1));
        return echo(claim, signal);
      },
    });
    verifier.add(claimOf('This is slow.'));
    verifier.add(claimOf('This is quick.'));
    await vi.advanceTimersByTimeAsync(300);
    expect(judge.calls.map(({ question }) => question.blocks.map(({ claim }) => claim))).toEqual([
      ['This is quick.'],
    ]);
  });
});

describe('in a stream', () => {
  it('the first claim is judged at once, later ones by twos, and at the end nothing waits', async () => {
    const times = Array.from({ length: 10 }, (_, index) => (index + 1) * 2_000);
    const { verdicts, judgedAt, finished, judge } = await play(times, 20_000, { from: 'stream' });
    expect(judge.calls.map(({ question }) => question.blocks.length)).toEqual([1, 2, 2, 2, 2, 1]);
    expect(judgedAt[0]).toBeLessThanOrEqual(2_300);
    for (const [index, time] of times.entries()) expect(judgedAt[index]).toBeLessThanOrEqual(time + 2_300);
    expect(verdicts.filter((verdict) => verdict.at < 20_000).length).toBeGreaterThanOrEqual(8);
    expect(finished.at).toBeLessThanOrEqual(21_200);
  });

  it('a claim that nothing follows is judged all the same', async () => {
    const { judgedAt } = await play([0, 1_000], 30_000, { from: 'stream' });
    expect(judgedAt[1]).toBeLessThanOrEqual(3_300);
  });
});

describe('a claim that is foreseen', () => {
  it('is sent when it is added, with what was judged meanwhile', async () => {
    const judge = simulateJudge(agreeable, 800);
    const verifier = openTestVerifier(judge);
    const told: VerifiedClaim[] = [];
    verifier.onVerdict((claim) => told.push(claim));
    verifier.foresee(claimOf('Water is wet.'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([]);
    const claim = claimOf('Water is wet.');
    verifier.add(claim);
    expect(told).toMatchObject([{ id: claim.id, verdict: 'supported' }]);
    expect((await verifier.finish()).counts).toMatchObject({ judgeCalls: 1, searches: 1 });
  });

  it('is forgotten where another one is added, and counts all the same', async () => {
    const judge = simulateJudge(agreeable, 800);
    const verifier = openTestVerifier(judge, { maxClaims: 2 });
    verifier.foresee(claimOf('Water is wet'));
    await vi.advanceTimersByTimeAsync(100);
    for (const text of ['Water is wet and cold.', 'Fire is hot.']) verifier.add(claimOf(text));
    verifier.foresee(claimOf('Ice is cold.'));
    const finished = verifier.finish();
    await vi.advanceTimersByTimeAsync(2_000);
    const { claims, counts } = await finished;
    expect(claims.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['Water is wet and cold.', 'supported'],
      ['Fire is hot.', 'not_enough_evidence'],
    ]);
    expect(counts.searches).toBe(2);
  });
});

it.each([1_000, 2_000, 2_200])(
  'ten claims, one every %d ms, that are read too take nine calls at most',
  async (pace) => {
    const judge = simulateJudge(agreeable, 800);
    const verifier = openTestVerifier(judge, { from: 'stream' });
    const verdicts: number[] = [];
    verifier.onVerdict(() => verdicts.push(at()));
    const sentences = Array.from({ length: 10 }, (_, n) => `She owned ${n + 20} houses in Rome.`);
    let text = 'Marie Curie met Lise Meitner. ';
    for (const sentence of sentences) {
      await vi.advanceTimersByTimeAsync(pace);
      const start = text.length;
      text += `${sentence} `;
      const claim = claimOf(sentence, { start, end: start + sentence.length });
      verifier.add(claim, { surroundings: () => ({ text, question: '' }) });
    }
    const finished = verifier.finish();
    await vi.advanceTimersByTimeAsync(1_200);
    const { counts } = await finished;
    expect(verdicts).toHaveLength(10);
    expect(Math.max(...verdicts)).toBeLessThanOrEqual(10 * pace + 1_200);
    expect(counts.readerCalls).toBeGreaterThanOrEqual(3);
    expect(counts.judgeCalls + counts.readerCalls).toBeLessThanOrEqual(9);
  },
);

it('two answers that pause at the same time are both foreseen', async () => {
  const judge = simulateJudge(agreeable, 800);
  const verifier = openTestVerifier(judge, { from: 'stream' });
  const said = [0, 1].map((choice_index) =>
    claimOf(`Water number ${choice_index} is wet.`, { choice_index }),
  );
  for (const claim of said) verifier.foresee(claim);
  await vi.advanceTimersByTimeAsync(4_000);
  for (const claim of said) verifier.add(claim);
  const { claims, counts } = await verifier.finish();
  expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
  expect(counts.searches).toBe(2);
});

describe('at the end', () => {
  it('the deadline passes: what is not judged says so, with what was found for it', async () => {
    const { finished, verdicts, judge } = await play([0, 500], 600, { judgeMs: 60_000, deadlineMs: 2_000 });
    expect(finished.at).toBe(2_600);
    expect(verdicts).toHaveLength(2);
    for (const claim of finished.verification.claims) {
      expect(claim).toMatchObject({
        verdict: 'not_enough_evidence',
        explanation: 'This claim was not checked: the time limit was reached.',
        evidence: [{ stance: 'unjudged' }],
      });
    }
    expect(judge.calls.every(({ aborted }) => aborted)).toBe(true);
  });

  it('the caller leaves: searches and calls stop at once, and no verdict comes any more', async () => {
    const judge = simulateJudge(agreeable, 5_000);
    const caller = new AbortController();
    const searches: AbortSignal[] = [];
    const verifier = openTestVerifier(judge, {
      signal: caller.signal,
      retrieve: async (claim, signal) => {
        searches.push(signal);
        if (claim.text.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 9_000));
        return echo(claim, signal);
      },
    });
    const told: VerifiedClaim[] = [];
    verifier.onVerdict((claim) => told.push(claim));
    verifier.add(claimOf('This is slow.'));
    verifier.add(claimOf('This is quick.'));
    await vi.advanceTimersByTimeAsync(1_000);
    const finished = verifier.finish();
    const rejected = expect(finished).rejects.toThrow('gone');
    caller.abort(new Error('gone'));
    await rejected;
    expect(judge.calls.map(({ aborted }) => aborted)).toEqual([true]);
    expect(searches.every(({ aborted }) => aborted)).toBe(true);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual([]);
    expect(judge.calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('there was nothing to verify', async () => {
    const verification = await openTestVerifier(simulateJudge(agreeable)).finish();
    expect(verification).toMatchObject({ claims: [], sources: [] });
    expect(vi.getTimerCount()).toBe(0);
  });
});
