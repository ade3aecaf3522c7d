/**
 * How relevant a retrieved text is to a claim, by its words alone: one number from 0 to 1 that means the same
 * whichever source the text came from, so that a threshold makes sense.
 *
 * Each word of the claim has a weight. Function words have none, and words that stand in every other text
 * little; of the rest, longer ones have more, since they are rarer (what an inverse document frequency says,
 * but cannot be counted over the few texts at hand), and names and numbers most. What counts is the weight that
 * the text covers, counted twice: anywhere in the text, and within its best passage, where the words stand
 * together. A word is covered where a word of the text begins with its stem. Three things make the number mean
 * the same for texts of different kinds: a long claim need not be covered as fully as a short one, a long text
 * covers words by chance, and a title whose words are the claim's says what the text is about.
 *
 * The order of the items is not that number alone: a source knows how rare words are among all that it has, so
 * its own order counts nearly as much.
 *
 * Weights and stems were set on the public halves of SciFact, FoolMeTwice, Climate-FEVER, HealthVer and
 * Factcheck-Bench; what they are worth is in bench/RESULTS.md.
 */
import commonWords from '../../text/data/common-words.json' with { type: 'json' };
import { functionWords } from '../../text/function-words.ts';
import { pairsOf, readTokens } from '../../text/read-tokens.ts';
import { bareText } from '../../text/words-of.ts';
import type { RetrievedItem } from '../sources/source.ts';
import {
  type FoldedText,
  fold,
  foldText,
  joinThousands,
  placesOf,
  type Term,
  toTerm,
} from './folded-text.ts';

