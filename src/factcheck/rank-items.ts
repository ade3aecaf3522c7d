/**
 * How relevant a retrieved text is to a claim, by its words alone: one number from 0 to 1 that means the same
 * whichever source the text came from, so that a threshold makes sense.
 *
 * Each word of the claim has a weight. Function words have none, and words that stand in every other text
 * little; of the rest, longer ones have more, since they are rarer (what an inverse document frequency says,
 * but cannot be counted over the few texts at hand), and names and numbers most. The score is the weight that
 * the text covers, counted twice: anywhere in the text, and within its best passage, where the words stand
 * together. A word is covered where a word of the text begins with its stem. What a source put first gets a
 * little more than what it put last, which orders texts of equal words.
 *
 * Weights and stems were set on the public halves of SciFact, FoolMeTwice, Climate-FEVER, HealthVer and
 * Factcheck-Bench. From 0.35 on, 53 to 88 % of the texts that decide a claim are kept (HealthVer, whose
 * questions hardly share words with their evidence: 30 %), and 1 to 3 % of texts about something else
 * (HealthVer, where all texts are about one disease: 15 %).
 */
import commonWords from '../text/data/common-words.json' with { type: 'json' };
import { functionWords } from '../text/function-words.ts';
import { pairsOf, readTokens } from '../text/read-tokens.ts';
import { bareText } from '../text/words-of.ts';
import type { RetrievedItem } from './sources/source.ts';

export interface RankedItem {
  readonly item: RetrievedItem;
  /** 0 to 1: how well the item bears on the claim. */
  readonly relevance: number;
}

/** A word of the claim as it is looked for. */
export interface Term {
  /** Lower case, without marks; the beginning of the word that must be there. */
  readonly stem: string;
  /** How many more letters the text's word may have. */
  readonly tail: number;
  readonly weight: number;
  /** Of a script without blanks: stands anywhere. */
  readonly inner: boolean;
}

const NUMBER = 1.4;
const NAME = 1.4;
/** Two neighbouring characters of a script without blanks. */
const PAIR = 0.6;
/** What is left of a common word's weight. */
const COMMON = 0.3;
/** A claim of less weight than this says too little for any text to be fully about it. */
const LEAST_WEIGHT = 1.5;
/** Characters of a passage: three sentences or so. */
const PASSAGE = 360;
/** How much of the score the best passage makes up; the rest is the whole text. */
const PASSAGE_SHARE = 0.6;
/** How much of the score is the source's own order. */
const ORDER_SHARE = 0.05;

/**
 * @param lists what each source returned, its best first.
 * @returns all items, each text and each URL once, the most relevant first.
 */
export function rankItems(
  claim: string,
  language: string,
  lists: readonly (readonly RetrievedItem[])[],
): readonly RankedItem[] {
  const terms = termsOf(claim, language);
  const ranked: RankedItem[] = [];
  for (const list of lists) {
    for (const [rank, item] of list.entries()) {
      const covered = coverage(terms, `${item.title}\n${item.text}`);
      const order = 1 / (1 + rank / 3);
      const score = covered === 0 ? 0 : covered * (1 - ORDER_SHARE) + order * ORDER_SHARE;
      ranked.push({ item, relevance: Math.round(score * 1e4) / 1e4 });
    }
  }
  // Stable: among equals, the order of the sources holds.
  ranked.sort((a, b) => b.relevance - a.relevance);
  return withoutRepeats(ranked);
}

/** Of the same page or passage, or the same text at two addresses, the most relevant stays. */
function withoutRepeats(ranked: readonly RankedItem[]): readonly RankedItem[] {
  const seen = new Set<string>();
  return ranked.filter(({ item }) => {
    const marks = [`url ${bareUrl(item.url)} ${item.passage ?? ''}`, `text ${bareText(item.text)}`];
    const repeats = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return !repeats;
  });
}

/** The address without the parts that pages share: scheme, tracking parameters, fragment. */
export function bareUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.|m\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/(?<=[?&])(?:utm_\w+|fbclid|gclid)=[^&]*&?/g, '')
    .replace(/(?<![?&])[?&]+$/, '')
    .replace(/\/$/, '');
}

