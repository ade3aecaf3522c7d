/** Readings and parts that are right are used. */
import { describe, expect, it } from 'vitest';
import { PARTS } from '../parts-in-tests.ts';
import { checkParts, checkReading } from './check-reading.ts';
import { READINGS } from './readings-in-tests.ts';

const written = (text: string) => ({ text, original_text: text });

describe('a reading', () => {
  it.each(READINGS)('is used where it says what the claim says: %#', (before, claim, reading) => {
    expect(checkReading(reading, written(claim), `${before} ${claim}`)).toBe(reading);
  });

  it('of a language whose small words are not listed names nothing longer than a name', () => {
    const name = (length: number): string => `${'Anna '.repeat(20).slice(0, length - 1)}a`;
    const reading = (length: number) =>
      checkReading(
        `${name(length)} woont in Delft.`,
        written('Zij woont in Delft.'),
        `Dit is ${name(length)}. Zij woont in Delft.`,
      );
    expect(reading(80)).toBe(`${name(80)} woont in Delft.`);
    expect(reading(81)).toBeUndefined();
  });

  it('is the claim itself where the model changes nothing', () => {
    expect(checkReading('', written('Gold melts.'), 'Gold melts.')).toBeUndefined();
    expect(checkReading('Gold melts.', written('Gold melts.'), 'Gold melts.')).toBeUndefined();
  });
});

describe('parts', () => {
  it.each(PARTS)('are used where they say together what the claim says: %#', (before, claim, parts) => {
    expect(checkParts(parts, written(claim), `${before} ${claim}`)).toEqual(parts);
  });

  it('are not used where there is one', () => {
    expect(checkParts(['Gold melts.'], written('Gold melts.'), '')).toEqual([]);
  });
});
