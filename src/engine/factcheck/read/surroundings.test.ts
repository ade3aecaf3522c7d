import { describe, expect, it } from 'vitest';
import { contextOf, passageAround } from './surroundings.ts';

/** Where words stand in a text. */
function placeIn(text: string, words: string) {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
}

describe('the passage around claims', () => {
  it('goes from the beginning to the end of the last claim, whichever comes first', () => {
    const text = 'Rome is old. It is big. It burned. Nobody knows.';
    const places = ['It burned.', 'It is big.'].map((words) => placeIn(text, words));
    expect(passageAround(text, places)).toBe('Rome is old. It is big. It burned.');
  });

  it.each([
    // 1,500 units before the claim, at white space.
    ['a'.repeat(1_499), 1_500],
    ['a'.repeat(1_500), 1_500],
    [`${'b'.repeat(10)} ${'a'.repeat(1_499)}`, 1_500],
    [`${'b'.repeat(10)} ${'a'.repeat(1_498)}`, 1_499],
    [`${'b'.repeat(20)} ${'a'.repeat(1_000)}`, 1_022],
    ['a'.repeat(2_000), 1_500],
  ])('%#: has as much before it as fits', (before, length) => {
    const text = `${before} Rome.`;
    const passage = passageAround(text, [placeIn(text, 'Rome.')]);
    expect(passage.length - 'Rome.'.length).toBe(Math.min(length, before.length + 1));
    expect(text.endsWith(passage)).toBe(true);
  });
});

describe('the context of a claim', () => {
  const context = (before: string, question = '') => {
    const text = `${before}It burned.`;
    return contextOf({ text, question }, placeIn(text, 'It burned.'));
  };

  it('is the question and what stands before, on one line', () => {
    expect(context('Rome is old.\n\nIt is  big. ', 'What of\nRome? ')).toBe(
      'What of Rome? Rome is old. It is big.',
    );
    expect(context('', 'What of Rome?')).toBe('What of Rome?');
    expect(context('Rome is old. ')).toBe('Rome is old.');
    expect(context('')).toBeUndefined();
    expect(context(' \n')).toBeUndefined();
  });

  it('has the question where it is short', () => {
    expect(context('', 'a'.repeat(200))).toBe('a'.repeat(200));
    expect(context('', 'a'.repeat(201))).toBeUndefined();
  });

  it('has at most 600 units, and begins with a sentence', () => {
    const sentence = (letter: string, length: number) => `${letter.repeat(length - 2)}. `;
    const long = `${sentence('A', 400)}${sentence('B', 300)}`;
    expect(context(long)).toBe(sentence('B', 300).trim());
    expect(context(`${sentence('A', 299)}${sentence('B', 300)}`)).toHaveLength(598);
    // One sentence alone is cut.
    const words = `${'word '.repeat(200)}. `;
    expect(context(words)?.length).toBeLessThanOrEqual(599);
    expect(context(words)?.startsWith('word word')).toBe(true);
    // The question takes its part of them.
    const asked = context('word '.repeat(200), 'a'.repeat(200));
    expect(asked?.length).toBeLessThanOrEqual(600);
    expect(asked?.length).toBeGreaterThan(590);
  });
});
