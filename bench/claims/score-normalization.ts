/**
 * METEOR and ROUGE-L as NLTK and rouge-score define them, for one reference. METEOR matches words and their
 * stems; synonyms are matched where a dictionary is handed in, and there is none in this repository.
 */
import { stemmer } from 'stemmer';

const ALPHA = 0.9;
const BETA = 3;
const GAMMA = 0.5;

/** Words in lower case, marks by themselves; scripts without spaces by Intl.Segmenter. */
export function tokenize(text: string): string[] {
  const lower = text.toLowerCase();
  if (UNSPACED.test(lower)) {
    return [...SEGMENTER.segment(lower)].map(({ segment }) => segment.trim()).filter((word) => word !== '');
  }
  return lower.match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
}

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]/;
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

type Pair = readonly [hypothesis: number, reference: number];

/**
 * METEOR (Banerjee and Lavie 2005) with the weights of NLTK's `meteor_score`.
 * @returns 0 to 1.
 */
export function meteor(
  hypothesis: readonly string[],
  reference: readonly string[],
  areSynonyms: (a: string, b: string) => boolean = () => false,
): number {
  const pairs = align(hypothesis, reference, areSynonyms);
  const matches = pairs.length;
  if (matches === 0) return 0;
  const precision = matches / hypothesis.length;
  const recall = matches / reference.length;
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  const penalty = GAMMA * (countChunks(pairs) / matches) ** BETA;
  return (1 - penalty) * mean;
}

/** Exact words first, then stems, then synonyms; each from the ends backwards, as NLTK does. */
function align(
  hypothesis: readonly string[],
  reference: readonly string[],
  areSynonyms: (a: string, b: string) => boolean,
): Pair[] {
  const left = hypothesis.map((word, at) => ({ at, word, stem: stemmer(word) }));
  const right = reference.map((word, at) => ({ at, word, stem: stemmer(word) }));
  const pairs: Pair[] = [];
  const stages = [
    (a: (typeof left)[0], b: (typeof left)[0]) => a.word === b.word,
    (a: (typeof left)[0], b: (typeof left)[0]) => a.stem === b.stem,
    (a: (typeof left)[0], b: (typeof left)[0]) => areSynonyms(a.word, b.word),
  ];
  for (const matches of stages) {
    for (let i = left.length - 1; i >= 0; i--) {
      for (let j = right.length - 1; j >= 0; j--) {
        if (!matches(left[i]!, right[j]!)) continue;
        pairs.push([left[i]!.at, right[j]!.at]);
        left.splice(i, 1);
        right.splice(j, 1);
        break;
      }
    }
  }
  return pairs.sort((a, b) => a[0] - b[0]);
}

function countChunks(pairs: readonly Pair[]): number {
  let chunks = 1;
  for (let i = 1; i < pairs.length; i++) {
    const adjoins = pairs[i]![0] === pairs[i - 1]![0] + 1 && pairs[i]![1] === pairs[i - 1]![1] + 1;
    if (!adjoins) chunks++;
  }
  return chunks;
}

/** F1 of the longest common subsequence (Lin 2004). @returns 0 to 1. */
export function rougeL(hypothesis: readonly string[], reference: readonly string[]): number {
  if (hypothesis.length === 0 || reference.length === 0) return 0;
  let row = new Int32Array(reference.length + 1);
  for (const word of hypothesis) {
    const next = new Int32Array(reference.length + 1);
    for (let j = 0; j < reference.length; j++) {
      next[j + 1] = word === reference[j] ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  const common = row[reference.length]!;
  if (common === 0) return 0;
  const precision = common / hypothesis.length;
  const recall = common / reference.length;
  return (2 * precision * recall) / (precision + recall);
}
