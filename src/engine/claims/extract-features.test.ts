/** The weights were learned from these features: with others they say nothing. */
import { describe, expect, it } from 'vitest';
import { extractFeatures } from './extract-features.ts';
import { CLASSES_AT, SHAPE, STARTS_AT, SUBJECTS_AT, VERBS_AT } from './features.ts';
import { WORD_CLASSES } from './lexicon.ts';

/** Counts of marks and word classes by their names, and places of the beginning, the subject and the verb. */
function shapeOf(text: string): string {
  const { shape } = extractFeatures(text);
  const names = new Map(Object.entries(SHAPE).map(([name, place]) => [place, name]));
  const parts: string[] = [];
  for (let at = 0; at < STARTS_AT; at++) {
    const name = names.get(at) ?? WORD_CLASSES[at - CLASSES_AT];
    const value = name === 'upperShare' || name === 'wordLength' ? shape[at]! : Math.expm1(shape[at]!);
    const isFlag = at > SHAPE.colons && at < SHAPE.upperShare;
    if (shape[at] !== 0) parts.push(isFlag ? `${name}` : `${name} ${Math.round(value * 100) / 100}`);
  }
  const placeIn = (from: number, to: number) => shape.subarray(from, to).indexOf(1);
  const [start, subject] = [placeIn(STARTS_AT, SUBJECTS_AT), placeIn(SUBJECTS_AT, VERBS_AT)];
  return `${parts.join(', ')}; ${start}/${subject}/${placeIn(VERBS_AT, shape.length)}`;
}

/** How many features there are, and a sum over all of them. */
function digestOf(text: string): string {
  const { count, indices } = extractFeatures(text);
  let sum = 0;
  for (const index of indices.subarray(0, count)) sum = (Math.imul(sum, 31) + index) | 0;
  return `${count} ${(sum >>> 0).toString(36)}`;
}

