import { describe, expect, it } from 'vitest';
import { claimOf, itemOf } from '../judge/judge-in-tests.ts';
import type { ShownItem } from './choose-items.ts';
import { findVerbatim } from './find-verbatim.ts';

const shown = (text: string, title = 'Rome', source = 'corpus'): ShownItem =>
  ({ item: { ...itemOf(text), title, source }, relevance: 0.8, excerpt: text, start: 0 }) as ShownItem;
const find = (written: string, text: string, statement = written, more: Partial<ShownItem['item']> = {}) => {
  const item = shown(text);
  const items = [{ ...item, item: { ...item.item, ...more } as ShownItem['item'] }];
  return findVerbatim({ ...claimOf(statement), original_text: written }, statement, items)?.sentence;
};

const TEXT =
  'Rome is old. The city has 2,860,009 residents in 1,285 square kilometres. It has three metro lines.';

describe('a claim that a document has word for word', () => {
  it.each([
    ['as it is', 'The city has 2,860,009 residents in 1,285 square kilometres.'],
    ['with other blanks', 'The city has\n  2,860,009 residents in 1,285 square kilometres.'],
    ['in another case, without its full stop', 'THE CITY HAS 2,860,009 RESIDENTS IN 1,285 SQUARE KILOMETRES'],
    ['with marks', 'The city has **2,860,009** residents in `1,285` square kilometres.'],
    ['as an item of a list', '- The city has 2,860,009 residents in 1,285 square kilometres.'],
  ])('is found %s', (_how, written) => {
    expect(find(written, TEXT)).toBe('The city has 2,860,009 residents in 1,285 square kilometres.');
  });

  it('is found where its reading names what the document is about', () => {
    const written = 'The city has 2,860,009 residents in 1,285 square kilometres.';
    const read = written.replace('The city', 'Rome');
    expect(find(written, TEXT, read)).toBe(written);
    expect(find(written, TEXT.replace('Rome is old. ', ''), read)).toBe(written);
    expect(find(written, TEXT, written.replace('The city', 'Paris'))).toBeUndefined();
    expect(find(written, TEXT.replace('Rome is', 'It is'), read, { title: 'Cities' })).toBeUndefined();
  });

  it.each([
    ['Die Brücke ist 324 Meter lang.', 'Sie ist alt. Die Brücke ist 324 Meter lang. Sie ist rot.'],
    ['この橋は1987年に開通した。', '橋がある。この橋は1987年に開通した。全長は三百メートルである。'],
    ['Мост был открыт в 1887 году.', 'Мост был открыт в 1887 году. Он длинный.'],
    ['“All roads lead to Rome” is a saying.', '"All roads lead to Rome" is a saying. It is old.'],
    [
      'Passwords expire after 90 days.',
      '## Rules\n\n- Passwords expire after [90 days](https://a.example/b).\n',
    ],
  ])('is found in any language and form: %s', (written, text) => {
    expect(find(written, text)).toBeDefined();
  });

  it.each([
    ['a part of a sentence', 'The city has three lines.', 'Nobody believes that the city has three lines.'],
    ['a question', 'Rome is very old', 'Rome is very old?'],
    ['another number', 'It rose by 5 percent.', 'It rose by -5 percent.'],
    ['another decimal', 'It rose by 1.5 percent.', 'It rose by 15 percent.'],
    ['another sign', 'It costs 5 $ today.', 'It costs 5 € today.'],
    ['denied before', 'Bats are quite blind.', 'This is a common myth. Bats are quite blind. They hunt.'],
    ['denied behind', 'Bats are quite blind.', 'Bats are quite blind. That is false.'],
    ['two words', 'Bats see.', 'Bats see. They hunt.'],
    ['five letters without blanks', '橋は長い。', '橋は長い。橋は高い。'],
  ])('is none where it is %s', (_what, written, text) => {
    expect(find(written, text)).toBeUndefined();
  });

  it('may have three words, or six letters where words have no blanks', () => {
    expect(find('Bats can see.', 'Bats can see. They hunt.')).toBeDefined();
    expect(find('橋はとても長い。', '橋はとても長い。橋は高い。')).toBeDefined();
  });

  it('counts in documents of the request and of the operator alone', () => {
    for (const [source, counts] of [
      ['context', true],
      ['corpus', true],
      ['starter', false],
      ['google-fact-check', false],
      ['searxng', false],
    ] as const) {
      expect([
        source,
        find('Rome is very old.', 'Rome is very old.', undefined, { source }) !== undefined,
      ]).toEqual([source, counts]);
    }
  });

  it('says which item it is', () => {
    const items = [shown('Rome is big and loud.'), shown(TEXT)];
    const claim = claimOf('It has three metro lines.');
    expect(findVerbatim(claim, claim.text, items)).toEqual({
      index: 1,
      sentence: 'It has three metro lines.',
    });
  });
});
