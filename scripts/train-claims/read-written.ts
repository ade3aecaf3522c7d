/** The sentences written for the detector of languages other than English. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WrittenExample {
  readonly text: string;
  readonly claim: boolean;
  /** Such as `wish` or `news`. */
  readonly kind: string;
  readonly language: string;
}

const WRITTEN = join(import.meta.dirname, 'written');
/** One file per language; English has a detector of its own. */
const FILE = /^(?!en)[a-z]{2}\.tsv$/;

/** @returns the written sentences, by language. @throws where a line does not have three fields. */
export function readWritten(): WrittenExample[] {
  return readdirSync(WRITTEN)
    .filter((name) => FILE.test(name))
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
  return { text, claim: label === '1', kind, language };
}
