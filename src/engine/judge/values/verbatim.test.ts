import { expect, it } from 'vitest';
import { readContext } from './read-context.ts';
import { readValues } from './read-values.ts';
import { verbatimValues } from './verbatim.ts';

/** The values of each sentence of the passage that is the claim word for word. */
function shownIn(claim: string, passage: string): string[][] {
  return verbatimValues(readValues(claim), readContext(passage)).map((values) =>
    values.map(({ text }) => text),
  );
}

it.each([
  ['The hall seats 4,000 people.', 'The hall seats three thousand people.', [['three thousand']]],
  // Marks and the rest of the passage do not matter.
  ['The hall seats 4,000 people.', 'It is old. The hall seats 3,000 people! It burnt.', [['3,000']]],
  ['The hall seats 40 people.', 'The hall seats 40 people. The hall seats 50 people.', [['40'], ['50']]],
  ['The hall is old.', 'The hall is old.', [[]]],
  // Two sentences as the passage has them.
  ['It has 4 rooms. It has 5 doors.', 'It has 6 rooms. It has 7 doors.', [['6', '7']]],
  ['It has 4 rooms. It has 5 doors.', 'It has “6” rooms! It has “7” doors.', [['6', '7']]],
  // The claim has no name behind its value, or a sentence more.
  ['The hall seats 4,000 people.', 'The hall seats 3,000 guests.', []],
  ['The hall seats 4,000.', 'The hall seats 3,000 people.', []],
  ['The hall seats 4,000 people.', 'The hall seats people.', []],
  ['It has 4 rooms. It has 5 doors.', 'It has 6 rooms. It has doors.', []],
  // A question says nothing.
  ['The hall seats 40 people.', 'The hall seats 40 people?', []],
  // Two tokens say too little to be told apart.
  ['Seats 40', 'Seats 40', []],
  ['It seats 40', 'It seats 50', [['50']]],
])('%s | %s', (claim, passage, shown) => {
  expect(shownIn(claim, passage)).toEqual(shown);
});
