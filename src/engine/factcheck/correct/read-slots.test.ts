import { describe, expect, it } from 'vitest';
import { findWords, readSlots, textOf } from './read-slots.ts';

/** What can be wrong in a sentence, as it is written: `kind words`, of a number with what is counted. */
function slotsOf(text: string): string[] {
  const read = readSlots(text);
  return read.slots.map((slot) => `${slot.kind} ${textOf(read, slot)}${slot.unit && ` (${slot.unit})`}`);
}

describe('what can be wrong in a sentence', () => {
  it.each([
    // Names: runs of capitals, short words within them, initials; not the first word by its capital alone.
    ['He met Ana Ruiz in Oberwald.', ['name Ana Ruiz', 'name Oberwald']],
    ['She led the Bank of England.', ['name Bank of England']],
    ['She led the Bank near England.', ['name Bank', 'name England']],
    ['He wrote to J. Smith.', ['name J. Smith']],
    ['He asked Anna. Smith replied.', ['name Anna']],
    ['Dogs bark.', []],
    ['Ana Ruiz sings.', ['name Ana Ruiz']],
    // What is short for the words before it says nothing by itself; other names in brackets do.
    ['He studies words (NLP) here.', []],
    ['He lives there (Bern region).', ['name Bern']],
    ['He lives there (near Bern).', ['name Bern']],
    // Numbers with what is counted, and none that is a part of something else.
    ['It is 324 m long.', ['number 324 (m)']],
    ['It has 40% more.', ['number 40 (%)']],
    ['It costs $ 40.', ['number 40 ($)']],
    ['It is about COVID-19.', ['name COVID']],
    ['It weighs 11·9 t.', []],
    ['/5 cats sleep.', []],
    ['It has 5 and no more.', ['number 5']],
    // Dates, whole; a number in a unit is none.
    ['It opened on 12 March 1887.', ['date 12 March 1887']],
    ['It opened on March 12, 1887.', ['date March 12, 1887']],
    ['It opened on 1887-03-12.', ['date 1887-03-12']],
    ['It opened in May of 1887 there.', ['date May of 1887']],
    ['It opened in 1887.', ['date 1887']],
    ['It is 1887 m high.', ['number 1887 (m)']],
  ])('%s %j', (text, slots) => {
    expect(slotsOf(text)).toEqual(slots);
  });

  it('a date is read by its parts', () => {
    const parts = (text: string) =>
      readSlots(text).slots.map(({ date }) => date.map(({ part, value, named }) => [part, value, named]));
    const whole = [
      ['day', 12, false],
      ['month', 3, true],
      ['year', 1887, false],
    ];
    expect(parts('It opened on 12 March 1887.')).toEqual([whole]);
    expect(parts('It opened on 1887-03-12.')).toEqual([
      [
        ['year', 1887, false],
        ['month', 3, false],
        ['day', 12, false],
      ],
    ]);
  });
});

describe('a place in a text', () => {
  const text = readSlots('The –5 °C, or $40, of Ana Ruiz cost 7,000 and 19 there.');
  const at = (phrase: string, signs = false) =>
    findWords(text, phrase).map((place) => textOf(text, place, signs));

  it('is found whatever the case, the separators and the short words at its ends', () => {
    expect(at('ana RUIZ')).toEqual(['Ana Ruiz']);
    expect(at('the ana ruiz of')).toEqual(['Ana Ruiz']);
    expect(at('7000')).toEqual(['7,000']);
    expect(at('Ana Berg')).toEqual([]);
    expect(at('the of')).toEqual([]);
    expect(at('')).toEqual([]);
  });

  it('has its sign where that is wanted', () => {
    expect(at('40')).toEqual(['40']);
    expect(at('40', true)).toEqual(['$40']);
    expect(at('5', true)).toEqual(['5 °']);
  });
});
