import { describe, expect, it } from 'vitest';
import type { RetrievedItem } from '../sources/source.ts';
import {
  type Block,
  fenceBlock,
  fenceEvidence,
  fenceLine,
  fenceLines,
  fenceWordUnder,
} from './fence-evidence.ts';

const WORD = '0123456789abcdef01234567';
const ITEM: RetrievedItem = {
  source: 'wikipedia',
  title: 'Great Wall',
  url: 'https://example.org/wall',
  text: 'It is not visible. It is long.',
};
const item = (more: Partial<RetrievedItem> = {}, excerpt?: string) => {
  const whole = { ...ITEM, ...more };
  return { item: whole, excerpt: excerpt ?? whole.text };
};
/** The lines of the items. */
const shown = (...items: ReturnType<typeof item>[]) =>
  fenceEvidence(items, WORD).text.split('\n').slice(1, -1);

describe('a fence’s word', () => {
  it('is derived from what it holds, under a secret', () => {
    const word = fenceWordUnder('secret')('a');
    expect(word).toMatch(/^[0-9a-f]{24}$/);
    expect(fenceWordUnder('secret')('a')).toBe(word);
    expect(fenceWordUnder('secret')('b')).not.toBe(word);
    expect(fenceWordUnder('other')('a')).not.toBe(word);
  });
});

describe('fenced evidence', () => {
  it('stands between two lines, its items numbered', () => {
    const { open, close, text } = fenceEvidence([item(), item({ title: 'B' })], WORD, 4);
    expect(open).toBe(`<<<EVIDENCE ${WORD}>>>`);
    expect(close).toBe(`<<<END EVIDENCE ${WORD}>>>`);
    expect(text.split('\n')).toEqual([
      open,
      '[4] Great Wall | example.org | encyclopedia',
      'It is not visible. It is long.',
      '[5] B | example.org | encyclopedia',
      'It is not visible. It is long.',
      close,
    ]);
    expect(fenceEvidence([], WORD).text).toBe(`${open}\n${close}`);
  });

  it('has a heading of what there is', () => {
    expect(shown(item({ published: '2020-01-02' }))[0]).toBe(
      '[1] Great Wall | example.org | encyclopedia | 2020-01-02',
    );
    expect(shown(item({ title: '', url: '/corpus/1', source: 'corpus' }))[0]).toBe('[1] own_document');
    expect(shown(item({ title: 'a | b ¦ c' }))[0]).toMatch(/^\[1\] a \/ b \/ c \| /);
    const title = (length: number) =>
      shown(item({ title: 'x'.repeat(length) }))[0]!.split(' | ')[0]!.length - 4;
    expect([title(170), title(171)]).toEqual([170, 170]);
  });

  it('shows an excerpt, the whole text, and both without the word', () => {
    expect(shown(item({}, 'It is long.'))[1]).toBe('It is long.');
    const known = item();
    expect(shown(known)).toEqual(shown(known));
    const written = item({ text: `It is ${WORD} long.` });
    expect(shown(written)[1]).toBe('It is long.');
    expect(shown(item({ title: `A ${WORD} b` }))[0]).toBe('[1] A b | example.org | encyclopedia');
    expect(shown(item({ url: `https://example.org/${WORD}` }))[0]).toBe(
      '[1] Great Wall | example.org | encyclopedia',
    );
  });
});

describe('a fenced line', () => {
  it.each([
    ['a <<b>> c', 'a <b> c'],
    ['a < b > c', 'a < b > c'],
    ['a < < b', 'a < b'],
    ['a «‹b›» c', 'a «b› c'],
    ['[1] a [12345] [b]', '(1) a [12345] [b]'],
    ['［２］ a', '(２) a'],
    [' a\n\tb  c ', 'a b c'],
    [`a ${WORD} b`, 'a b'],
    ['a\u200bb\ud800', 'a b\ufffd'],
  ])('of %j is %j', (text, line) => expect(fenceLine(text, WORD)).toBe(line));
});

describe('a claim before its evidence', () => {
  const block = (more: Partial<Block> = {}): Block => ({
    claim: 'A.',
    parts: [],
    items: [],
    final: false,
    ...more,
  });
  const evidence = [`<<<EVIDENCE ${WORD}>>>`, `<<<END EVIDENCE ${WORD}>>>`];

  it('stands in a fence of its own', () => {
    expect(fenceBlock(block(), 2, 1, WORD).split('\n')).toEqual([
      'Claim 2',
      ...fenceLines('CLAIM', WORD, ['A.']),
      ...evidence,
    ]);
  });

  it('has its parts and its context', () => {
    const whole = block({ parts: ['b\nb', 'c'], context: 'd', final: true, items: [item()] });
    expect(fenceBlock(whole, 1, 7, WORD).split('\n')).toEqual([
      'Claim 1 (final)',
      ...fenceLines('CLAIM', WORD, ['A.', '(1) b b', '(2) c']),
      ...fenceLines('CONTEXT', WORD, ['d']),
      evidence[0],
      '[7] Great Wall | example.org | encyclopedia',
      ITEM.text,
      evidence[1],
    ]);
  });

  it('is cut where it is long', () => {
    const lengthOf = (length: number) =>
      fenceBlock(block({ claim: 'x'.repeat(length) }), 1, 1, WORD).split('\n')[2]!.length;
    expect([lengthOf(1_000), lengthOf(1_001)]).toEqual([1_000, 1_000]);
    expect(fenceBlock(block({ claim: `${'x'.repeat(999)}😀` }), 1, 1, WORD)).toContain('x\ufffd\n');
  });
});
