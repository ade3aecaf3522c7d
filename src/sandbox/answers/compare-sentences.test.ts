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
    ['supports', 'description: The bridge in Oberwald was opened in 1987.'],
    ['supports', 'The bridge in Oberwald was opened in 1987, and closed in 2011.'],
    ['refutes', 'History: The bridge in Oberwald was opened in 1978 and closed in 2011.'],
    [undefined, 'It is not true that the bridge in Oberwald was opened in 1987.'],
    [undefined, 'The bridge in Oberwald was closed in 1987.'],
    [undefined, 'The bridge in Arlen was opened in 1978.'],
    [undefined, 'A bridge in Oberwald was opened in 1987.'],
    [undefined, 'The bridge in Oberwald was opened.'],
    [undefined, ''],
  ])('%s: %s', (stance, sentence) => {
    expect(findSentence(CLAIM, sentence)?.stance).toBe(stance);
  });

  it('may be of a script without blanks, a line, or an item of a list', () => {
    const stances = [
      '橋は1978年に開通した。全長は412メートルである。',
      '# 橋\n- 橋は1978年に開通した\n- 古い',
    ].map((text) => findSentence('橋は1987年に開通した。', text)?.stance);
    expect(stances).toEqual(['refutes', 'refutes']);
    expect(findSentence('The train leaves at 14:20.', 'The train leaves at 16:40.')?.stance).toBe('refutes');
  });

  it('is named: the first that takes a side, and where it differs', () => {
    const text = `It is old. ${CLAIM.replace('1987', '8,100')} It carries a road.`;
    expect(findSentence(CLAIM, text)).toEqual({
      sentence: 'The bridge in Oberwald was opened in 8,100.',
      stance: 'refutes',
      wrong: '1987',
      right: '8,100',
    });
    expect(findSentence(CLAIM, CLAIM)).toEqual({ sentence: CLAIM, stance: 'supports', wrong: '', right: '' });
  });

  it.each([
    ['Oberwald', 'New Arlen', 'History: The bridge in New Arlen was opened in 1987, and closed in 2011.'],
    ['1987', '13 June 1978', 'The bridge in Oberwald was opened in 13 June 1978.'],
    ['opened', 'not opened', 'The bridge in Oberwald was not opened in 1987.'],
  ])('names %j, and what stands in its place, as they are written', (wrong, right, sentence) => {
    expect(findSentence(CLAIM, sentence)).toMatchObject({ wrong, right });
  });

  it('names a "not" too much, and one at the end with the word before it', () => {
    expect(findSentence(CLAIM.replace('was', 'was not'), CLAIM)).toMatchObject({
      wrong: 'not opened',
      right: 'opened',
    });
    expect(findSentence('Bats sing, cats do.', 'Bats sing, cats do not.')).toMatchObject({
      wrong: 'do',
      right: 'do not',
    });
  });
});
