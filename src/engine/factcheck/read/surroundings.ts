/** What of a text a claim is read with: what stands before it, cut at sentences or at white space. */
import type { Claim } from '../../../domain/claim.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import type { Surroundings } from './reading.ts';

/** UTF-16 units before a claim that are read with it. */
const READ_BEFORE = 1_500;
/** UTF-16 units of a claim's context, its question included; and of a question that is short. */
const LONGEST_CONTEXT = 600;
const SHORT_QUESTION = 200;

/** White space is looked for within so many units: where scripts write none, the next may be far. */
const LONGEST_WORD = 100;

/** A stretch of a text: UTF-16 offsets. */
export type Place = Pick<Claim, 'start' | 'end'>;

/** @returns the text from some way before the first place, at white space, to the end of the last. */
export function passageAround(text: string, places: readonly Place[]): string {
  const first = Math.min(...places.map(({ start }) => start));
  return text.slice(beginningOf(text, first, READ_BEFORE), Math.max(...places.map(({ end }) => end)));
}

/** Where the text begins of which at most so many units stand before a place, at white space. */
function beginningOf(text: string, start: number, most: number): number {
  const from = Math.max(0, start - most);
  if (from === 0 || /\s/.test(text.charAt(from - 1))) return from;
  // Without any, -1.
  const blank = text.slice(from, Math.min(start, from + LONGEST_WORD)).search(/\s/);
  return from + blank + 1;
}

/**
 * @returns one line for the judge: the question where it is short, and the sentences before the claim; `undefined`
 *   where nothing stands there. At most 600 UTF-16 units.
 */
export function contextOf({ text, question }: Surroundings, { start }: Place): string | undefined {
  const questionLine = question.length <= SHORT_QUESTION ? oneLine(question) : '';
  const room = LONGEST_CONTEXT - questionLine.length - 1;
  const before = text.slice(beginningOf(text, start, room), start);
  const cut = before.length < start;
  // The first sentence may be the end of one.
  const [first, second] = cut ? splitSentences(before) : [];
  const whole = first !== undefined && second !== undefined ? before.slice(second.start) : before;
  const context = [questionLine, oneLine(whole)].filter((line) => line !== '').join(' ');
  return context === '' ? undefined : context;
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
