import { describe, expect, it } from 'vitest';
import { beginsFiction, claimsNothing, isOneWord, withoutIntroduction } from './dismiss-sentence.ts';

describe('a sentence that claims nothing', () => {
  it.each([
    ['one word', 'Supercalifragilistic'],
    ['a question', 'Is Rome old?'],
    ['a question in quotes', '“Is Rome old?”'],
    ['a question without its mark', 'how old is Rome'],
    ['advice', 'Avoid the centre.'],
    ['an order', 'Write a poem about Rome.'],
    ['a polite order', 'Please, list three facts.'],
    ['a condition', 'If Rome burned, we would know.'],
    ['a wish', 'Imagine Rome burns.'],
    ['an opinion', 'In my opinion, Rome is old.'],
    ['irony', 'Oh sure, Rome is young.'],
    ['irony by a mark', 'Rome is young. /s'],
    ['the title of a section', '§ 7 Keeping of animals.'],
    ['program text', 'const a = 1'],
    ['a statement of a program', 'let Rome be old;'],
  ])('%s', (_, sentence) => {
    expect(claimsNothing(sentence)).toBe(true);
  });

  it.each([
    'Rome is old.',
    'The question "Is Rome old?" was asked.',
    'How old Rome is, nobody knows.',
    'What was once a church is a museum.',
    'Consider this: Rome is older than Paris.',
    'Let me name a figure: Rome has 2.8 million inhabitants.',
    'Write speed is high.',
    'If Rome burns, Nero plays.',
    'Sales rose by 5 m/s',
    'Rome is old /s/ and big.',
    '§ 12 Repairs are not owed by the tenant.',
  ])('but not: %s', (sentence) => {
    expect(claimsNothing(sentence)).toBe(false);
  });
});

it.each([
  ['Consider this: Rome is older than Paris.', 'Rome is older than Paris.'],
  ['Remember: it is very old.', 'it is very old.'],
  ['Remember: too short.', 'Remember: too short.'],
  ['Rome is old.', 'Rome is old.'],
])('what is said behind an introduction: %s', (sentence, said) => {
  expect(withoutIntroduction(sentence)).toBe(said);
});

it.each([
  ['Donaudampfschiff', true],
  ['Rom brennt', false],
  ['', true],
  ['a'.repeat(39), true],
  ['a'.repeat(40), false],
  // Scripts without blanks: six letters may be a sentence.
  ['罗马很古', true],
  ['罗马很古老', true],
  ['罗马很古老。', true],
  ['罗马很古老了', false],
  ['罗马3岁', false],
  ['罗 马', true],
])('one word in another language: %s', (sentence, isOne) => {
  expect(isOneWord(sentence)).toBe(isOne);
});

it.each([
  ['Once upon a time, Rome burned.', true],
  ['“Once upon a time', true],
  ['It was once upon a time.', false],
])('a story begins: %s', (sentence, begins) => {
  expect(beginsFiction(sentence)).toBe(begins);
});
