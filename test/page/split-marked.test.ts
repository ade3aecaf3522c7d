/** A long marked text comes in blocks of whole lines and in pieces, and is as it was written when put together. */
import { describe, expect, it } from 'vitest';
import { splitMarked } from '../../web/claims/split-marked.ts';

const LINE = 'The tower of the town was completed in 1889. I like it.';

const marksIn = (text: string) =>
  [...text.matchAll(/The tower[^.]*\./g)].map(({ 0: part, index: start }) => ({
    key: `k${start}`,
    start,
    end: start + part.length,
  }));
const joined = (blocks: ReturnType<typeof splitMarked>): string =>
  blocks.map((pieces) => pieces.map((piece) => piece.text).join('')).join('\n');
const marked = (blocks: ReturnType<typeof splitMarked>): string[] =>
  blocks.flat().flatMap(({ text, marks }) => marks.map(({ start, end }) => text.slice(start, end)));

describe('splitMarked', () => {
  it.each([
    ['a short one', LINE],
    ['nothing', ''],
    ['many lines', Array(400).fill(LINE).join('\n')],
    ['many paragraphs', Array(400).fill(LINE).join('\n\n')],
    ['one line', Array(400).fill(LINE).join(' ')],
    ['no claim', 'I like it.\n'.repeat(1_000)],
    ['a claim over lines', `${'\n'.repeat(3_000)}The tower\nof ${'long '.repeat(900)}town.`],
  ])('puts %s together as it was, with all marks', (_name, text) => {
    const blocks = splitMarked(text, marksIn(text));
    expect(joined(blocks)).toBe(text);
    expect(marked(blocks)).toEqual([...text.matchAll(/The tower[^.]*\./g)].map(([part]) => part));
  });

  it('has many small blocks of many lines, and many small pieces of one', () => {
    const lines = Array(400).fill(LINE).join('\n');
    const blocks = splitMarked(lines, marksIn(lines));
    expect(
      Math.max(...blocks.map((pieces) => pieces.reduce((sum, { text }) => sum + text.length, 0))),
    ).toBeLessThan(2_200);
    const line = Array(400).fill(LINE).join(' ');
    const [only = [], ...others] = splitMarked(line, marksIn(line));
    expect(others).toEqual([]);
    expect(Math.max(...only.map(({ text }) => text.length))).toBeLessThan(2_200);
  });

  it('leaves out what overlaps, and what is of another text', () => {
    const at = (start: number, end: number) => ({ key: `${start}`, start, end });
    expect(marked(splitMarked('abcdef', [at(0, 3), at(2, 4), at(4, 5), at(5, 9)]))).toEqual(['abc', 'e']);
  });
});
