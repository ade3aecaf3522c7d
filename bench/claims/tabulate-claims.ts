/** The benchmark's tables. */
import type { Example, Source } from '../../scripts/train-claims/read-examples.ts';
import { figuresOf } from '../../scripts/train-claims/validate.ts';
import { SET_NAMES } from '../../scripts/train-claims/write-card.ts';
import { CLAIM_CATEGORIES, type DetectedClaim } from '../../src/domain/claim.ts';
import { categorize } from '../../src/engine/claims/categorize.ts';
import { normalizePost } from '../../src/engine/claims/normalize-post.ts';
import { splitSentences } from '../../src/engine/text/split-sentences.ts';
import { CATEGORY_CASES } from '../../test/claims/category-cases.ts';
import { DIVIDED_TEXTS, FURTHER_TEXTS, textOf } from '../../test/claims/sentence-cases.ts';
import { meteor, rougeL, tokenize } from './score-normalization.ts';

export function detectionTable(
  examples: readonly Example[],
  probabilityOf: (text: string) => number,
): string {
  const rows = (Object.keys(SET_NAMES) as Source[]).flatMap((source) => {
    const own = examples.filter((example) => example.source === source);
    if (own.length === 0) return [];
    const { f1, macroF1, interval, auc, ece } = figuresOf(
      own.map((example) => example.label),
      own.map((example) => probabilityOf(example.text)),
    );
    const [low, high] = interval;
    return [
      `| ${SET_NAMES[source]} | ${own.length} | ${f1.toFixed(3)} | ${macroF1.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}) | ${auc.toFixed(3)} | ${ece.toFixed(3)} |`,
    ];
  });
  return [
    '| set | sentences | F1 | macro-F1 (95 %) | AUC | ECE |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

export function categoryScore(): number {
  const given = new Map<string, number>();
  const right = new Map<string, number>();
  for (const category of CLAIM_CATEGORIES) {
    for (const claim of CATEGORY_CASES[category]) {
      const guess = categorize(claim);
      given.set(guess, (given.get(guess) ?? 0) + 1);
      if (guess === category) right.set(guess, (right.get(guess) ?? 0) + 1);
    }
  }
  const scores = CLAIM_CATEGORIES.map(
    (category) =>
      (2 * (right.get(category) ?? 0)) / ((given.get(category) ?? 0) + CATEGORY_CASES[category].length),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

const ROUNDS = 5;

/** Processor time, so that what else the machine does does not count. */
function microseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function best(work: () => void): number {
  return Math.min(...Array.from({ length: ROUNDS }, () => microseconds(work)));
}

interface Detector {
  detectClaims(text: string): DetectedClaim[];
  claimProbability(text: string): number;
}

export function speedTable(examples: readonly Example[], detector: Detector, loaded: number): string {
  const texts = examples.map((example) => example.text);
  const perSecond = (work: (text: string) => unknown) => {
    const time = best(() => {
      for (const text of texts) work(text);
    });
    return Math.round((texts.length / time) * 1e6).toLocaleString('en');
  };
  const megabyte = texts.join(' ').repeat(2).slice(0, 1_000_000);
  const whole = best(() => detector.detectClaims(megabyte)) / 1000;
  return [
    '| | |',
    '|---|---|',
    `| probability of a sentence | ${perSecond(detector.claimProbability)} a second |`,
    `| claims found, categorized and stated | ${perSecond(detector.detectClaims)} sentences a second |`,
    `| a text of a million characters | ${whole.toFixed(0)} ms |`,
    `| loading, weights included | ${loaded.toFixed(0)} ms |`,
  ].join('\n');
}

/** A text of the sets, and where a reader sees its sentences: the beginning and the end of each, in turn. */
export interface DividedText {
  readonly text: string;
  readonly offsets: readonly number[];
}

type Splitter = (text: string) => readonly { readonly start: number; readonly end: number }[];

/** Ours beside the platform's, on texts that a reader divided, and on all sentences of the sets in one text. */
export function splittingTable(examples: readonly Example[], real: readonly DividedText[]): string {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const splitters: readonly (readonly [string, Splitter])[] = [
    ['`Intl.Segmenter`', (text) => segmentsOf(segmenter, text)],
    ['ours', splitSentences],
  ];
  const text = examples
    .map((example) => example.text)
    .join(' ')
    .slice(0, 500_000);
  const rows = splitters.map(([name, split]) => {
    const own = [DIVIDED_TEXTS, FURTHER_TEXTS].map((texts) => {
      const right = texts.map(textOf).filter(({ text: whole, sentences }) => {
        const found = split(whole).map(({ start, end }) => whole.slice(start, end));
        return found.length === sentences.length && found.every((part, i) => part === sentences[i]);
      });
      return `${right.length} of ${texts.length}`;
    });
    const right = real.filter(({ text: whole, offsets }) => {
      const found = split(whole).flatMap(({ start, end }) => [start, end]);
      return found.length === offsets.length && found.every((offset, i) => offset === offsets[i]);
    });
    const time = best(() => void split(text));
    return `| ${name} | ${own.join(' | ')} | ${right.length} of ${real.length} | ${((time * 1000) / text.length).toFixed(1)} ns a character |`;
  });
  return [
    '| splitter | texts divided as a reader does | hard texts of ours | answers and posts | cost |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function segmentsOf(segmenter: Intl.Segmenter, text: string) {
  return Array.from(segmenter.segment(text), ({ segment, index }) => {
    const start = index + segment.length - segment.trimStart().length;
    return { start, end: start + segment.trim().length };
  }).filter(({ start, end }) => end > start);
}

interface Post {
  readonly set: string;
  readonly post: string;
  readonly claim: string;
}

export function normalizationTable(posts: readonly Post[]): string {
  const sets = [...new Set(posts.map(({ set }) => set))].sort();
  const gains: number[] = [];
  const rows = sets.map((set) => {
    const own = posts.filter((post) => post.set === set);
    let copied = 0;
    let stated = 0;
    let overlap = 0;
    for (const { post, claim } of own) {
      const reference = tokenize(claim);
      const statement = tokenize(normalizePost(post));
      copied += meteor(tokenize(post), reference) / own.length;
      stated += meteor(statement, reference) / own.length;
      overlap += rougeL(statement, reference) / own.length;
    }
    const gain = stated / copied - 1;
    if (set.startsWith('CheckThat')) gains.push(gain);
    return `| ${set} | ${own.length} | ${copied.toFixed(3)} | ${stated.toFixed(3)} | ${signed(gain)} | ${overlap.toFixed(3)} |`;
  });
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  return [
    '| posts | | METEOR of copying | of the rules | gain | ROUGE-L of the rules |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    `Mean gain over the languages of CheckThat! 2025: ${signed(mean)}.`,
  ].join('\n');
}

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;
}
