/**
 * A corpus of any size, the same every time: passages of 60 to 120 words with topics, names, places, numbers and
 * dates, whose words are as frequent as those of a language, and claims about them.
 */
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { seededRandom } from '../../src/evaluation/seeded-random.ts';

const WORDS = 60_000;
const NAMES = 250_000;
const PLACES = 20_000;
const TOPICS = 3_000;
const TOPIC_WORDS = 60;
const FIRST_YEAR = 1500;
const YEARS = 527;
const LEAST_WORDS = 60;
const MORE_WORDS = 60;

const ONSETS = ['b', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 't', 'v', 'br', 'st', 'tr', 'pl'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ou'];
const CODAS = ['n', 'r', 'l', 'm', 't', 'k'];
const MONTHS = ['January', 'March', 'May', 'June', 'August', 'October', 'December'];
const NOUNS = [
  'bridge',
  'company',
  'school',
  'railway',
  'species',
  'treaty',
  'drug',
  'album',
  'river',
  'station',
];
const VERBS = ['opened', 'founded', 'approved', 'described', 'built', 'signed', 'closed', 'released'];
const UNITS = ['metres', 'percent', 'people', 'kilometres', 'dollars', 'tonnes', 'patients', 'pages'];
const FILLERS = ['the', 'of', 'and', 'in', 'to', 'was', 'a', 'by', 'for', 'with', 'from', 'its', 'at', 'on'];

type Draw = () => number;

/** Neighbouring seeds begin far apart. @returns at least 0, below 1. */
function randomFrom(seed: number): Draw {
  return seededRandom(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995);
}

/** A rank from 0; the rank r is drawn about as often as 1 / (r + shift): the law of Zipf and Mandelbrot. */
function rankOf(draw: Draw, size: number, shift: number): number {
  return Math.min(size - 1, Math.floor(shift * ((size + shift) / shift) ** draw() - shift));
}

const pick = <T>(draw: Draw, all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T;
const capital = (word: string): string => word.replace(/^./, (letter) => letter.toUpperCase());

function spell(number: number, syllables: number): string {
  let word = '';
  let rest = number;
  for (let i = 0; i < syllables || rest > 0; i++) {
    word += ONSETS[rest % ONSETS.length];
    rest = Math.floor(rest / ONSETS.length);
    word += VOWELS[rest % VOWELS.length];
    rest = Math.floor(rest / VOWELS.length);
  }
  return word + CODAS[number % CODAS.length];
}

/** Frequent words are short. Words, names and places have none in common. */
const wordAt = (rank: number): string => `${spell(rank, rank < 500 ? 1 : 2)}`;
const nameAt = (rank: number): string => capital(`${spell(rank, 3)}o`);
const placeAt = (rank: number): string => capital(`${spell(rank, 2)}ia`);
const wordOf = (draw: Draw): string => wordAt(rankOf(draw, WORDS, 20));
const placeOf = (draw: Draw): string => placeAt(rankOf(draw, PLACES, 40));

/** What a passage is about. */
interface Subject {
  readonly name: string;
  readonly place: string;
  readonly noun: string;
  readonly verb: string;
  readonly year: number;
  readonly amount: number;
  readonly unit: string;
  readonly topic: readonly string[];
}

function subjectOf(draw: Draw): Subject {
  const topic = randomFrom(-1 - rankOf(draw, TOPICS, 100));
  return {
    name: `${nameAt(rankOf(draw, NAMES, 2_000))} ${nameAt(rankOf(draw, NAMES, 50))}`,
    place: placeOf(draw),
    noun: pick(draw, NOUNS),
    verb: pick(draw, VERBS),
    year: FIRST_YEAR + Math.floor(YEARS * Math.sqrt(draw())),
    amount: Math.floor(2 * 10 ** (1 + draw() * 4)),
    unit: pick(draw, UNITS),
    topic: Array.from({ length: TOPIC_WORDS }, () => wordAt(rankOf(topic, WORDS, 200))),
  };
}

function sentence(draw: Draw, topic: readonly string[]): string {
  const words = Array.from({ length: 8 + Math.floor(draw() * 12) }, () => {
    const kind = draw();
    if (kind < 0.42) return FILLERS[rankOf(draw, FILLERS.length, 2)] as string;
    if (kind < 0.55) return pick(draw, topic);
    if (kind < 0.57) return nameAt(rankOf(draw, NAMES, 50));
    if (kind < 0.58) return `${Math.floor(10 ** (draw() * 5))}`;
    return wordOf(draw);
  });
  return `${capital(words.join(' '))}.`;
}

/** @returns a document of one passage. */
export function makePassage(number: number): CorpusDocument {
  const draw = randomFrom(number + 1);
  const subject = subjectOf(draw);
  const { name, place, noun, verb, year, amount, unit, topic } = subject;
  const day = 1 + Math.floor(draw() * 28);
  const sentences = [
    `The ${name} ${noun} in ${place} was ${verb} on ${day} ${pick(draw, MONTHS)} ${year}.`,
    `It is known for ${pick(draw, topic)} ${pick(draw, topic)}, with ${amount.toLocaleString('en')} ${unit}.`,
  ];
  const length = LEAST_WORDS + Math.floor(draw() * MORE_WORDS);
  for (let words = 26; words < length; words += 14) sentences.push(sentence(draw, topic));
  return {
    id: `made-${number}`,
    title: `${name} ${noun}`,
    url: `https://example.org/made/${number}`,
    text: sentences.join(' '),
  };
}

/** `named`: a name and a year or place; `topical`: a place and words of a topic; `common`: frequent words alone. */
export type ClaimKind = 'named' | 'topical' | 'common';
const KINDS: readonly ClaimKind[] = ['named', 'named', 'named', 'topical', 'topical', 'common'];

/**
 * @param number another claim each.
 * @param passages of how many it is about one.
 */
export function makeClaim(number: number, passages: number): { kind: ClaimKind; text: string } {
  const draw = randomFrom(0x4000_0000 + number);
  const about = subjectOf(randomFrom(1 + Math.floor(draw() * passages)));
  const { name, place, noun, verb, year, amount, unit, topic } = about;
  const kind = pick(draw, KINDS);
  if (kind === 'named') {
    // Half of what is claimed is wrong by its number.
    const said = draw() < 0.5 ? year : year + 1 + Math.floor(draw() * 9);
    const [, last] = name.split(' ');
    return draw() < 0.5
      ? { kind, text: `The ${name} ${noun} in ${place} was ${verb} in ${said}.` }
      : { kind, text: `In ${said} the ${last} ${noun} had ${amount} ${unit} of ${pick(draw, topic)}.` };
  }
  if (kind === 'topical') {
    const [a, b, c] = [pick(draw, topic), pick(draw, topic), pick(draw, topic)];
    return { kind, text: `In ${place} the ${a} of the ${b} was ${verb} by a ${noun} for ${c} ${unit}.` };
  }
  const words = Array.from({ length: 3 }, () => wordAt(rankOf(draw, 400, 20)));
  return {
    kind,
    text: `The ${noun} was ${verb} with ${words[0]}, and the ${words[1]} ${unit} were ${words[2]}.`,
  };
}
