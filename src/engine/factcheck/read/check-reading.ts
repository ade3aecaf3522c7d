/**
 * Holds what a model says of a claim against the claim and its text. Nothing is believed: a reading is used only
 * where it is the claim, with its references replaced by words of the text before it; a part only where it is a
 * piece of the claim that says no more. What is right and too far from the claim's words is lost with what is wrong.
 */
import type { Claim } from '../../../domain/claim.ts';
import { decideLanguage, guessLanguage } from '../../text/guess-language.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { statementWords } from '../../text/statement-words.ts';
import { INVISIBLE_CHARACTERS } from '../sources/plain-text.ts';
import { addsNothing } from './check-additions.ts';
import { keepsAll, keepsWhatGoverns, marksTheSame } from './check-losses.ts';
import { keepsOrder } from './check-order.ts';
import { replacesReference } from './check-replacement.ts';
import { MOST_PARTS } from './compose-reading.ts';
import { type Compared, type KnownLanguage, readWords } from './read-statement.ts';

type Written = Pick<Claim, 'text' | 'original_text'>;

/** UTF-16 units that a reading may have beyond its claim; and of the claims that are read at all. */
const LONGER = 200;
const LONGEST = 1_000;
/** Marks of a form of text that no sentence needs, and addresses. */
const MARKUP = /[<>{}|\\^`*_#~]|\]\(|https?:|www\./i;
const SARCASM = /\bso-called\b|\byeah,? right\b|\boh,? (?:sure|great|yes)\b|(?<!\S)\/s\b|🙄|😏|😒|🤡/giu;
const QUOTE = /["“”„«»]/g;

/**
 * @param reading what the model says that the claim says.
 * @param context the question and the text up to the claim's end.
 * @returns the reading, as one line; `undefined` where it says more, less or something else than the claim.
 */
export function checkReading(reading: string, claim: Written, context: string): string | undefined {
  if (reading === claim.text || !isSentence(reading, claim.text)) return undefined;
  const language = languageIn(claim.text, context);
  if (!isKnown(language))
    return replacesReference(reading, claim.text, context, language) ? reading : undefined;
  if (!sameMarks(reading, claim.text)) return undefined;
  const compared = compare(claim, context, language);
  const words = readWords(reading, language);
  const inserted = addsNothing(words, compared);
  const holds =
    inserted !== undefined &&
    keepsAll(words, compared, inserted) &&
    marksTheSame(words, compared, inserted) &&
    keepsOrder(words, compared, inserted, true);
  return holds ? reading : undefined;
}

/**
 * @param claim its `text` is its reading, where it has one.
 * @returns the parts that hold, each once; none where they are fewer than two, or leave out a name or number of the
 *   claim.
 */
export function checkParts(parts: readonly string[], claim: Written, context: string): readonly string[] {
  const language = languageIn(claim.text, context);
  if (
    claim.text.length > LONGEST ||
    parts.length < 2 ||
    parts.length > MOST_PARTS ||
    !isKnown(language) ||
    /[?？]/.test(claim.text)
  )
    return [];
  const compared = compare(claim, context, language);
  const held = [...new Set(parts)].flatMap((part) => {
    if (part === claim.text || !isSentence(part, claim.text)) return [];
    if (!keepsQuotation(part, claim.text) || /[?？]/.test(part)) return [];
    const words = readWords(part, language);
    const inserted = addsNothing(words, compared);
    const holds =
      inserted !== undefined &&
      keepsWhatGoverns(words, compared) &&
      marksTheSame(words, compared, inserted) &&
      keepsOrder(words, compared, inserted, false);
    return holds ? [{ part, words }] : [];
  });
  const covered = keepsAll(
    held.flatMap(({ words }) => words),
    compared,
    undefined,
  );
  return held.length > 1 && covered ? held.map(({ part }) => part) : [];
}

/** A short claim has few words to know its language by: its text has more. */
function languageIn(claim: string, context: string): string {
  return decideLanguage(claim) ?? guessLanguage(`${claim} ${context}`);
}

function compare({ text, original_text }: Written, context: string, language: KnownLanguage): Compared {
  return {
    language,
    claim: readWords(text, language),
    ends: /[.!?…]["'”’»)]*$/.test(text),
    context: readWords(`${context}\n${original_text}`, language),
  };
}

function isKnown(language: string): language is KnownLanguage {
  return statementWords(language) !== undefined;
}

/** One plain sentence, not much longer than the claim. */
function isSentence(text: string, claim: string): boolean {
  if (text === '' || claim.length > LONGEST || text.length > claim.length + LONGER) return false;
  if (/[\p{Cc}\p{Co}\p{Cs}]/u.test(text) || text.replace(INVISIBLE_CHARACTERS, '') !== text) return false;
  if (MARKUP.test(text) && !claim.includes(MARKUP.exec(text)?.[0] as string)) return false;
  return splitSentences(text).length <= Math.max(1, splitSentences(claim).length);
}

/** A question stays one, a quotation keeps its marks, and irony its own. */
function sameMarks(reading: string, claim: string): boolean {
  const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return (
    /[?？]/.test(reading) === /[?？]/.test(claim) &&
    count(reading, QUOTE) === count(claim, QUOTE) &&
    count(reading, SARCASM) === count(claim, SARCASM)
  );
}

/** What stands between marks in the claim does so in the part; irony is not split. */
function keepsQuotation(part: string, claim: string): boolean {
  if (claim.match(SARCASM) !== null) return false;
  const quoted = [...claim.matchAll(/["“„«]([^"“”„«»]{1,500})["“”»]/g)].map(([, inside = '']) =>
    inside.trim(),
  );
  const bare = part.replace(/["“„«][^"“”„«»]{1,500}["“”»]/g, '');
  return (
    quoted.every((inside) => !bare.includes(inside)) && (quoted.length > 0 || part.match(QUOTE) === null)
  );
}
