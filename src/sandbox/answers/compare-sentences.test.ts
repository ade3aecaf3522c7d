import { describe, expect, it } from 'vitest';
import { findSentence } from './compare-sentences.ts';

const CLAIM = 'The bridge in Oberwald was opened in 1987.';

describe('a sentence compared with a claim', () => {
  it.each([
    ['supports', 'The bridge in Oberwald was opened in 1987.'],
    ['supports', 'the bridge in Oberwald – was opened in 1987!'],
    ['refutes', 'The bridge in Oberwald was opened in 1978.'],
    ['refutes', 'The bridge in New Arlen was opened in 1987.'],
    ['refutes', 'The bridge in Oberwald was not opened in 1987.'],
    ['refutes', 'The bridge in Oberwald was never opened in 1987.'],
    [undefined, 'The bridge in Oberwald was closed in 1987.'],
    [undefined, 'The bridge in Arlen was opened in 1978.'],
    [undefined, 'A bridge in Oberwald was opened in 1987.'],
    [undefined, 'The bridge in Oberwald was opened.'],
    [undefined, ''],
  ])('%s: %s', (stance, sentence) => {
    expect(findSentence(CLAIM, sentence)?.stance).toBe(stance);
  });

  it('is named: the first that takes a side', () => {
    const text = `It is old. ${CLAIM.replace('1987', '8,100')} It carries a road.`;
    expect(findSentence(CLAIM, text)).toEqual({
      sentence: 'The bridge in Oberwald was opened in 8,100.',
      stance: 'refutes',
    });
  });
});
