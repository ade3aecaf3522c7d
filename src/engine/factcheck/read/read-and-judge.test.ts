/** Claims that are read in their context, and judged part by part. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../domain/claim.ts';
import type { Retrieval } from '../ground-conversation.ts';
import {
  agreeable,
  claimOf,
  found,
  itemOf,
  openTestVerifier,
  type SeenQuestion,
  simulateJudge,
  verdict,
  verdictsOf,
} from '../judge/judge-in-tests.ts';
import type { VerifierOptions } from '../verify-claim.ts';
import { readingOf } from './reader-in-tests.ts';

const BEFORE = 'Marie Curie was a physicist. ';
const CLAIM = 'She died in 1934 in France and she was a dentist.';
const READING = 'Marie Curie died in 1934 in France and Marie Curie was a dentist.';
const PARTS = ['Marie Curie died in 1934 in France.', 'Marie Curie was a dentist.'];

/** An item on whatever is asked for. */
const echo = async (claim: Claim, _signal: AbortSignal, query?: string): Promise<Retrieval> =>
  found(itemOf(`It is known: ${query ?? claim.text}`));

async function verify(
  judge: ReturnType<typeof simulateJudge>,
  rest: Partial<VerifierOptions> = {},
  text = CLAIM,
) {
  const verifier = openTestVerifier(judge, { retrieve: echo, ...rest });
  const claim = claimOf(text, { start: BEFORE.length, end: BEFORE.length + text.length });
  const surroundings = () => ({ text: BEFORE + text, question: 'Who was Marie Curie?' });
  verifier.add(claim, { surroundings });
  const { claims, counts } = await verifier.finish();
  return { claim: claims[0] as (typeof claims)[number], counts };
}

/** The second part is false, the rest true. */
const mixed = ({ blocks }: SeenQuestion): object[] =>
  blocks.flatMap((block) =>
    verdictsOf(block, (text) => {
      const refuted = text.includes('dentist');
      const number = block.items.find((item) => item.text.includes(text))?.number;
      return {
        verdict: refuted ? 'refuted' : 'supported',
        evidence: [{ number, stance: refuted ? 'refutes' : 'supports', words: '' }],
        explanation: refuted ? 'The evidence names another profession.' : 'The evidence gives this year.',
      };
    }),
  );

describe('a claim that does not stand alone', () => {
  it('is read, looked for as it was read, and judged with its context', async () => {
    const judge = simulateJudge(agreeable, 0, () => [readingOf(1, READING)]);
    const searched: string[] = [];
    const { claim, counts } = await verify(judge, {
      retrieve: async (asked, signal, query) => {
        searched.push(query ?? asked.text);
        return echo(asked, signal, query);
      },
    });
    expect(judge.readings[0]?.passages).toMatchObject([
      { question: 'Who was Marie Curie?', text: BEFORE + CLAIM, claims: [{ text: CLAIM }] },
    ]);
    expect(searched).toEqual([READING]);
    expect(judge.calls[0]?.question.blocks[0]).toMatchObject({
      claim: READING,
      context: 'Who was Marie Curie? Marie Curie was a physicist.',
    });
    expect(claim).toMatchObject({ text: CLAIM, reading: READING, verdict: 'supported' });
    expect(claim).not.toHaveProperty('parts');
    expect(counts).toMatchObject({ readerCalls: 1, judgeCalls: 1, searches: 1 });
  });

  it('is taken as it is where the reading says more', async () => {
    const judge = simulateJudge(agreeable, 0, () => [
      readingOf(1, 'Marie Curie died in 1935 in France and she was a dentist.'),
    ]);
    const { claim } = await verify(judge);
    expect(judge.calls[0]?.question.blocks[0]?.claim).toBe(CLAIM);
    expect(claim).not.toHaveProperty('reading');
    expect(claim.verdict).toBe('supported');
  });

  it('means what its place makes of it: the same words twice are two claims', async () => {
    const judge = simulateJudge(agreeable);
    const verifier = openTestVerifier(judge, { retrieve: echo });
    const text = 'Ada Byron was a countess. She died young. Marie Curie was a physicist. She died young.';
    for (const start of [26, 71]) {
      const claim = claimOf('She died young.', { start, end: start + 15 });
      verifier.add(claim, { surroundings: () => ({ text, question: '' }) });
    }
    await verifier.finish();
    const contexts = judge.calls.flatMap(({ question }) => question.blocks.map(({ context }) => context));
    expect(contexts).toEqual(['Ada Byron was a countess.', text.slice(0, 70)]);
  });
});

