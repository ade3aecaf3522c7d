/** Texts of any size, the same every time; their words are as frequent as those of a language (Zipf). */
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';

const WORDS = 50_000;
const PASSAGE_WORDS = 60;
const SYLLABLES = [
  'ba',
  'co',
  'den',
  'fi',
  'gar',
  'lo',
  'mer',
  'nu',
  'pol',
  'ri',
  'sta',
  'tor',
  'ven',
  'wi',
  'zan',
];
const COMMON = [
  'the',
  'of',
  'and',
  'in',
  'to',
  'was',
  'a',
  'is',
  'by',
  'for',
  'with',
  'from',
  'its',
  'at',
  'on',
];

let state = 1;
/** Park and Miller 1988, "Random number generators: good ones are hard to find". @returns at least 0, below 1. */
function draw(): number {
  state = (state * 48_271) % 0x7fffffff;
  return state / 0x7fffffff;
}

function wordAt(rank: number): string {
  if (rank < COMMON.length) return COMMON[rank] as string;
  let word = '';
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** A frequent word often, a rare one seldom, none before `first`. */
const word = (first = 0): string => wordAt(first + Math.floor((WORDS - first) ** draw()) - 1);
const name = (): string => word(40).replace(/^./, (letter) => letter.toUpperCase());

/** @returns a document of one passage. */
export function makePassage(number: number): CorpusDocument {
  return {
    id: `made-${number}`,
    title: `${name()} ${name()}`,
    url: `https://example.org/made/${number}`,
    text: `${name()} ${Array.from({ length: PASSAGE_WORDS }, () => word()).join(' ')} ${1_000 + (number % 1_000)}.`,
  };
}

/** @returns a question with a claim, another one each time. */
export const question = (): string =>
  `I read that the ${name()} ${name()} was finished in ${1_000 + Math.floor(draw() * 1_000)}. How tall is it, and who built it?`;

/** @returns sentences of so many bytes; no two are alike. */
export function prose(bytes: number): string {
  const sentences: string[] = [];
  for (let length = 0; length < bytes; length += (sentences.at(-1) as string).length)
    sentences.push(
      `The ${name()} of ${name()} was built by the company of ${name()} in ${1_000 + (sentences.length % 1_000)} and stands ${sentences.length} metres tall. `,
    );
  return sentences.join('').slice(0, bytes);
}

let messages = 0;
/** @returns the text as a message of its own. */
export const numbered = (text: string): string => `${++messages}: ${text}`;
