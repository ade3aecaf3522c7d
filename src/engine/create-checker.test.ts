import { describe, expect, it } from 'vitest';
import { createChecker } from './create-checker.ts';

const CLAIM = 'The Kestrel Bridge was opened in 1987.';
const document = {
  title: 'History',
  url: 'https://example.org/history',
  text: 'The Kestrel Bridge was opened to traffic in 1987.',
};

describe('a checker', () => {
  it('finds claims where it has nothing to check them against', async () => {
    const { mode, claims } = await createChecker().checkWhole({ text: CLAIM });
    expect(mode).toBe('detect');
    expect(claims.map(({ text, evidence }) => [text, evidence])).toEqual([[CLAIM, undefined]]);
  });

  it('looks in the documents of all checks and of this one', async () => {
    const own = {
      title: 'Record',
      url: 'https://example.org/record',
      text: 'The Kestrel Bridge was not opened before 1988.',
    };
    const checker = createChecker({ documents: [document] });
    const titlesOf = async (documents?: (typeof own)[]) => {
      const { mode, claims } = await checker.checkWhole({ text: CLAIM, ...(documents && { documents }) });
      expect(mode).toBe('ground');
      return claims[0]?.evidence?.map(({ title }) => title).toSorted();
    };
    expect(await titlesOf()).toEqual(['History']);
    expect(await titlesOf([own])).toEqual(['History', 'Record']);
  });

  it('says at the end what the whole comes to', async () => {
    const checker = createChecker({ documents: [document] });
    const events = await Array.fromAsync(checker.check({ text: CLAIM }));
    expect(events.map(({ type }) => type)).toEqual(['found', 'evidence', 'done']);
    const last = events.at(-1);
    expect(last?.type === 'done' && last.metadata).toEqual(await checker.checkWhole({ text: CLAIM }));
  });

  it('asks the model of the application, and names it', async () => {
    const asked: string[] = [];
    const answer = {
      claim: 1,
      ...{ part: 0, evidence: [{ number: 1, stance: 'supports', words: '' }], explanation: 'It says so.' },
      ...{ verdict: 'supported', probability: 0.9, wrong: '', right: '', next_queries: [] },
    };
    const checker = createChecker({
      documents: [document],
      model: 'own-model',
      async ask({ system, user, maxTokens }) {
        expect([system, maxTokens > 0]).toEqual([expect.stringMatching(/\w/), true]);
        asked.push(user);
        return JSON.stringify({ verdicts: [answer] });
      },
    });
    const { mode, claims } = await checker.checkWhole({ text: CLAIM });
    expect([mode, claims[0]?.verdict, claims[0]?.judged_by]).toEqual(['verify', 'supported', 'own-model']);
    expect(asked.every((question) => question.includes(CLAIM))).toBe(true);
  });

  it('ends with the reason of the signal', async () => {
    const reason = new Error('The reader has left');
    const signal = AbortSignal.abort(reason);
    await expect(createChecker().checkWhole({ text: CLAIM, signal })).rejects.toBe(reason);
  });
});
