import { DETECTED_LANGUAGES, type DetectedClaim } from '../../domain/claim.ts';
import { guessLanguage } from '../text/guess-language.ts';
import type { Language } from '../text/languages.ts';
import { type Sentence, SentenceScan } from '../text/scan-sentences.ts';
import { completePair, enterTitle, isTitle } from './complete-item.ts';
import { announce, entityOf, openDiscourse } from './discourse.ts';
import { beginsFiction } from './dismiss-sentence.ts';
import { assertsSomething } from './find-statement.ts';
import { remember } from './follow-discourse.ts';
import {
  type Around,
  type ClaimJudgement,
  type Judge,
  type Judgement,
  judgeClaim,
} from './judge-sentence.ts';
import { readPair } from './read-pair.ts';
import { openTableReader, type TableLine } from './read-table.ts';
import { readQuestion } from './read-title.ts';
import { type Beginning, stateClaim } from './state-claim.ts';
import { assertRow, pairOfRow, stateRow } from './state-row.ts';
import { isHashtags } from './strip-feed-marks.ts';
import { speakerLength } from './strip-speaker.ts';
import { openQuotationWatch } from './watch-quotation.ts';
import { openReferenceWatch } from './watch-references.ts';
import { openVerseWatch } from './watch-verse.ts';

/**
 * Finds the claims of a text that is still being written. In any pieces, the claims that are returned are together those of `detectClaims`
 * on the whole text. Memory is bounded: a sentence is kept, and of what may be verse two lines.
 * @param question what the text answers: it may name whom or what the text is about.
 * @param known the language of the text, where the caller says it.
 * @param judge may remember what it says of a sentence.
 * @param statements whether what only asserts something is returned too, as a statement.
 */
