/** A claim that is repeated is one claim with several places; verdicts are counted by what they are. */
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import { showClaims } from '../../web/claims/claim-state.ts';
import { findDistinct, namePlaces, tally } from '../../web/claims/distinct-claims.ts';
import { sayOutcome, sayProgress } from '../../web/claims/name-counts.ts';

let made = 0;
const claim = (text: string, more: Partial<Claim> = {}): Claim => {
  made += 1;
  return {
    id: `claim-${made}`,
    text,
    original_text: text,
    role: 'text',
    message_index: 0,
    start: made * 100,
    end: made * 100 + text.length,
    category: 'attribute',
    confidence: 0.9,
    ...more,
  };
};
const UNCHECKED = { verdict: 'not_enough_evidence', checked: false } as const;
const placesOf = (claims: readonly Claim[]) => findDistinct(claims).map(({ places }) => places.length);

describe('distinct claims', () => {
  it('are those of other words or another verdict; case, spaces and the full stop make no difference', () => {
    const said = claim('The tower is  tall.', { verdict: 'supported' });
    const again = claim('the tower is tall', { verdict: 'supported' });
    expect(placesOf([said, again])).toEqual([2]);
    expect(placesOf([said, claim('The tower is tall.', { verdict: 'refuted' })])).toEqual([1, 1]);
    expect(placesOf([said, claim('The tower is small.', { verdict: 'supported' })])).toEqual([1, 1]);
    expect(placesOf([said, claim('The tower is tall.', UNCHECKED)]), 'not checked is no verdict').toEqual([
      1, 1,
    ]);
    const nothing = claim('The tower is tall.', { verdict: 'not_enough_evidence' });
    expect(placesOf([nothing, claim('The tower is tall.', UNCHECKED)])).toEqual([1, 1]);
  });

  it('go by how they were read in their context', () => {
    const reading = 'The tower is tall.';
    const verdict = 'supported';
    expect(placesOf([claim(reading, { verdict }), claim('It is tall.', { verdict, reading })])).toEqual([2]);
    const other = claim('It is tall.', { verdict, reading: 'The bridge is tall.' });
    expect(placesOf([claim('It is tall.', { verdict, reading }), other])).toEqual([1, 1]);
  });

  it('name their places, and number those in one text', () => {
    const places = [
      claim('a', { role: 'user' }),
      claim('a', { role: 'assistant' }),
      claim('a', { role: 'assistant' }),
    ];
    expect(namePlaces(places.slice(0, 2))).toEqual(['In your message', 'In the answer']);
    expect(namePlaces(places)).toEqual(['In your message', 'In the answer (1)', 'In the answer (2)']);
  });
});

describe('the tally', () => {
  const claims = [
    claim('a', { verdict: 'supported' }),
    claim('a', { verdict: 'supported' }),
    claim('b', { verdict: 'conflicting' }),
    claim('c', { verdict: 'not_enough_evidence' }),
    claim('d', UNCHECKED),
    claim('e'),
  ];

  it('counts each once: conflicting apart from undecided, unchecked apart from both', () => {
    const { total, pending, of } = tally(showClaims(claims, 'text', false));
    expect({ total, pending, ...of }).toEqual({
      total: 5,
      pending: 0,
      supported: 1,
      refuted: 0,
      conflicting: 1,
      not_enough_evidence: 1,
      found: 2,
      waiting: 0,
      checking: 0,
    });
  });

  it('takes only those without any verdict for pending while a check runs', () => {
    expect(tally(showClaims(claims, 'text', true))).toMatchObject({ pending: 1, of: { found: 1 } });
  });

  it('is told to a screen reader without the unchecked among the verdicts', () => {
    expect(sayOutcome(showClaims(claims, 'text', false))).toBe(
      '3 of 5 claims checked: 1 supported, 1 conflicting, 1 not enough evidence',
    );
    expect(sayProgress(showClaims(claims, 'text', true))).toBe('3 of 5 claims checked');
    expect(sayOutcome([])).toBe('');
  });
});
