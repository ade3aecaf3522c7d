import type { DetectedClaim } from '../../domain/claim.ts';
import type { Language } from '../text/languages.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { probabilityOf, scoreClaim, scoreOfProbability } from './estimate-claim.ts';
import { type Judge, judgeSentence } from './judge-sentence.ts';
import { openClaimScan } from './scan-stream.ts';
import { isHashtags } from './strip-feed-marks.ts';
import { SpeakerReader } from './strip-speaker.ts';

/** Text between two control points of {@link detectInSlices}, in UTF-16 units: about a millisecond of work. */
const SLICE = 4096;

/**
 * Finds the verifiable factual claims of a text, in order. Local: no model is called.
 * @param written.date when the text was written: an ISO 8601 date, by which relative dates are resolved.
 * @returns claims with UTF-16 offsets into `text`; every `original_text` is `text.slice(start, end)`.
 */
export function detectClaims(text: string, written: { readonly date?: string } = {}): DetectedClaim[] {
  const claims: DetectedClaim[] = [];
  for (const slice of detectInSlices(text, undefined, written.date)) claims.push(...slice);
  return claims;
}

/**
 * The same in slices of a millisecond or so, for texts of megabytes: between two of them the caller may
 * let others run.
 * @param judge may remember what it says of a sentence. @param date when the text was written.
 */
export function* detectInSlices(
  text: string,
  judge?: Judge,
  date?: string,
): Generator<readonly DetectedClaim[], void, void> {
  const scan = openClaimScan('', undefined, judge, false, date);
  for (let at = 0; at < text.length; at += SLICE) yield scan.push(text.slice(at, at + SLICE));
  yield scan.end();
}

/** Up to so many units, a text of several sentences is also judged as one: a post is more than its sentences. */
const LONGEST_POST = 1000;

/** @returns the probability, 0 to 1, that a text of one or several sentences holds a verifiable claim. */
export function claimProbability(text: string): number {
  return scoreText(text).probability;
}

/**
 * @returns what {@link claimProbability} does, and the check-worthiness, 0 to 1, of the text's worthiest sentence; 0
 *   where it has none.
 */
export function scoreText(text: string): { readonly probability: number; readonly worthiness: number } {
  let probability = 0;
  let worthiness = 0;
  let sentences = 0;
  let around: Language = 'en';
  /** Of the most probable sentence. */
  let language: Language = 'en';
  const speakers = new SpeakerReader();
  for (const { start, end, kind } of splitSentences(text)) {
    if (kind === 'code') continue;
    sentences++;
    const written = text.slice(start, end);
    if (isHashtags(written)) continue;
    const speaker = speakers.read(kind, written, false);
    const judged = judgeSentence(written.slice(speaker.length), undefined, around);
    around = judged.language;
    if (judged.probability > probability) language = around;
    probability = Math.max(probability, judged.probability);
    worthiness = Math.max(worthiness, judged.worthiness);
  }
  // The whole is judged in English alone.
  if (language === 'en' && sentences >= 2 && text.length <= LONGEST_POST && probability >= 0.02) {
    // The mean in logits of the most probable sentence and the whole.
    probability = probabilityOf((scoreOfProbability(probability) + scoreClaim(text)) / 2);
  }
  return { probability, worthiness };
}