export function openClaimScan(
  question = '',
  known?: Language,
  judge: Judge = judgeClaim,
  statements = false,
) {
  const sentences = new SentenceScan();
  const discourse = openDiscourse();
  const asked = readQuestion(question);
  if (asked) announce(entityOf(asked.name, asked.kind), discourse);

  const quotation = openQuotationWatch();
  const verse = openVerseWatch<DetectedClaim>();
  /** A story has begun. */
  let fiction = false;
  /** The language of the sentence before, or of the question: a sentence that does not say its own is taken to share it. */
  let around: Around = question === '' ? 'en' : once(() => guessLanguage(question));
  /** Somebody was named as speaking. */
  let transcript = false;
  let line = -1;
  let paragraph = -1;
  const tables = openTableReader();
  const references = openReferenceWatch();
  /** A line that stands like a heading, where the next one shows whether it is one. */
  let heading: string | undefined;

  function read(sentence: Sentence, written: string): DetectedClaim | undefined {
    const { kind } = sentence;
    const newLine = sentence.line !== line;
    const inTable =
      kind === 'prose' || kind === 'table' ? tables.read(sentence, written, newLine) : undefined;
    if (inTable !== undefined || kind === 'table') {
      ({ paragraph, line } = sentence);
      return inTable && tableIn(sentence, inTable, written);
    }
    if (kind !== 'code' && references.pass(sentence, written)) {
      ({ paragraph, line } = sentence);
      return undefined;
    }
    const speaker = speakerOf(sentence, written);
    transcript ||= speaker > 0;
    const text = written.slice(speaker);
    const begins = beginning(sentence);
    ({ paragraph, line } = sentence);
    if (kind === 'heading') {
      heading = undefined;
      enterTitle(text, discourse);
    }
    if (kind === 'code' || kind === 'heading' || isHashtags(text)) return undefined;
    fiction ||= beginsFiction(text);
    if (fiction) return undefined;
    const isPair = readPair(text) !== undefined;
    if (kind === 'list' || isPair) enterHeading();
    const judged = judge(text, known, around);
    around = judged.language;
    const claim =
      claimIn(sentence.start + speaker, text, judged, begins) ??
      statementIn(sentence.start + speaker, text, judged, begins);
    quotation.pass(text, begins !== undefined);
    heading = kind === 'prose' && newLine && isHeadingLike(text) && !isPair ? text : undefined;
    if (kind !== 'list' && newLine && isTitle(text)) enterTitle(text, discourse);
    else {
      if (kind !== 'list' && !isPair) discourse.list = undefined;
      remember(text, discourse, begins !== undefined);
    }
    return claim;
  }

  function enterHeading(): void {
    if (heading !== undefined) enterTitle(heading, discourse);
    heading = undefined;
  }

  /** @returns how many units of a sentence say who speaks. */
  function speakerOf({ kind }: Sentence, text: string): number {
    return kind === 'prose' || kind === 'quote' ? speakerLength(text, transcript) : 0;
  }

  function beginning(sentence: Sentence): Beginning {
    if (sentence.kind === 'list') return sentence.line === line ? undefined : 'item';
    return sentence.paragraph === paragraph ? undefined : 'paragraph';
  }

  function claimIn(
    offset: number,
    text: string,
    judged: Judgement | ClaimJudgement,
    begins: Beginning,
    stated = discourse,
  ): DetectedClaim | undefined {
    if (!('category' in judged)) return undefined;
    const { probability, worthiness, language, asked, category } = judged;
    const part = asked ?? { start: 0, end: text.length, text: quotation.quoted(text, begins !== undefined) };
    return {
      text: stateClaim(part.text, stated, begins),
      original_text: text.slice(part.start, part.end),
      start: offset + part.start,
      end: offset + part.end,
      category,
      confidence: probability,
      check_worthiness: worthiness,
      language,
      language_supported: DETECTED_LANGUAGES.includes(language),
    };
  }

  function statementIn(
    offset: number,
    text: string,
    { probability, worthiness, language }: Judgement,
    begins: Beginning,
  ): DetectedClaim | undefined {
    if (!statements || !assertsSomething(text)) return undefined;
    const quoted = quotation.quoted(text, begins !== undefined);
    return {
      text: stateClaim(quoted, discourse, begins),
      original_text: text,
      start: offset,
      end: offset + text.length,
      category: 'other',
      confidence: probability,
      check_worthiness: worthiness,
      language,
      language_supported: DETECTED_LANGUAGES.includes(language),
      statement: true,
    };
  }

  function tableIn({ start }: Sentence, inTable: TableLine, written: string): DetectedClaim | undefined {
    enterHeading();
    if (inTable === 'mark') return undefined;
    if ('title' in inTable) {
      enterTitle(inTable.title, discourse);
      return undefined;
    }
    const { row } = inTable;
    const pair = pairOfRow(row);
    const said = stateRow(row);
    if (said === undefined) return undefined;
    let judged: Judgement | ClaimJudgement = judge(pair ? `${pair.key}: ${pair.value}` : said, known, around);
    if (!pair && judged.language === 'en') judged = judge(assertRow(row), 'en', 'en');
    if (!('category' in judged) && !statements) return undefined;
    const { probability, worthiness, language } = judged;
    return {
      text: pair ? completePair(pair, discourse) : said,
      original_text: written,
      start,
      end: start + written.length,
      category: 'category' in judged ? judged.category : 'other',
      confidence: probability,
      check_worthiness: worthiness,
      language,
      language_supported: DETECTED_LANGUAGES.includes(language),
      ...('category' in judged ? {} : { statement: true }),
    };
  }

  function drain(): DetectedClaim[] {
    const claims: DetectedClaim[] = [];
    for (let sentence = sentences.next(); sentence; sentence = sentences.next()) {
      const text = sentences.slice(sentence);
      verse.pass(sentence, text, read(sentence, text), claims);
    }
    return claims;
  }

  return {
    /**
     * Adds text, in pieces of any size.
     * @returns the claims of the sentences that are now complete, in order; offsets are into all the text so far.
     */
    push(text: string): readonly DetectedClaim[] {
      sentences.append(text);
      return drain();
    },
    /** No more text will come. @returns the claims that were still open. */
    end(): readonly DetectedClaim[] {
      sentences.finish();
      const claims = drain();
      verse.release(claims);
      return claims;
    },
    /**
     * @returns the claim of the sentence under way, where the text stops like a sentence that has ended: most
     *   likely what `push` will return when more text has shown that it has. Changes nothing.
     */
    likely(): DetectedClaim | undefined {
      const sentence = sentences.likely();
      if (sentence === undefined || fiction) return undefined;
      const written = sentences.slice(sentence);
      if (references.sees(sentence, written)) return undefined;
      const speaker = speakerOf(sentence, written);
      const text = written.slice(speaker);
      if (beginsFiction(text)) return undefined;
      const judged = judge(text, known, around);
      return claimIn(sentence.start + speaker, text, judged, beginning(sentence), structuredClone(discourse));
    },
  };
}

const LONGEST_HEADING = 80;
const HEADING_WORDS = 8;

const SENTENCE_END = /[.!?…,;:。！？؟।：]["”’)]*$/u;

/** A short line that ends like no sentence. */
function isHeadingLike(text: string): boolean {
  if (text.length > LONGEST_HEADING || text.endsWith('.') || SENTENCE_END.test(text)) return false;
  return /^[*_]*[^\p{Ll}]/u.test(text) && text.split(' ').length <= HEADING_WORDS;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
