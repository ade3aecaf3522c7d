/**
 * A judge that knows the verdicts, but says every fifth one only after a second query: what FIRE's way costs,
 * without what a judge gets wrong.
 */
import type { Verdict } from '../../src/domain/claim.ts';
import { type SeenBlock, simulateJudge } from '../../src/factcheck/verify/judge-in-tests.ts';
import type { ClaimSet } from './read-claims.ts';

export function oneInFive({ groups }: ClaimSet) {
  const known = new Map(groups.flat().map(({ text, verdict }, index) => [fold(text), { verdict, index }]));
  return simulateJudge(({ blocks }) =>
    blocks.map((block) => {
      const { verdict, index } = known.get(fold(block.claim)) ?? { verdict: 'not_enough_evidence', index: 1 };
      const late = index % 5 === 0 && !block.final;
      return say(block, late ? 'not_enough_evidence' : verdict, late ? `more on: ${block.claim}` : '');
    }),
  );
}

function say({ number, items }: SeenBlock, verdict: Verdict, query: string): object {
  const stances: Readonly<Record<Verdict, readonly string[]>> = {
    supported: ['supports'],
    refuted: ['refutes'],
    conflicting: ['supports', 'refutes'],
    not_enough_evidence: [],
  };
  return {
    claim: number,
    evidence: stances[verdict].map((stance, at) => ({ number: items[at]?.number, stance, words: '' })),
    verdict,
    probability: 0.9,
    explanation: 'So it is known.',
    next_query: query,
  };
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