/** @returns what of a claim is looked for, each word once; words that say nothing are left out. */
export function termsOf(claim: string, language: string): readonly Term[] {
  const empty = functionWords(language);
  const terms = new Map<string, Term>();
  const add = (term: Term): void => {
    const known = terms.get(term.stem);
    if (known === undefined || known.weight < term.weight) terms.set(term.stem, term);
  };
  const text = joinThousands(claim);
  for (const [place, { text: word, kind }] of readTokens(text, { unspaced: true }).entries()) {
    const folded = fold(word);
    if (kind === 'unspaced') {
      for (const stem of pairsOf(folded)) add({ stem, tail: 0, weight: PAIR, inner: true });
    } else if (/\p{N}/u.test(word)) {
      // A decimal or grouped number may be written in another way.
      for (const stem of folded.split(/[.,]/)) add({ stem, tail: 2, weight: NUMBER, inner: false });
    } else if (!empty.has(folded) && folded.length > 1) {
      const name = /^\p{Lu}/u.test(word) && (place > 0 || /\p{Lu}.*\p{Lu}/u.test(word));
      const stem = name ? folded : stemOf(folded);
      add({ stem, tail: name ? 2 : 5, weight: name ? NAME : weightOf(folded, language), inner: false });
    }
  }
  return [...terms.values()];
}

/** 0 to 1. */
function weightOf(word: string, language: string): number {
  const weight = Math.min(1, 0.1 + word.length * 0.12);
  return language === 'en' && COMMON_STEMS.has(stemOf(word)) ? weight * COMMON : weight;
}

/** Cuts off what endings usually take; works for many languages, and well for none. */
function stemOf(word: string): string {
  const cut = word.length < 4 ? 0 : Math.min(4, Math.floor(word.length / 2) - 1);
  return word.slice(0, word.length - cut);
}

/**
 * English words that many texts have on any subject. A claim and a text that share only these are about
 * different things.
 */
const COMMON_STEMS: ReadonlySet<string> = new Set(commonWords.join(' ').split(' ').map(stemOf));

/** Lower case, marks taken off. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return /^[\u0000-\u007f]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{Mn}+/gu, '');
}

/** `1,000,000` and `1 000 000` are `1000000`. */
function joinThousands(text: string): string {
  return text.replace(/(?<=\d)[,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, '');
}

/**
 * @returns 0 to 1: which part of the terms' weight the text covers, its best passage and the whole of it.
 */
export function coverage(terms: readonly Term[], text: string): number {
  const folded = fold(joinThousands(text));
  let total = 0;
  let anywhere = 0;
  const hits: { at: number; term: number }[] = [];
  for (const [index, term] of terms.entries()) {
    total += term.weight;
    const places = placesOf(term, folded);
    if (places.length > 0) anywhere += term.weight;
    for (const at of places) hits.push({ at, term: index });
  }
  if (total === 0 || hits.length === 0) return 0;
  const together = bestPassage(terms, hits);
  const covered = PASSAGE_SHARE * together + (1 - PASSAGE_SHARE) * anywhere;
  return covered / Math.max(total, LEAST_WEIGHT);
}

/** Where the term stands, up to a number that bounds the work on a text that repeats one word. */
function placesOf(term: Term, text: string): readonly number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(term.stem);
    at !== -1 && places.length < 40;
    at = text.indexOf(term.stem, at + term.stem.length)
  ) {
    if (term.inner || isWordLike(term, text, at)) places.push(at);
  }
  return places;
}

const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\p{N}/u;

function isWordLike(term: Term, text: string, at: number): boolean {
  if (at > 0 && LETTER.test(text[at - 1] as string)) return false;
  let end = at + term.stem.length;
  // `1889` is not the beginning of `18890`.
  if (DIGIT.test(text[end - 1] as string) && DIGIT.test(text[end] ?? '')) return false;
  const last = end + term.tail;
  while (end <= last && end < text.length && LETTER.test(text[end] as string)) end += 1;
  return end <= last;
}

/** @returns the greatest weight of different terms that stand within one passage. */
function bestPassage(terms: readonly Term[], hits: { at: number; term: number }[]): number {
  hits.sort((a, b) => a.at - b.at);
  const inside = new Array<number>(terms.length).fill(0);
  let weight = 0;
  let best = 0;
  let from = 0;
  for (const hit of hits) {
    inside[hit.term] = (inside[hit.term] as number) + 1;
    if (inside[hit.term] === 1) weight += (terms[hit.term] as Term).weight;
    for (let old = hits[from] as { at: number; term: number }; hit.at - old.at > PASSAGE; ) {
      inside[old.term] = (inside[old.term] as number) - 1;
      if (inside[old.term] === 0) weight -= (terms[old.term] as Term).weight;
      from += 1;
      old = hits[from] as { at: number; term: number };
    }
    best = Math.max(best, weight);
  }
  return best;
}
