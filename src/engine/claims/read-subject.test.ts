import { describe, expect, it } from 'vitest';
import { isSingular, isSubject, requestedThing } from './read-subject.ts';

/** A sentence's words before its name, the name in brackets, and those behind it. */
function partsOf(sentence: string): [string, string, string] {
  const [, lead = '', name = '', rest = ''] = /^(.*)\[(.*)\](.*)$/.exec(sentence)!;
  return [lead, name, rest];
}

describe('the subject of a sentence', () => {
  it.each([
    '[Marie Curie] was born in Warsaw.',
    '[Marie Curie] discovered two elements.',
    '[Marie Curie], a physicist, won a prize.',
    '[Marie Curie] later won a prize.',
    '[Toyota] is big.',
    '[Toyota] builds cars.',
    '[Toyota] did not grow.',
    'However, [Toyota] grew.',
    'Originally [Toyota] made looms.',
    'The [Eiffel Tower] was built in 1889.',
    'The [Eiffel Tower].',
    // A word of the language that may be a name.
    '[Rose] was born in Ulm.',
  ])('is the name: %s', (sentence) => {
    const [lead, name, rest] = partsOf(sentence);
    expect(isSubject(lead.replace(/,/g, ''), name, rest)).toBe(true);
  });

  it.each([
    '[Toyota] is big?',
    'But the [Marie Curie] was big.',
    'In [Rome], cars were built.',
    '[Thanks] is said.',
    '[Tell] me more.',
    '[Marie Curie] and more.',
    '[Marie Curie].',
    'The [Tower].',
    'The [Tower] of London',
    '[Rose] gardens bloom.',
    '[This] is old.',
    '[Two] were built.',
    '[Toyota] wanted posters.',
  ])('is not: %s', (sentence) => {
    expect(isSubject(...partsOf(sentence))).toBe(false);
  });
});

it.each([
  ['Toyota', ' makes cars', true],
  ['Toyota', ' were big', true],
  ['Penguins', ' eat fish', false],
  ['Penguins', ' is a film', true],
  ['Paris', ' grew', true],
  ['Swiss', ' grew', true],
  ['Airbus', ' grew', true],
])('%s%s: "it" may be meant: %s', (name, rest, single) => {
  expect(isSingular(name, rest)).toBe(single);
});

describe('what a request names', () => {
  it.each([
    ['Tell me about the tower.', 'The tower'],
    ['Could you please describe the old Tower of London?', 'The old Tower of London'],
    ['Where is the bridge', 'The bridge'],
    ['Tell me about the towers.', undefined],
    ['Tell me about the history of France.', 'The history of France'],
    ['Tell me about the tower and bridge.', undefined],
    ['Tell me about the colour of cars.', 'The colour of cars'],
    ['Tell me about Rome.', undefined],
    ['The tower is old.', undefined],
  ])('%s', (request, thing) => {
    expect(requestedThing(request)).toBe(thing);
  });

  it('is read of a short sentence alone', () => {
    const request = (length: number) => `Tell me about the ${'a'.repeat(length - 19)}.`;
    expect(requestedThing(request(120))).toBeDefined();
    expect(requestedThing(request(121))).toBeUndefined();
  });
});
