import { describe, expect, it } from 'vitest';
import { kindOf, nounsOf } from './classify-subject.ts';

describe('what a subject can be', () => {
  it.each([
    ['The Beatles', ' was born in 1960', 'thing'],
    ['President Lincoln', ' spoke', 'person'],
    ['Ada Lovelace', ' was born in London', 'person'],
    ['Ada Lovelace', ' was an English mathematician', 'person'],
    ['Berlin Ltd.', ' is a company', 'thing'],
    ['Paris', ' is the capital of France', 'thing'],
  ])('%s%s: %s', (name, rest, kind) => {
    expect(kindOf(name, rest)).toBe(kind);
  });
});

describe('what something is called later', () => {
  it.each([
    ['Swedish furniture retailer', ['retailer', 'company']],
    ['furniture retailer founded', ['retailer', 'company']],
    ['capital', ['capital', 'city']],
    ['tower', ['tower']],
    ['old town', ['town', 'city']],
    ['boomtown', ['boomtown']],
  ])('%s', (kind, nouns) => {
    expect(nounsOf(kind)).toEqual(nouns);
  });
});
