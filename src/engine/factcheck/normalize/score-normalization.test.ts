import { expect, it } from 'vitest';
import { scoreNormalization } from './score-normalization.ts';

const POST =
  'Acme Corp said that it has fired 400 workers in Ulm, and closed its old factory there last year.';
const NOTHING_WRONG: readonly string[] = [];
const REFERS = ['the claim begins with a reference that has nothing to refer to'];
const LONG = ['the claim must be one short sentence'];
const invented = (words: string) => [`these words are not in the material: ${words}`];
const words = (count: number) => `${'Acme '.repeat(count - 1)}fired.`;

it.each<[string, number, readonly string[]]>([
  ['Acme Corp fired 400 workers in Ulm.', 1, NOTHING_WRONG],
  // Short words are no invention; a few others are none that is told.
  ['He is at Ulm.', 0.75, REFERS],
  ['Acme fired 400 workers near Ulm.', 0.88, NOTHING_WRONG],
  [
    'Acme said that fired workers closed three great wide gates.',
    0.76,
    invented('three, great, wide, gates'),
  ],
  ['Acme said that fired workers closed factory, great wide gates.', 0.82, NOTHING_WRONG],
  ['Acme fired 500 workers.', 0.67, invented('500')],
  ['They fired 400 workers.', 0.6, REFERS],
  ['There is a factory.', 1, NOTHING_WRONG],
  ['There is old factory.', 0.75, REFERS],
  ['Herbert fired 400 workers.', 0.85, NOTHING_WRONG],
  ['Acme fired 400 workers. Acme closed factory.', 0.85, LONG],
  [words(45), 1, NOTHING_WRONG],
  [words(46), 0.85, LONG],
  ['', 0.85, LONG],
])('a claim of a post is as good as what it says, and is told what is wrong: %s', (claim, score, faults) => {
  const found = scoreNormalization(claim, POST);
  expect(found.faults).toEqual(faults);
  expect(found.score).toBeCloseTo(score, 2);
});

it('a claim with many words from elsewhere is told the first twelve', () => {
  const foreign = 'alpha bravo delta echoes foxtrot hotel india juliet kilos lima mikes november oscar'.split(
    ' ',
  );
  const { faults } = scoreNormalization(`${foreign.join(' ')}.`, POST);
  expect(faults).toEqual(invented(foreign.slice(0, 12).join(', ')));
});

it('a claim in a script with vowel signs may bend the words of its post', () => {
  expect(scoreNormalization('दिल्ली', 'दिल्ला').faults).toEqual([]);
});
