/**
 * Which claims come first where not all can be checked: viral ones before ordinary ones. The sentences were written for this,
 * and nothing learns from them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../bench/claims/score-detection.ts';
import { judgeSentence } from '../../src/engine/claims/judge-sentence.ts';
import type { Language } from '../../src/engine/text/languages.ts';

interface Row {
  readonly language: Language;
  readonly isWanted: boolean;
  readonly text: string;
}

/** Each line: language, 1 for what many would want checked, sentence. */
function readRows(): Row[] {
  const lines = readFileSync(path.join(import.meta.dirname, 'worthiness.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [language, wanted, text] = line.split('\t') as [Language, string, string];
    return { language, isWanted: wanted === '1', text };
  });
}

const byLanguage = Map.groupBy(readRows(), ({ language }) => language);

describe('check-worthiness', () => {
  it.each([...byLanguage.keys()])('puts what spreads above what is merely so: %s', (language) => {
    const rows = byLanguage.get(language)!;
    expect(rows.length).toBeGreaterThanOrEqual(8);
    const auc = areaUnderCurve(
      rows.map(({ isWanted }) => (isWanted ? 1 : 0)),
      rows.map(({ text }) => judgeSentence(text, language).worthiness),
    );
    expect(auc).toBeGreaterThanOrEqual(0.88);
  });
});
