/**
 * Which parts of a claim's evidence the gateway's own judge reads: the sentences that share most with the claim, each
 * with those around it. A model that reads two or three sentences is quick, and is not led astray by a page.
 */
import { endsWithQuestion } from '../../text/ends-with-question.ts';
import { type Sentence, splitSentences } from '../../text/split-sentences.ts';
import { wordsOf } from '../../text/words-of.ts';
import type { RetrievedItem } from '../sources/source.ts';
import { isHearsay, type ShownItem } from './choose-items.ts';

export interface ReadExcerpt {
  /** Which of the items, from 0. */
  readonly index: number;
  /** The sentence that shares most with the claim: a literal part of the item's text. */
  readonly sentence: string;
  /** It and those around it that are read with it: a literal part too. */
  readonly around: string;
  /** What is read: these sentences, behind the title and the heading that they stand under. */
  readonly passage: string;
}

/** Excerpts of one claim, and of one of its items. */
const MOST = 4;
const MOST_OF_ITEM = 2;
/** UTF-16 units of the sentences that are read together, and of one by itself. */
const LONGEST = 480;
const LONGEST_SENTENCE = 900;
/** Excerpts that share less than this of what the best shares say nothing of the claim. */
const BESIDE_THE_BEST = 0.5;

/** @param items the best first. @returns the most promising first. */
export function chooseExcerpts(claim: string, items: readonly ShownItem[]): readonly ReadExcerpt[] {
  const wanted = wordsOf(claim);
  const found = items.flatMap((shown, index) =>
    isHearsay(shown.item) ? [] : excerptsOf(shown, index, wanted).slice(0, MOST_OF_ITEM),
  );
  const best = Math.max(...found.map(({ shared }) => shared));
  return found
    .filter(({ shared }) => shared > 0 && shared >= best * BESIDE_THE_BEST)
    .sort((a, b) => b.shared - a.shared || a.excerpt.index - b.excerpt.index)
    .slice(0, MOST)
    .map(({ excerpt }) => excerpt);
}

interface Weighed {
  readonly excerpt: ReadExcerpt;
  /** How much of the claim it has, its item's title included. */
  readonly shared: number;
}

function excerptsOf({ item, excerpt }: ShownItem, index: number, wanted: ReadonlySet<string>): Weighed[] {
  const sentences = splitSentences(excerpt);
  const title = titleOf(item);
  const titled = wordsOf(title);
  const words = sentences.map(({ start, end }) => wordsOf(excerpt.slice(start, end)));
  const weigh = (at: number): number =>
    weightOf(wanted, [words[at]], 1) + weightOf(wanted, [words[at - 1], words[at + 1], titled], 0.5);
  const order = sentences
    .map((_, at) => ({ at, shared: weightOf(wanted, [words[at]], 1) === 0 ? 0 : weigh(at) }))
    .sort((a, b) => b.shared - a.shared || a.at - b.at);
  const taken: { from: number; to: number }[] = [];
  const chosen: Weighed[] = [];
  for (const { at, shared } of order) {
    if (chosen.length === MOST_OF_ITEM || shared === 0) break;
    if (taken.some(({ from, to }) => at >= from && at <= to)) continue;
    const around = grow(sentences, at);
    taken.push(around);
    chosen.push({ shared, excerpt: { index, ...readAt(excerpt, sentences, at, around, title) } });
  }
  return chosen;
}

/** Numbers count twice; a word that was counted in the sentence itself counts no more around it. */
function weightOf(
  wanted: ReadonlySet<string>,
  texts: readonly (ReadonlySet<string> | undefined)[],
  each: number,
): number {
  let sum = 0;
  for (const word of wanted) {
    if (texts.some((words) => words?.has(word))) sum += each * (/\d/.test(word) ? 2 : 1);
  }
  return sum;
}

/** One sentence more on each side, where there is room, the one before first: it says what is spoken of. */
function grow(sentences: readonly Sentence[], at: number): { from: number; to: number } {
  let from = at;
  let to = at;
  const lengthOf = (a: number, b: number): number =>
    (sentences[b]?.end ?? Number.NaN) - (sentences[a]?.start ?? Number.NaN);
  if (lengthOf(at - 1, at) <= LONGEST) from = at - 1;
  if (lengthOf(from, at + 1) <= LONGEST) to = at + 1;
  return { from, to };
}

function readAt(
  text: string,
  sentences: readonly Sentence[],
  at: number,
  { from, to }: { from: number; to: number },
  title: string,
): Omit<ReadExcerpt, 'index'> {
  const { start, end } = sentences[at] as Sentence;
  const first = sentences[from] as Sentence;
  const last = sentences[to] as Sentence;
  const read = text.slice(first.start, Math.min(last.end, first.start + LONGEST_SENTENCE));
  const above = headingOf(sentences, from);
  const heading = above === undefined ? '' : text.slice(above.start, above.end);
  return {
    sentence: text.slice(start, end),
    around: read,
    passage: [title === heading || read.startsWith(title) ? '' : title, heading, read]
      .filter((line) => line !== '')
      .join('\n'),
  };
}

/** A name that the gateway has made up says nothing of the text. */
const MADE_UP = /^(?:Document|Message|Result of)\b/;

/** A question states nothing, and a small model takes it for a statement; what begins with its answer needs it. */
const ANSWER =
  /^(?:yes|no|ja|nein|doch|oui|non|si|sí|sì|sim|não|nee|tak|nie|evet|hayır|да|нет|是|不|نعم|لا|हाँ|नहीं)(?![\p{L}\p{M}])/iu;

function titleOf({ title, text }: Pick<RetrievedItem, 'title' | 'text'>): string {
  if (MADE_UP.test(title) || (endsWithQuestion(title) && !ANSWER.test(text))) return '';
  return title.trim();
}

/** The heading, or of a table its first row, that stands above; none where it is read anyway. */
function headingOf(sentences: readonly Sentence[], from: number): Sentence | undefined {
  const first = sentences[from];
  if (first?.kind === 'table') {
    let top = from;
    while (sentences[top - 1]?.kind === 'table') top -= 1;
    return top === from ? undefined : sentences[top];
  }
  for (let at = from - 1; at >= 0; at -= 1) if (sentences[at]?.kind === 'heading') return sentences[at];
  return undefined;
}
