import { describe, expect, it } from 'vitest';
import { findRun, findWords, placeOf, readSlots, textOf } from './read-slots.ts';

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
    ['He met Ana-Maria Ruiz and O’Brien & Tom.', ['name Ana-Maria Ruiz', 'name O’Brien & Tom']],
    ['He met Ana, Tom there.', ['name Ana', 'name Tom']],
    ['He met AB. Smith there.', ['name AB']],
    ['He left the Bank of The England.', ['name Bank', 'name England']],
    ['He left the Bank of  England.', ['name Bank', 'name England']],
    ['He saw “Ana Ruiz” and Tom) there.', ['name Ana Ruiz', 'name Tom']],
    ['He saw (Ana Ruiz) there.', []],
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
    ['It costs €40 or 40 ‰.', ['number 40 (€)', 'number 40 (‰)']],
    ['It has 40-metre walls.', ['number 40 (meter)']],
    ['It has 40  cats and 40, dogs.', ['number 40', 'number 40']],
    ['It has 5 50 cats.', ['number 5', 'number 50 (cat)']],
    ['It was in the 1920s.', ['number 1920s']],
    ['It weighs 1/2 t, 5_6, v2.5 and x^2.', []],
    // Dates, whole; a number in a unit is none.
    ['It opened on 12 March 1887.', ['date 12 March 1887']],
    ['It opened on March 12, 1887.', ['date March 12, 1887']],
    ['It opened on 1887-03-12.', ['date 1887-03-12']],
    ['It opened in May of 1887 there.', ['date May of 1887']],
    ['It opened in 1887.', ['date 1887']],
    ['It is 1887 m high.', ['number 1887 (m)']],
    ['It cost $1887, or 1887% of it.', ['number 1887 ($)', 'number 1887 (%)']],
    ['It ends in 2100, not in 2101.', ['date 2100', 'number 2101']],
    ['It has 2,100 rooms.', ['number 2,100 (room)']],
    ['It opened on 31 March, not on 32 March.', ['date 31 March', 'number 32 (march)', 'name March']],
    ['It opened in 1887, 12 March 1888 it closed.', ['date 1887', 'date 12 March 1888']],
    ['It is a Boeing-1887 plane.', ['name Boeing', 'date 1887 (plane)']],
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
    const [day, month, year] = [
      ['day', 12, false],
      ['month', 3, false],
      ['year', 1887, false],
    ];
    expect(parts('1887年3月12日に開通した。')).toEqual([[year, month, day]]);
    expect(parts('1887年3月に開通した。')).toEqual([[year, month]]);
    expect(parts('3月12日に開通した。')).toEqual([[month, day]]);
    expect(parts('It opened on 12 of March.')).toEqual([[day, ['month', 3, true]]]);
  });

  it('a date says which words its parts are', () => {
    const [date] = readSlots('It opened on 12 of March 1887.').slots;
    expect([date?.from, date?.to, ...date!.date.map(({ at }) => at)]).toEqual([3, 6, 3, 5, 6]);
  });

  it('a name may be in any letters where no word has a capital, and in German', () => {
    const caseless = (text: string) => readSlots(text).caseless;
    expect(['ana sings', 'Ana sings', 'Der Turm ist hoch'].map(caseless)).toEqual([true, false, true]);
  });

  it('each sentence is so many words', () => {
    const ends = (text: string) => readSlots(text).sentences.map(({ from, to }) => `${from}-${to}`);
    expect(ends('One two. Three. Four five six.')).toEqual(['0-1', '2-2', '3-5']);
    expect(ends('… One.')).toEqual(['0-0']);
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
    expect(at('ana', true)).toEqual(['Ana']);
  });

  it('has the minus before a number with it', () => {
    const cold = readSlots('It was −7 or (-8), 3-9 and x−6.');
    const whole = (phrase: string) => findWords(cold, phrase).map((place) => textOf(cold, place));
    expect(['7', '8', '9', '6'].map(whole)).toEqual([['−7'], ['-8'], ['9'], ['6']]);
    expect(placeOf(cold, { from: 2, to: 2 })).toEqual({ start: 7, end: 9 });
  });

  it('is each place where words follow one another, and none for no words', () => {
    const twice = readSlots('One cat and one cat.');
    const cat = readSlots('one cat').words;
    expect(findRun(twice, cat)).toEqual([
      { from: 0, to: 1 },
      { from: 3, to: 4 },
    ]);
    expect(findRun(twice, [...cat, { key: 'sat' }])).toEqual([]);
    expect(findRun(twice, [])).toEqual([]);
  });
});