describe('a sentence that says several things', () => {
  const split = (answer = mixed) => simulateJudge(answer, 0, () => [readingOf(1, READING, PARTS)]);

  it('has a verdict for each, and is refuted where one is', async () => {
    const judge = split();
    const { claim, counts } = await verify(judge);
    expect(judge.calls[0]?.question.blocks[0]).toMatchObject({ claim: READING, parts: PARTS });
    expect(claim.parts).toMatchObject([
      { text: PARTS[0], verdict: 'supported', explanation: 'The evidence gives this year.' },
      { text: PARTS[1], verdict: 'refuted', explanation: 'The evidence names another profession.' },
    ]);
    expect(claim).toMatchObject({
      verdict: 'refuted',
      explanation: 'The evidence names another profession.',
      evidence: [{ stance: 'refutes' }, { stance: 'supports' }],
    });
    expect(counts).toMatchObject({ judgeCalls: 1, searches: 3 });
  });

  it.each([
    [['supported', 'supported'], 'supported'],
    [['supported', 'not_enough_evidence'], 'not_enough_evidence'],
    [['not_enough_evidence', 'conflicting'], 'conflicting'],
    [['conflicting', 'refuted'], 'refuted'],
  ])('of %j is %s', async (verdicts, whole) => {
    const stances = { supported: ['supports'], refuted: ['refutes'], conflicting: ['supports', 'refutes'] };
    const judge = split(({ blocks }) =>
      blocks.flatMap((block) =>
        verdicts.map((one, index) => {
          const named = stances[one as keyof typeof stances] ?? [];
          const evidence = named.map((stance, at) => ({
            number: block.items[at]?.number,
            stance,
            words: '',
          }));
          return verdict(block, { part: index + 1, verdict: one, evidence });
        }),
      ),
    );
    const { claim } = await verify(judge);
    expect(claim.parts?.map((part) => part.verdict)).toEqual(verdicts);
    expect(claim.verdict).toBe(whole);
  });

  it('a part that the judge passes over has not enough evidence, and says why', async () => {
    const judge = split(({ blocks }) => blocks.map((block) => verdict(block, { part: 1 })));
    const { claim } = await verify(judge);
    expect(claim.parts?.map((part) => part.verdict)).toEqual(['supported', 'not_enough_evidence']);
    expect(claim.parts?.[1]?.explanation).toContain('gave no usable verdict');
    expect(claim.verdict).toBe('not_enough_evidence');
  });

  it('only what is still open is searched for and judged again', async () => {
    const judge = split(({ blocks }) =>
      blocks.flatMap((block) =>
        verdictsOf(block, (text) =>
          text.includes('dentist') && !block.final
            ? { verdict: 'not_enough_evidence', evidence: [], next_queries: ['Curie teeth', 'Curie work'] }
            : {},
        ),
      ),
    );
    const { claim, counts } = await verify(judge);
    expect(counts).toMatchObject({ judgeCalls: 2, searches: 5 });
    expect(judge.calls[1]?.question.blocks).toMatchObject([{ claim: PARTS[1], parts: [], final: true }]);
    expect(claim.verdict).toBe('supported');
  });
});

describe('further queries', () => {
  it('are two at most, and what both find is judged together', async () => {
    const judge = simulateJudge(({ blocks }) =>
      blocks.map((block) =>
        verdict(
          block,
          block.final
            ? {}
            : { verdict: 'not_enough_evidence', evidence: [], next_queries: ['wet', 'water', 'more'] },
        ),
      ),
    );
    const verifier = openTestVerifier(judge, { retrieve: echo });
    verifier.add(claimOf('Water is wet.'));
    const { counts } = await verifier.finish();
    expect(counts).toMatchObject({ judgeCalls: 2, searches: 3 });
    const texts = judge.calls[1]?.question.blocks[0]?.items.map(({ text }) => text);
    expect(texts).toEqual(['It is known: wet', 'It is known: water', 'It is known: Water is wet.']);
  });
});

describe('the question', () => {
  it('says what day it is, when the text was written, and what each item is', async () => {
    const judge = simulateJudge(agreeable);
    const verifier = openTestVerifier(judge, {
      textDate: '2020-05-01',
      retrieve: async () => found(itemOf('Water is wet.', { source: 'pubmed', published: '2019-02-03' })),
    });
    verifier.add(claimOf('Water is wet.'));
    await verifier.finish();
    const question = judge.calls[0]?.question;
    expect(question?.user.split('\n')[0]).toBe('Today is 2026-11-22. The text was written on 2020-05-01.');
    expect(question?.blocks[0]?.items[0]?.heading).toBe('A page | example.org | scholarly | 2019-02-03');
  });

  it.each(['|', '｜', '│'])('takes no host, kind or date from a title (%s)', async (bar) => {
    const judge = simulateJudge(agreeable);
    const title = ['Water', 'who.int', 'fact_check', '2026-11-01'].join(` ${bar} `);
    const verifier = openTestVerifier(judge, {
      retrieve: async () => found(itemOf('Water is wet.', { source: 'searxng', title })),
    });
    verifier.add(claimOf('Water is wet.'));
    const { claims } = await verifier.finish();
    const heading = judge.calls[0]?.question.blocks[0]?.items[0]?.heading;
    expect(heading).toBe('Water / who.int / fact_check / 2026-11-01 | example.org | web');
    expect(claims[0]?.evidence?.[0]?.title).toBe(title);
  });
});