describe('the features of a text', () => {
  it.each([
    ['', '; -1/-1/-1', '66 p6knj4'],
    ['.', 'endsStop; -1/-1/-1', '69 u0sx3y'],
    [
      'Oxygen was discovered in 1774.',
      'words 5, numbers 1, years 1, past 1, endsStop, upperShare 0.05, wordLength 5, function 2, bePast 1, factVerb 1; 0/9/2',
      '161 8qu34o',
    ],
    [
      'Well, well, I think NASA sent 12 people to the Moon in 1969!',
      'words 13, names 1, acronyms 1, numbers 2, years 1, exclamations 1, commas 2, endsExclamation, upperShare 0.18, wordLength 3.46, function 4, article 1, selfFirst 1, mental 1, pastIrregular 1, advice 1, unit 1, institution 1, subjectNoun 1, discourse 2; 5/2/8',
      '222 faigp',
    ],
    [
      'Did 5% of Germans pay $3.50 for it?',
      'words 8, names 1, numbers 2, measures 2, questions 1, endsQuestion, upperShare 0.1, wordLength 3.13, function 4, third 1, do 1, change 1, pastIrregular 1; 3/0/4',
      '165 5zkogc',
    ],
    [
      'What: "yes" (no)',
      'words 3, quotes 2, brackets 1, colons 1, upperShare 0.1, wordLength 3, function 2, greeting 1, question 1, negation 1; 2/8/0',
      '120 2pyke6',
    ],
    [
      'Do not eat 1,000 apples, please: they have been washed 3 times.',
      'words 12, numbers 2, past 1, commas 1, colons 1, endsStop, upperShare 0.02, wordLength 4.08, function 5, greeting 1, third 1, have 1, do 1, negation 1, discourse 1; 3/0/4',
      '244 ta8pjf',
    ],
    [
      'You should visit https://example.org/a now @anna #Paris 🎉',
      'words 7, names 1, emoji 2, hashtags 1, mentions 1, addresses 1, upperShare 0.09, wordLength 6.86, function 3, you 1, must 1, advice 1, time 1, discourse 1; 7/4/7',
      '155 pgl5v6',
    ],
    [
      'This is the 2nd largest of the 300 lakes.',
      'words 9, numbers 2, endsStop, upperShare 0.04, wordLength 3.56, function 5, article 2, demonstrative 1, beNow 1, superlative 1; 9/6/1',
      '175 x8mswk',
    ],
    [
      'There are 27 countries in the EU.',
      'words 7, acronyms 1, numbers 1, endsStop, upperShare 0.12, wordLength 3.71, function 4, article 1, existential 1, beNow 1, institution 1; 10/7/1',
      '162 576bu7',
    ],
    [
      'Running helps people.',
      'words 3, endsStop, upperShare 0.05, wordLength 6, unit 1, assistant 1, subjectNoun 1; 19/0/0',
      '136 118z43',
    ],
    [
      'If it rains, we will stay.',
      'words 6, commas 1, endsStop, upperShare 0.05, wordLength 3.17, function 4, selfPlural 1, third 1, will 1, advice 1, condition 1; 17/5/5',
      '147 1npigqd',
    ],
    [
      'He walked home.',
      'words 3, past 1, endsStop, upperShare 0.08, wordLength 4, function 1, third 1; 8/5/8',
      '120 b23hns',
    ],
    [
      'Marie Curie won two Nobel Prizes.',
      'words 6, names 3, endsStop, upperShare 0.14, wordLength 4.5, pastIrregular 1, numberWord 1, unit 1; 0/1/8',
      '163 b5dd90',
    ],
    [
      'my own idea must be good:',
      'words 6, colons 1, endsColon, wordLength 3.17, function 4, selfFirst 1, must 1, opinion 1, subjectNoun 1; 5/2/7',
      '144 17l3kh4',
    ],
    [
      'Many scientists may agree',
      'words 4, upperShare 0.04, wordLength 5.5, function 2, may 1, mental 1, quantifier 1, calendar 1, title 1; 13/9/6',
      '145 ptmfja',
    ],
    [
      'THE WHOLE TEXT IS LOUD',
      'words 5, acronyms 3, upperShare 0.95, wordLength 3.6, function 2, article 1, beNow 1; 11/1/1',
      '135 1es98s1',
    ],
    ['so', 'words 1, wordLength 2, function 1, intensifier 1, discourse 1; 18/0/0', '83 ev1hk5'],
    [
      'a b c d e f g h i j k l m n o p q r s t u v w x',
      'words 24, wordLength 1, function 2, article 1, selfFirst 1, you 1, unit 1; 11/2/0',
      '151 1opq600',
    ],
    [
      'Cats, dogs, birds, fish, mice, rats, cows, hens, bees, ants!',
      'words 10, exclamations 1, commas 9, endsExclamation, upperShare 0.02, wordLength 4.1; 0/0/0',
      '197 1c28dre',
    ],
    [
      '“Quoted” words, and “more”?',
      'words 4, past 1, questions 1, quotes 2, commas 1, endsQuestion, upperShare 0.05, wordLength 4.5, function 2, speech 1, comparative 1, discourse 1; 12/0/0',
      '150 z8rtii',
    ],
    [
      "The nation's water-supply isn’t safe",
      'words 6, upperShare 0.03, wordLength 5.17, function 2, article 1, beNow 1, negation 1; 11/9/1',
      '180 16bi2qp',
    ],
    ['X', 'words 1, upperShare 0.5, wordLength 1; 0/0/0', '81 uaap8t'],
  ])('are always the same: %j', (text, shape, digest) => {
    expect(shapeOf(text)).toBe(shape);
    expect(digestOf(text)).toBe(digest);
  });

  it('are the same however many texts were read before', () => {
    const texts = ['“Quoted” words, and “more”?', ...Array<string>(254).fill('')];
    const digests = new Set([...texts, ...texts, ...texts].map(digestOf));
    expect([...digests]).toEqual(['150 z8rtii', '66 p6knj4']);
  });

  it('count words up to 63', () => {
    const words = (count: number) =>
      Math.round(Math.expm1(extractFeatures('word '.repeat(count)).shape[SHAPE.words]!));
    expect([1, 62, 63, 64, 500].map(words)).toEqual([1, 62, 63, 63, 63]);
  });
});
