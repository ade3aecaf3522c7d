import { describe, expect, it } from 'vitest';
import type { DetectedClaim } from '../../domain/claim.ts';
import { claimProbability, detectClaims, scoreText } from './detect.ts';
import { judgeSentence } from './judge-sentence.ts';

/** Each: what many would want checked, and what nobody would. */
const PAIRS = [
  ['Unemployment has fallen to 3.5 percent, the lowest in 50 years.', 'I was born in a small town in Ohio.'],
  ['The senator voted against the bill three times.', 'We met in Denver on a Tuesday.'],
  ['Crime in our cities has doubled since 2015.', 'My next question is about crime in our cities.'],
  ['Vaccinated people were 11 times less likely to die.', 'There are two chairs in the room.'],
  ['The bill cuts $716 billion from Medicare.', 'The bill has a long title.'],
] as const;

const worthinessOf = (sentence: string): number => judgeSentence(sentence).worthiness;

describe('check-worthiness', () => {
  it.each(PAIRS)('%s – rather than: %s', (wanted, unwanted) => {
    expect(worthinessOf(wanted)).toBeGreaterThan(worthinessOf(unwanted) + 0.1);
  });

  it('of a claim that somebody doubts is that of the claim and more', () => {
    const claim = 'Crime in our cities has doubled since 2015.';
    expect(worthinessOf(`Is it true that ${claim.replace(/^C/, 'c').replace('.', '?')}`)).toBeGreaterThan(
      worthinessOf(claim),
    );
  });

  it('is no matter of length', () => {
    const short = 'Taxes doubled in 2019.';
    const long =
      'Well, it is good to be here with all of you tonight, and I want to thank the people who made it possible.';
    expect(worthinessOf(short)).toBeGreaterThan(worthinessOf(long));
  });

  it('stands on each claim, whatever was scored in between, and is that of the worthiest sentence of a text', () => {
    const text = PAIRS.flat().join(' ');
    const claims = detectClaims(text);
    expect(claims.length).toBeGreaterThan(5);
    for (const { original_text, check_worthiness } of claims) {
      expect(check_worthiness).toBe(worthinessOf(original_text));
    }
    const worths = claims.map((claim: DetectedClaim) => claim.check_worthiness as number);
    expect(scoreText(text)).toEqual({ probability: claimProbability(text), worthiness: Math.max(...worths) });
    expect(scoreText('')).toEqual({ probability: 0, worthiness: 0 });
  });

  it('in a script of which it learned nothing rises with the probability of a claim', () => {
    const [claim, wish] = ['Η ανεργία έπεσε στο 9,8 % το 2023.', 'Καλή επιτυχία σε όλους!'];
    expect(worthinessOf(claim)).toBeGreaterThan(worthinessOf(wish));
  });
});
