/**
 * How much of what a text claims is held by what was extracted from it: Claimify's coverage (Metropolitansky
 * and Larson 2025), with words and neighbouring words in place of elements.
 */
import { cut, nameRuns } from './name-runs.ts';
import type { ReadClaim, ReadExtraction } from './read-passages.ts';
import { likeness, type Word } from './read-words.ts';

/** How much of a sentence, or of what stands around a claim, is held, and what is not. */
interface Completeness {
  /** 0 to 1. */
  readonly score: number;
  readonly missing: readonly string[];
}

/** What a sentence counts for by its distance from the claim's own. */
const DISTANCE = [1, 0.5, 0.25];
const REACH = DISTANCE.length - 1;
/** How much words count that one claim has together, beside words alone. */
const TOGETHER = 0.2;
/** How surely a claim that has a pair says what the text says with it. Of several claims, one will (noisy or: Pearl 1988). */
const SURELY = 0.9;
/** Words of a sentence so far from each other are a pair; the farther, the less it counts. */
const FARTHEST = 10;
/** Below this a sentence is missing as a whole. */
const MOSTLY_MISSING = 0.34;
/** A sentence that less likely claims something is named by nobody. */
const CLAIMS_SOMETHING = 0.5;
const MOST_NAMED = 5;

const WHOLE: Completeness = { score: 1, missing: [] };

/** @returns gives the completeness of each claim; each sentence is looked at once. */
export function createCompleteness(read: ReadExtraction): (claim: ReadClaim) => Completeness {
  const bySource = Map.groupBy(read.claims, (claim) => claim.source);
  const known = new Map<number, Completeness>();
  const coverageOf = (sentence: number): Completeness => {
    const coverage =
      known.get(sentence) ??
      cover(
        read,
        sentence,
        read.around(sentence, REACH).flatMap((index) => bySource.get(index) ?? []),
      );
    known.set(sentence, coverage);
    return coverage;
  };

  return ({ source }) => {
    let [held, all] = [0, 0];
    const missing: string[] = [];
    for (const sentence of read.around(source, REACH)) {
      const isOwn = sentence === source;
      const probability = read.probabilityOf(sentence);
      const weight = DISTANCE[Math.abs(sentence - source)]! * (isOwn ? 1 : probability);
      const coverage = coverageOf(sentence);
      held += weight * coverage.score;
      all += weight;
      if (isOwn || probability >= CLAIMS_SOMETHING) missing.push(...coverage.missing);
    }
    return { score: all === 0 ? 1 : held / all, missing: [...new Set(missing)].slice(0, MOST_NAMED) };
  };
}

function cover(read: ReadExtraction, index: number, claims: readonly ReadClaim[]): Completeness {
  const { content, words, text } = read.sentences[index]!;
  if (content.length === 0 || claims.some(({ claim }) => claim.text === text)) return WHOLE;
  const held = claims.map((claim) => holder(claim.content));
  /** For each word of the sentence, which claims have it. */
  const holders = content.map((word) => held.map((holds) => holds(word)));

  let [covered, all] = [0, 0];
  const absent = new Set<Word>();
  for (const [at, word] of content.entries()) {
    const best = Math.max(0, ...holders[at]!);
    covered += word.weight * best;
    all += word.weight;
    if (best === 0) absent.add(word);
  }
  const share = covered / all;
  const pairs = coverPairs(content, holders) ?? share;
  return {
    score: (1 - TOGETHER) * share + TOGETHER * pairs,
    missing: share < MOSTLY_MISSING ? [cut(text)] : nameRuns(text, words, (word) => absent.has(word)),
  };
}

/**
 * How many of the sentence's pairs of words some claim has together: a statement is not held where its words are
 * spread over others. @returns `undefined` where the sentence is a single word.
 */
function coverPairs(content: readonly Word[], holders: readonly (readonly number[])[]): number | undefined {
  let [held, all] = [0, 0];
  for (let at = 1; at < content.length; at++) {
    for (let distance = 1; distance <= Math.min(at, FARTHEST); distance++) {
      const [one, other] = [holders[at - distance]!, holders[at]!];
      let open = 1;
      for (let claim = 0; claim < one.length; claim++)
        open *= 1 - SURELY * Math.min(one[claim]!, other[claim]!);
      held += (1 - open) / distance;
      all += 1 / distance;
    }
  }
  return all === 0 ? undefined : held / all;
}

/** @returns gives how well one claim has a word, 0 to 1. */
function holder(content: readonly Word[]): (word: Word) => number {
  const stems = new Set(content.map((word) => word.stem));
  return (word) => {
    if (stems.has(word.stem)) return 1;
    return content.reduce((best, other) => Math.max(best, likeness(word, other)), 0);
  };
}
