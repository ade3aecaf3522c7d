/** A reader that lies, in each way that a model may: no reading says more, less or something else than its text. */
import { describe, expect, it } from 'vitest';
import { LIES } from '../judge/lies-in-tests.ts';
import { WRONG_PARTS } from '../parts-in-tests.ts';
import { checkParts, checkReading } from './check-reading.ts';

const written = (text: string) => ({ text, original_text: text });

describe('a reading that', () => {
  for (const [kind, cases] of Object.entries(LIES)) {
    it.each(cases)(`${kind} is not used: %#`, (before, claim, reading) => {
      expect(checkReading(reading, written(claim), `${before} ${claim}`)).toBeUndefined();
      const parts = checkParts([reading, reading.replace('.', ' .')], written(claim), `${before} ${claim}`);
      if (kind !== 'says less') expect(parts).toEqual([]);
    });
  }
});

describe('a part that', () => {
  it.each(WRONG_PARTS)('says what the claim does not is not used: %#', (before, claim, parts, wrong) => {
    expect(checkParts(parts, written(claim), `${before} ${claim}`)).not.toContain(wrong);
  });

  it('leaves a number or a name without any part makes none be used', () => {
    const claim = 'Bonn is old, lies on the Rhine and has 330,000 inhabitants.';
    expect(checkParts(['Bonn is old.', 'Bonn lies on the Rhine.'], written(claim), claim)).toEqual([]);
    expect(checkParts(['Bonn is old.', 'Bonn has 330,000 inhabitants.'], written(claim), claim)).toEqual([]);
  });
});
