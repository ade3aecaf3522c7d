import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../domain/errors.ts';
import {
  agreeable,
  claimOf,
  echo,
  found,
  itemOf,
  openTestVerifier,
  type SeenQuestion,
  simulateJudge,
  verdict,
} from './judge/judge-in-tests.ts';
import type { VerifiedClaim } from './state/state-verdict.ts';

describe('a claim', () => {
  it('comes back with its verdict, the judge’s explanation and a literal quote', async () => {
    const text = 'Walls are long. The Great Wall of China cannot be seen from the Moon. It is narrow.';
    const judge = simulateJudge(({ blocks }) =>
      blocks.map((block) =>
        verdict(block, {
          verdict: 'refuted',
          evidence: [{ number: 1, stance: 'refutes', words: 'cannot be seen from the Moon' }],
          explanation: 'The wall cannot be seen from there.',
        }),
      ),
    );
    const verifier = openTestVerifier(judge, { retrieve: async () => found(itemOf(text)) });
    const told: VerifiedClaim[] = [];
    verifier.onVerdict((claim) => told.push(claim));
    const claim = claimOf('The Great Wall of China is visible from the Moon.');
    verifier.add(claim);
    const { claims, sources, usage, calibrated, counts } = await verifier.finish();
    expect(claims).toEqual(told);
    expect(claims).toEqual([
      {
        ...claim,
        verdict: 'refuted',
        explanation: 'The wall cannot be seen from there.',
        evidence: [
          {
            source: 'corpus',
            kind: 'own_document',
            title: 'A page',
            url: 'https://example.org/page',
            quote: 'The Great Wall of China cannot be seen from the Moon. It is narrow.',
            stance: 'refutes',
          },
        ],
        verdict_confidence: expect.closeTo(0.9, 1),
        judged_by: 'judge-1',
      },
    ]);
    expect(sources).toEqual(['corpus']);
    expect(usage).toEqual({
      promptTokens: judge.calls[0]?.tokens.prompt,
      completionTokens: judge.calls[0]?.tokens.completion,
    });
    expect({ calibrated, counts }).toEqual({
      calibrated: false,
      counts: { judgeCalls: 1, readerCalls: 0, searches: 1, native: 0, cached: 0 },
    });
  });

  it('that nothing bears on is not judged at all', async () => {
    const judge = simulateJudge(agreeable);
    const verifier = openTestVerifier(judge, {
      retrieve: async () => found({ item: itemOf('Cats sleep a lot.'), relevance: 0.1 }),
    });
    verifier.add(claimOf('The village of Oberunterbach has 312 inhabitants.'));
    const { claims } = await verifier.finish();
    expect(claims[0]).toMatchObject({ verdict: 'not_enough_evidence', evidence: [] });
    expect(judge.calls).toHaveLength(0);
  });

  it('that was said twice is verified once', async () => {
    const judge = simulateJudge(agreeable);
    const verifier = openTestVerifier(judge);
    verifier.add(claimOf('Water is wet.'));
    verifier.add(claimOf('water is wet.'));
    const { claims, counts } = await verifier.finish();
    expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', 'supported']);
    expect(claims[0]?.id).not.toBe(claims[1]?.id);
    expect(counts).toMatchObject({ judgeCalls: 1, searches: 1 });
  });
});

describe('a statement', () => {
  const statement = claimOf('Returns are taken for free.', { statement: true });
  const passage = { text: 'Returns cost 5 €.' } as never;

  it('is held against what the request brought alone, and no source outside is asked about it', async () => {
    const judge = simulateJudge(agreeable);
    const queries: (string | undefined)[] = [];
    const retrieve = async (_claim: unknown, _signal: unknown, query?: string) => {
      queries.push(query);
      return found(itemOf('Returns are taken.'), itemOf('Returns cost 5 €.', { passage }));
    };
    const held = openTestVerifier(judge, { retrieve, context: true });
    held.add(statement);
    await held.finish();
    const shown = () => judge.calls.at(-1)?.question.blocks[0]?.items.map(({ text }) => text);
    expect([queries, shown()]).toEqual([[statement.text], ['Returns cost 5 €.']]);

    const claim = openTestVerifier(judge, { retrieve, context: true });
    claim.add(claimOf(statement.text));
    await claim.finish();
    expect(queries.at(-1)).toBeUndefined();
    expect(shown()).toHaveLength(2);
  });
});

describe('one more query', () => {
  const unsettled = ({ blocks }: SeenQuestion): object[] =>
    blocks.map((block) =>
      block.final
        ? verdict(block, {
            evidence: [{ number: block.items[0]?.number, stance: 'supports', words: '' }],
          })
        : verdict(block, { verdict: 'not_enough_evidence', evidence: [], next_queries: ['the wet water'] }),
    );

  it('is asked where the judge wants it, and what it finds is judged', async () => {
    const judge = simulateJudge(unsettled);
    const verifier = openTestVerifier(judge);
    verifier.add(claimOf('Water is wet.'));
    const { claims, counts } = await verifier.finish();
    expect(claims[0]).toMatchObject({
      verdict: 'supported',
      evidence: [{ quote: 'On the wet water: Water is wet.' }],
    });
    expect(counts).toMatchObject({ judgeCalls: 2, searches: 2 });
    expect(judge.calls[1]?.question.blocks[0]?.items).toHaveLength(2);
  });

  it('of several shows what bears most on the claim first', async () => {
    const judge = simulateJudge(({ blocks }) =>
      blocks.map((block) =>
        verdict(block, {
          verdict: 'not_enough_evidence',
          evidence: [],
          next_queries: ['the wet water', 'the dry land'],
        }),
      ),
    );
    const relevances: Record<string, number> = { 'the wet water': 0.5, 'the dry land': 0.9 };
    const verifier = openTestVerifier(judge, {
      retrieve: async (_claim, _signal, query = 'water') =>
        found({ item: itemOf(`On ${query}: Water is wet.`), relevance: relevances[query] ?? 0.4 }),
    });
    verifier.add(claimOf('Water is wet.'));
    await verifier.finish();
    expect(judge.calls[1]?.question.blocks[0]?.items.map(({ text }) => text)).toEqual([
      'On the dry land: Water is wet.',
      'On the wet water: Water is wet.',
      'On water: Water is wet.',
    ]);
  });

  it('is not asked where it is the claim again, and not judged where it finds the same again', async () => {
    const repeats = simulateJudge(({ blocks }) =>
      blocks.map((block) =>
        verdict(block, { verdict: 'not_enough_evidence', evidence: [], next_queries: ['is water wet'] }),
      ),
    );
    const first = openTestVerifier(repeats);
    first.add(claimOf('Water is wet.'));
    expect((await first.finish()).counts).toMatchObject({ judgeCalls: 1, searches: 1 });

    const same = openTestVerifier(simulateJudge(unsettled), {
      retrieve: (claim, signal) => echo(claim, signal),
    });
    same.add(claimOf('Water is wet.'));
    const { claims, counts } = await same.finish();
    expect(counts).toMatchObject({ judgeCalls: 1, searches: 2 });
    expect(claims[0]?.verdict).toBe('not_enough_evidence');
  });

  it('that fails leaves what the judge said first', async () => {
    const judge = simulateJudge((question, call) =>
      call === 0 ? unsettled(question) : new GatewayError('provider_failed'),
    );
    const verifier = openTestVerifier(judge);
    verifier.add(claimOf('Water is wet.'));
    const { claims } = await verifier.finish();
    expect(claims[0]).toMatchObject({
      verdict: 'not_enough_evidence',
      explanation: 'The evidence says so.',
    });
  });
});
