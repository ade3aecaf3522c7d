import { type ClaimCategory, DETECTED_LANGUAGES, type DetectedClaim } from '../../domain/claim.ts';
import { guessLanguage } from '../text/guess-language.ts';
import type { Language } from '../text/languages.ts';
import { type Sentence, SentenceScan } from '../text/scan-sentences.ts';
import { completePair, enterPair, enterTitle, isTitle, saysSomething } from './complete-item.ts';
import { announce, entityOf, openDiscourse } from './discourse.ts';
import { beginsFiction } from './dismiss-sentence.ts';
import { CLAIM_THRESHOLD, meanProbability } from './estimate-claim.ts';
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
import { isBelowHead, mayBeHead, openTableReader, type TableLine } from './read-table.ts';
import { readQuestion } from './read-title.ts';
import { type Beginning, stateClaim } from './state-claim.ts';
import { assertRow, pairOfRow, stateRow } from './state-row.ts';
import { isHashtags } from './strip-feed-marks.ts';
import { SpeakerReader } from './strip-speaker.ts';
import { endSentence } from './strip-tag.ts';
import { CircumstanceWatch, type Described } from './watch-circumstances.ts';
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
 * @param date when the text was written: an ISO 8601 date.
 */
export function openClaimScan(
  question = '',
  known?: Language,
  judge: Judge = judgeClaim,
  statements = false,
  date?: string,
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
  const speakers = new SpeakerReader();
  let line = -1;
  let paragraph = -1;
  const tables = openTableReader();
  const references = openReferenceWatch();
  const circumstances = new CircumstanceWatch(date, question !== '');
  /** A line that stands like a heading, where the next one shows whether it is one. */
  let heading: string | undefined;
  /** A row that the next line may show to be a table's head. */
  let waiting: [Sentence, string] | undefined;

  /** @param isHead whether it is the head of a table, by the line below. */
  function read(sentence: Sentence, written: string, isHead = false): DetectedClaim | undefined {
    const { kind } = sentence;
    const newLine = sentence.line !== line;
    const label = speakers.read(kind, written, newLine);
    // A line of nothing else may have its parts in columns.
    if (label.length === written.length) {
      ({ paragraph, line } = sentence);
      circumstances.enter(sentence, '', label);
      return undefined;
    }
    const inTable =
      kind === 'prose' || kind === 'table' ? tables.read(sentence, written, newLine, isHead) : undefined;
    if (inTable !== undefined || kind === 'table') {
      ({ paragraph, line } = sentence);
      circumstances.pass(written);
      return inTable && tableIn(sentence, inTable, written);
    }
    if (kind !== 'code' && references.pass(sentence, written)) {
      ({ paragraph, line } = sentence);
      return undefined;
    }
    const speaker = label.length;
    const text = written.slice(speaker);
    const begins = beginning(sentence);
    ({ paragraph, line } = sentence);
    if (circumstances.enter(sentence, text, label)) return undefined;
    if (kind === 'heading') {
      heading = undefined;
      enterTitle(text, discourse);
    }
    if (kind === 'code' || kind === 'heading' || isHashtags(text)) return undefined;
    fiction ||= beginsFiction(text);
    if (fiction) return undefined;
    const pair = readPair(text);
    if (kind === 'list' || pair) enterHeading();
    const judged = kind === 'list' && !pair ? judgeItem(text, begins) : judge(text, known, around);
    around = judged.language;
    const claim =
      claimIn(sentence.start + speaker, text, judged, begins) ??
      statementIn(sentence.start + speaker, text, judged, begins);
    circumstances.pass(text);
    quotation.pass(text, begins !== undefined);
    heading = kind === 'prose' && newLine && isHeadingLike(text) && !pair ? text : undefined;
    if (kind !== 'list' && newLine && isTitle(text)) enterTitle(text, discourse);
    else {
      if (kind !== 'list' && !pair) discourse.list = undefined;
      remember(text, discourse, begins !== undefined);
      if (pair) enterPair(pair, discourse);
    }
    return claim;
  }

  /**
   * An item that says something is a sentence without its full stop too. One without a subject is judged by itself and with
   * its list's: "Milk" says nothing, and below "Ingredients of the vaccine" it does.
   */
  function judgeItem(text: string, begins: Beginning): Judgement | ClaimJudgement {
    const sentence = SENTENCE_END.test(text) ? text : endSentence(text);
    let alone = judge(sentence, known, around);
    const isSentence = alone.language !== 'en' || saysSomething(text);
    const isNamed = discourse.list?.about !== undefined;
    if (!isSentence && !isNamed && sentence !== text) alone = judge(text, known, around);
    if (begins !== 'item' || alone.asked) return alone;
    const stated = stateClaim(text, discourse, begins);
    if (stated.length <= text.length) return alone;
    const whole = judge(endSentence(stated), known, around);
    if (alone.language === 'en' && isSentence) return { ...whole, signs: alone.signs };
    const probability = meanProbability(alone.probability, whole.probability);
    const { signs, language } = alone;
    const judged = { probability, worthiness: whole.worthiness, language, signs };
    const { category } = { ...alone, ...whole } as Partial<ClaimJudgement>;
    return probability < CLAIM_THRESHOLD || category === undefined ? judged : { ...judged, category };
  }

  function enterHeading(): void {
    if (heading !== undefined) enterTitle(heading, discourse);
    heading = undefined;
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
    const { asked, category } = judged;
    const part = asked ?? { start: 0, end: text.length, text: quotation.quoted(text, begins !== undefined) };
    const said = {
      text: stateClaim(part.text, stated, begins),
      original_text: text.slice(part.start, part.end),
    };
    const claim = claimOf(said, offset + part.start, judged, category);
    circumstances.describe(claim, text, judged, stated);
    return claim;
  }

  function statementIn(
    offset: number,
    text: string,
    judged: Judgement,
    begins: Beginning,
  ): DetectedClaim | undefined {
    if (!statements || !assertsSomething(text)) return undefined;
    const quoted = quotation.quoted(text, begins !== undefined);
    const said = { text: stateClaim(quoted, discourse, begins), original_text: text };
    const statement = claimOf(said, offset, judged);
    circumstances.describe(statement, text, judged, discourse);
    return { ...statement, statement: true };
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
    const stated = { text: pair ? completePair(pair, discourse) : said, original_text: written };
    if (pair) enterPair(pair, discourse);
    if (!('category' in judged)) return { ...claimOf(stated, start, judged), statement: true };
    return claimOf(stated, start, judged, judged.category);
  }

  function drain(isEnd = false): DetectedClaim[] {
    const claims: DetectedClaim[] = [];
    const release = (isHead = false) => {
      if (waiting) verse.pass(...waiting, read(...waiting, isHead), claims);
      waiting = undefined;
    };
    for (let sentence = sentences.next(); sentence; sentence = sentences.next()) {
      const text = sentences.slice(sentence);
      release(sentence.kind === 'code' && isBelowHead(text));
      if (mayBeHead(sentence, text)) waiting = [sentence, text];
      else verse.pass(sentence, text, read(sentence, text), claims);
    }
    if (isEnd) release();
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
      const claims = drain(true);
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
      const speaker = speakers.look(sentence.kind, written).length;
      const text = written.slice(speaker);
      if (beginsFiction(text)) return undefined;
      const judged = judge(text, known, around);
      return claimIn(sentence.start + speaker, text, judged, beginning(sentence), structuredClone(discourse));
    },
  };
}

function claimOf(
  said: Pick<DetectedClaim, 'text' | 'original_text'>,
  start: number,
  { probability, worthiness, language }: Judgement,
  category: ClaimCategory = 'other',
): Described {
  return {
    text: said.text,
    original_text: said.original_text,
    start,
    end: start + said.original_text.length,
    category,
    confidence: probability,
    check_worthiness: worthiness,
    language,
    language_supported: DETECTED_LANGUAGES.includes(language),
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
