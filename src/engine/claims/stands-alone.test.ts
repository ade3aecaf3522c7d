import { describe, expect, it } from 'vitest';
import { dangles, namesSomething } from './stands-alone.ts';

describe('a claim that needs somebody or something named before', () => {
  it.each([
    ['en', 'He died in 1934.', true],
    ['en', 'In 1934, she died.', true],
    ['en', 'But they won.', true],
    ['en', 'Her house burned.', true],
    ['en', 'It is old.', true],
    ['en', 'This is old.', true],
    ['en', 'These were old.', true],
    ['de', 'Er starb 1934.', true],
    ['fr', 'Elle est morte.', true],
    ['zh', '他死了。', true],
    // Nobody is meant, or it is said who.
    ['en', 'It is known that Rome is old.', false],
    ['en', 'It rained in Rome.', false],
    ['en', 'He who waits wins.', false],
    ['en', 'They say that Rome is old.', false],
    ['en', 'Her Majesty died.', false],
    ['en', 'This house is old.', false],
    ['en', 'Rome is old.', false],
    ['en', 'Rome is old, and it is big.', false],
    ['de', 'Sie haben Post.', true],
    ['de', 'Rom ist alt.', false],
    ['de', 'It is old.', false],
    ['xx', 'He died.', false],
  ])('in %s: %s', (language, claim, expected) => {
    expect(dangles(claim, language)).toBe(expected);
  });

  it('looks for what "it" stands for near the beginning alone', () => {
    const long = (dots: number) => `This is ${'a'.repeat(dots)} it rained.`;
    // "it" ends 11 units behind what is filled in.
    expect(dangles(long(29), 'en')).toBe(false);
    expect(dangles(long(30), 'en')).toBe(true);
  });
});

describe('a sentence that names what a later one may mean', () => {
  it.each([
    ['en', 'Rome is old.', true],
    ['en', 'Good morning, Rome!', false],
    ['en', 'Well, Rome is old.', false],
    ['en', 'Wells are old.', true],
    ['en', 'It is old.', false],
    ['en', 'Is it so?', false],
    // A word of three letters, or a small one.
    ['en', 'Go up.', false],
    ['en', 'Oxe up.', true],
    ['en', 'With the', false],
    ['de', 'Hallo Rom!', false],
    ['de', 'Rom ist alt.', true],
    ['en', '', false],
  ])('in %s: %s', (language, text, expected) => {
    expect(namesSomething(text, language)).toBe(expected);
  });
});
