/** The sentences written for the detector of languages other than English, and posts' claims that were stated by others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from './read-examples.ts';

export interface WrittenExample {
  readonly text: string;
  readonly claim: boolean;
  /** Such as `wish` or `news`. */
  readonly kind: string;
  readonly language: string;
  /** How much it weighs in training. */
  readonly weight: number;
}

const WRITTEN = join(import.meta.dirname, 'written');
/** Stated claims are noisy and many: all those of a language weigh as much as so many written sentences. */
const STATED_WEIGHT = 40;

/** @returns the written sentences, by language. @throws where a line does not have three fields. */
export function readWritten(): WrittenExample[] {
  return readdirSync(WRITTEN)
    .toSorted()
    .flatMap((name) => {
      const language = name.slice(0, 2);
      const lines = readFileSync(join(WRITTEN, name), 'utf8').split('\n');
      return lines.filter((line) => line !== '').map((line) => readLine(`${language}\t${line}`));
    });
}

/** @param line `language`, label, kind and sentence between tabs. */
export function readLine(line: string): WrittenExample {
  const [language, label, kind, text, ...rest] = line.split('\t');
  if (!language || !/^[01]$/.test(label ?? '') || !kind || !text || rest.length > 0) {
    throw new Error(`not a labelled sentence: ${line}`);
  }
  return { text, claim: label === '1', kind, language, weight: 1 };
}

/** @param directory of the labelled sets. @returns the claims of `normalize` in languages that the detector learns. */
export function readStated(directory: string, languages: ReadonlySet<string>): WrittenExample[] {
  const rows = readRows(directory, 'normalize').filter(({ lang, claim }) => {
    return languages.has(String(lang)) && String(claim).length < 200;
  });
  const counts = new Map<string, number>();
  for (const { lang } of rows) counts.set(String(lang), (counts.get(String(lang)) ?? 0) + 1);
  return rows.map(({ lang, claim }) => ({
    text: String(claim),
    claim: true,
    kind: 'stated',
    language: String(lang),
    weight: STATED_WEIGHT / counts.get(String(lang))!,
  }));
}
