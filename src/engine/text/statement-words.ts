/**
 * Words that decide what a sentence says of its matter, and to whom it refers: negations, conditions, attributions,
 * quantities, modality, causes; pronouns and what else points at something outside the sentence. One list per
 * language, in `data/statement-words.json`.
 */
import lists from './data/statement-words.json' with { type: 'json' };

const MARKS = ['negation', 'condition', 'attribution', 'quantity', 'modality', 'cause'] as const;
export type Mark = (typeof MARKS)[number];

export interface StatementWords {
  readonly marks: ReadonlyMap<string, Mark>;
  readonly references: ReadonlySet<string>;
}

const wordsOf = (lines: string | readonly string[]): string[] => [lines].flat().join(' ').split(' ');

const WORDS: ReadonlyMap<string, StatementWords> = new Map(
  Object.entries(lists).map(([language, kinds]) => {
    const marks = MARKS.flatMap((mark) => wordsOf(kinds[mark]).map((word) => [word, mark] as const));
    return [language, { marks: new Map(marks), references: new Set(wordsOf(kinds.reference)) }];
  }),
);

/** @returns the words of a language, in lower case; `undefined` for a language that has no list. */
export function statementWords(language: string): StatementWords | undefined {
  return WORDS.get(language);
}