export interface RankedItem {
  readonly item: RetrievedItem;
  /** 0 to 1: how well the item bears on the claim. */
  readonly relevance: number;
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
/** A claim of more weight than this counts as better covered, by this power of how much more. */
const LONG_CLAIM = 4;
const LONG_CLAIM_POWER = 0.2;
/** Texts of more UTF-16 units than this cover words by chance: so much for each e-fold. */
const LONG_TEXT = 200;
const LONG_TEXT_LOSS = 0.03;
/** What a title counts all of whose words are in the claim. */
const TITLE_GAIN = 0.15;
/** How much the meaning counts, where it is known; cosines of texts that have nothing to do with each other, and that say the same. */
const MEANING_SHARE = 0.5;
const MEANING_ALONE = 0.7;
const FAR = 0.5;
const SAME = 0.85;
/** How much the source's own order counts in the order of the items, and at which place it counts half. */
const ORDER_SHARE = 0.4;
const HALF_PLACE = 4;

/**
 * @param lists what each source returned, its best first.
 * @returns all items, each text and each URL once, the most relevant first.
 */
export function rankItems(
  claim: string,
  language: string,
  lists: readonly (readonly RetrievedItem[])[],
): readonly RankedItem[] {
  const query: ClaimQuery = { terms: termsOf(claim, language), text: foldText(claim), language };
  const ranked: Placed[] = [];
  for (const list of lists) {
    for (const [rank, item] of list.entries()) {
      const relevance = relevanceOf(query, item);
      const order = relevance === 0 ? 0 : 1 / (1 + rank / HALF_PLACE);
      ranked.push({ list, score: relevance * (1 - ORDER_SHARE) + order * ORDER_SHARE, item, relevance });
    }
  }
  // Stable: among equals, the order of the sources holds.
  ranked.sort((a, b) => b.score - a.score);
  return withoutRepeats(ranked);
}

interface Placed extends RankedItem {
  readonly list: object;
  readonly score: number;
}

/** A claim as it is looked for. */
interface ClaimQuery {
  readonly terms: readonly Term[];
  readonly text: FoldedText;
  readonly language: string;
}

/** An item as it was read: those of the gateway itself are found again and again. */
interface ReadItem {
  readonly text: FoldedText;
  readonly bareText: string;
  readonly page: string;
  readonly titleTerms: Map<string, readonly Term[]>;
}

const readItems = new WeakMap<RetrievedItem, ReadItem>();

function readItem(item: RetrievedItem): ReadItem {
  let read = readItems.get(item);
  if (read === undefined) {
    read = {
      text: foldText(`${item.title}\n${item.text}`),
      bareText: bareText(item.text),
      page: `${bareUrl(item.url)} ${item.passage ?? ''}`,
      titleTerms: new Map(),
    };
    readItems.set(item, read);
  }
  return read;
}

/** Of the same page of two sources, or the same text at two addresses, the first stays. */
function withoutRepeats(ranked: readonly Placed[]): readonly RankedItem[] {
  const owners = new Map<string, object>();
  const texts = new Set<string>();
  return ranked
    .filter(({ list, item }) => {
      const { page, bareText: text } = readItem(item);
      const repeats = texts.has(text) || (owners.get(page) ?? list) !== list;
      texts.add(text);
      if (!owners.has(page)) owners.set(page, list);
      return !repeats;
    })
    .map(({ item, relevance }) => ({ item, relevance }));
}

function relevanceOf({ terms, text: claim, language }: ClaimQuery, item: RetrievedItem): number {
  const byWords = relevanceByWords(terms, claim, language, item);
  const relevance = item.similarity === undefined ? byWords : withMeaning(byWords, item.similarity);
  return Math.round(relevance * 1e4) / 1e4;
}

/**
 * What shares the claim's words may say something else, and what says the same may share none: each counts half, and meaning
 * may do alone.
 */
function withMeaning(byWords: number, similarity: number): number {
  const byMeaning = Math.max(0, Math.min(1, (similarity - FAR) / (SAME - FAR)));
  return Math.max(MEANING_ALONE * byMeaning, MEANING_SHARE * byMeaning + (1 - MEANING_SHARE) * byWords);
}

function relevanceByWords(
  terms: readonly Term[],
  claim: FoldedText,
  language: string,
  item: RetrievedItem,
): number {
  const read = readItem(item);
  const covered = coverage(terms, read.text);
  if (covered === 0) return 0;
  const { title, text } = item;
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  const long = Math.max(1, weight / LONG_CLAIM) ** LONG_CLAIM_POWER;
  const chance = LONG_TEXT_LOSS * Math.log(Math.max(1, (title.length + text.length) / LONG_TEXT));
  const about = title === '' ? 0 : coverage(titleTermsOf(read, title, language), claim);
  return Math.max(0, Math.min(1, covered * long - chance + TITLE_GAIN * about));
}

function titleTermsOf({ titleTerms }: ReadItem, title: string, language: string): readonly Term[] {
  const cachedTerms = titleTerms.get(language);
  if (cachedTerms !== undefined) return cachedTerms;
  const terms = termsOf(title, language);
  titleTerms.set(language, terms);
  return terms;
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
  const add = (term: Omit<Term, 'filedAt'>): void => {
    const sameStem = terms.get(term.stem);
    if (sameStem === undefined || sameStem.weight < term.weight) terms.set(term.stem, toTerm(term));
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

/**
 * @returns 0 to 1: which part of the terms' weight the text covers, its best passage and the whole of it.
 */
export function coverage(terms: readonly Term[], text: FoldedText): number {
  let total = 0;
  let anywhere = 0;
  const hits: { at: number; term: number }[] = [];
  for (const [index, term] of terms.entries()) {
    total += term.weight;
    const places = placesOf(term, text);
    if (places.length > 0) anywhere += term.weight;
    for (const at of places) hits.push({ at, term: index });
  }
  if (total === 0 || hits.length === 0) return 0;
  const together = bestPassage(terms, hits);
  const covered = PASSAGE_SHARE * together + (1 - PASSAGE_SHARE) * anywhere;
  return covered / Math.max(total, LEAST_WEIGHT);
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
