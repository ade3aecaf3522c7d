/** A sentence as its words, each with what it does there: for holding two sentences that should say the same side by side. */
import { functionWords } from '../../text/function-words.ts';
import { plainNumber, readTokens } from '../../text/read-tokens.ts';
import { type Mark, type StatementWords, statementWords } from '../../text/statement-words.ts';
import { stemWord } from '../../text/stem-word.ts';
import { baseOf } from '../../text/verbs.ts';

export interface Word {
  /** In lower case; of a number its value, with its sign, currency and percent. */
  readonly text: string;
  readonly kind: 'name' | 'number' | 'content' | 'function' | 'reference';
  readonly mark: Mark | undefined;
  /** What separates it from the word before: marks of punctuation; `""` where only a blank does. */
  readonly gap: string;
}

/** The languages whose readings are compared word by word; the others are compared letter by letter. */
export type KnownLanguage = 'en' | 'de' | 'fr' | 'es';

/** A claim with its words and those of its text. */
export interface Compared {
  readonly language: KnownLanguage;
  readonly claim: readonly Word[];
  /** Whether the claim ends as a sentence does. */
  readonly ends: boolean;
  readonly context: readonly Word[];
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** What is left of contractions, and words that carry no weight. */
const LIGHT = new Set('s d ll re ve m t also too as been being get gets got there'.split(' '));
const CURRENCY = /[$€£¥₹]\s?$/;

/** @returns the text with apostrophes of one kind, and English contractions written out. */
function writeOut(text: string, language: KnownLanguage): string {
  const plain = text.normalize('NFC').replace(/[’‘ʼ]/g, "'");
  if (language !== 'en') return plain;
  return plain
    .replace(/\bcan(?:'t|not)\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not');
}

export function readWords(text: string, language: KnownLanguage): Word[] {
  const plain = writeOut(text, language);
  const small = functionWords(language);
  const { marks, references } = statementWords(language) as StatementWords;
  const words: Word[] = [];
  let end = 0;
  for (const { text: written, start, kind } of readTokens(plain)) {
    const gap = plain.slice(end, start).trim();
    end = start + written.length;
    const lower = written.toLowerCase();
    const begins = words.length === 0 || /[.!?:"“„«]$/.test(gap);
    const capital = /^[\p{Lu}\p{Lt}]/u.test(written);
    const spelled = language === 'en' ? NUMBER_WORDS.indexOf(lower) : -1;
    if (kind === 'number' || spelled > 1) {
      const sign = /(?:^|\s)[-−]$/.test(plain.slice(Math.max(0, start - 2), start)) ? '-' : '';
      const currency = CURRENCY.exec(plain.slice(Math.max(0, start - 2), start))?.[0].trim() ?? '';
      const share = /^\s?(?:%|percent\b|per cent\b|Prozent\b)/.test(plain.slice(end, end + 10)) ? '%' : '';
      const value = spelled > 1 ? String(spelled) : plainNumber(lower);
      words.push({ text: `${sign}${currency}${value}${share}`, kind: 'number', mark: undefined, gap });
      continue;
    }
    // "May 2020", "Will Smith": a name within a sentence is no modal.
    const named = capital && !begins;
    const mark = named ? undefined : marks.get(lower);
    const reference = !named && references.has(lower);
    const light = small.has(lower) || LIGHT.has(lower) || (written.length === 1 && !named);
    const what = reference ? 'reference' : light && !(named && !small.has(lower)) ? 'function' : undefined;
    words.push({
      text: lower,
      kind: what ?? (capital && (!begins || language === 'en') ? 'name' : 'content'),
      mark,
      gap,
    });
  }
  return words;
}

/** Words that a word may be an inflection of. */
interface Vocabulary {
  /** @returns whether the word, or another form of it, is there. */
  has(word: Word): boolean;
}

export function vocabularyOf(words: readonly Word[], language: KnownLanguage): Vocabulary {
  const texts = new Set(words.map(({ text }) => text));
  const others = [...new Set(words.filter(({ kind }) => kind !== 'number').map(({ text }) => text))];
  const stems = new Set(others.map(stemOf));
  // A name is another form of a common word, never of another name: "Mary" is not "Marie".
  const common = new Set(words.filter(({ kind }) => kind === 'content').map(({ text }) => stemOf(text)));
  return {
    has({ text, kind }) {
      if (texts.has(text)) return true;
      if (kind === 'number') return false;
      if (language === 'en') return (kind === 'name' ? common : stems).has(stemOf(text));
      return others.some((other) => inflects(text, other));
    },
  };
}

export function stemOf(word: string): string {
  return stemWord(baseOf(word));
}

/** Two forms of one word: the same beginning, and short endings. */
function inflects(a: string, b: string): boolean {
  if (a === b) return true;
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared >= 4 && a.length - shared <= 3 && b.length - shared <= 3;
}
