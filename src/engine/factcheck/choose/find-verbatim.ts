/**
 * A claim that stands word for word in a document of the operator's or of the request is supported by it, whatever a
 * judge makes of it. Marks of a form, quotation marks, blanks and case make no difference; a sentence that the document
 * asks, quotes or denies is none of its own.
 */
import type { Claim } from '../../../domain/claim.ts';
import { isUnspaced } from '../../text/read-tokens.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { foldText, placesOf } from '../find/folded-text.ts';
import { termsOf } from '../find/rank-items.ts';
import { kindOfItem } from '../sources/registry.ts';
import type { RetrievedItem } from '../sources/source.ts';
import type { ShownItem } from './choose-items.ts';

export interface Verbatim {
  /** Which of the items, from 0. */
  readonly index: number;
  /** As it stands there. */
  readonly sentence: string;
}

/** Others quote claims in order to judge them. */
const OWN_KINDS: ReadonlySet<string> = new Set(['context', 'own_document']);
/** Fewer words may stand in any text. */
const LEAST_WORDS = 3;
const LEAST_UNSPACED = 6;
/** UTF-16 units of a claim that is looked for. */
const LONGEST = 2_000;

const WORD = /[-\u2212]?\p{N}+(?:[.,:/]\p{N}+)*|[\p{L}\p{M}]+|[%‰°\p{Sc}]/gu;
const MARKDOWN_LINK = /!?\[([^\]\n]*)\]\([^)\s]*\)/g;
const DENIAL =
  /\b(?:false|untrue|incorrect|wrong|myths?|hoax|misleading|debunked|not true|no evidence|falsch|stimmt nicht|faux|falso|mentira|onwaar|nieprawda|неверно|ложь|миф)\b|誤り|嘘|谣言|不实|错误|거짓/iu;

/** Whether sentences of a text are what it says: its own, and none around them denied. */
export function isOwnWord(item: Pick<RetrievedItem, 'source' | 'kind'>, text: string): boolean {
  return OWN_KINDS.has(kindOfItem(item)) && !DENIAL.test(text);
}

/**
 * @param statement what is judged: the claim as it was read, or a part of it.
 * @returns where it, or the claim as it was written, is a sentence of a document.
 */
export function findVerbatim(
  claim: Claim,
  statement: string,
  items: readonly ShownItem[],
): Verbatim | undefined {
  const written = claim.original_text;
  const [read, original] = [keyOf(statement), keyOf(written)];
  if (read === undefined && original === undefined) return undefined;
  for (const [index, { item }] of items.entries()) {
    if (!OWN_KINDS.has(kindOfItem(item))) continue;
    const sentences = splitSentences(item.text).map(({ start, end }) => item.text.slice(start, end));
    for (const [at, sentence] of sentences.entries()) {
      const key = keyOf(sentence);
      if (key === undefined || (key !== read && key !== original) || isDenied(sentences, at)) continue;
      if (key === read || isAbout(statement, claim, `${item.title}\n${item.text}`))
        return { index, sentence };
    }
  }
  return undefined;
}

/** @returns what sentences have in common that say the same; `undefined` for questions, and for what is too short. */
function keyOf(sentence: string): string | undefined {
  if (sentence.length > LONGEST || /[?？؟]["'”»)\]]*\s*$/u.test(sentence)) return undefined;
  const words = sentence.normalize('NFKC').replace(MARKDOWN_LINK, '$1').toLowerCase().match(WORD) ?? [];
  const key = words.join(' ');
  // Scripts without blanks have few words.
  return words.length >= LEAST_WORDS || (isUnspaced(key) && key.length >= LEAST_UNSPACED) ? key : undefined;
}

function isDenied(sentences: readonly string[], at: number): boolean {
  return [at - 1, at + 1].some((beside) => DENIAL.test(sentences[beside] ?? ''));
}

/** Whether what the reading has put in for "it" and "there" is what the document speaks of. */
function isAbout(statement: string, { original_text: written, language }: Claim, text: string): boolean {
  const [claimAsWritten, document] = [foldText(written), foldText(text)];
  return termsOf(statement, language).every(
    (term) => placesOf(term, claimAsWritten).length > 0 || placesOf(term, document).length > 0,
  );
}
