/** The page's blocks of markdown: the same whether an answer came at once or grew. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, splitBlocks } from '../../web/chat/split-blocks.ts';

const LINES = [
  'A paragraph of words.',
  '',
  '',
  '- an item',
  '  of two lines',
  '1. first',
  '| a | b |',
  '|---|---|',
  '```ts',
  '```',
  '~~~',
  '> quoted',
  '# Heading',
  '   ',
  `${'long '.repeat(700)}`,
];

const grow = (text: string, steps: readonly number[]): Block[] => {
  let blocks: Block[] = [];
  for (let at = 0, step = 0; at < text.length; step += 1) {
    at = Math.min(text.length, at + (steps[step % steps.length] ?? 1));
    blocks = splitBlocks(text.slice(0, at), blocks);
  }
  return blocks;
};

describe('splitBlocks', () => {
  it('gives a growing text the blocks that it has as a whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...LINES), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }),
        (lines, steps) => {
          const text = lines.join('\n');
          expect(grow(text, steps)).toEqual(splitBlocks(text));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('loses nothing but white space', () => {
    const text = LINES.join('\n');
    const kept = splitBlocks(text).map(({ source }) => source);
    expect(kept.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  });

  it('keeps a long table in one block, and splits long text at a line', () => {
    const table = ['| a | b |', '|---|---|', ...Array.from({ length: 400 }, (_, row) => `| ${row} | x |`)];
    expect(splitBlocks(table.join('\n'))).toHaveLength(1);
    const prose = Array.from(
      { length: 200 },
      (_, line) => `Line ${line} of a long text without blank lines.`,
    );
    expect(splitBlocks(prose.join('\n')).length).toBeGreaterThan(2);
  });

  it('takes a fence that is still open as code', () => {
    expect(splitBlocks('Look:\n```ts\nconst a = 1;')).toMatchObject([
      { kind: 'text' },
      { kind: 'code', language: 'ts', code: 'const a = 1;' },
    ]);
  });
});
