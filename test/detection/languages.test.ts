import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectClaims } from '../../src/engine/claims/detect.ts';

const rows = readFileSync(join(import.meta.dirname, 'languages.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([language, label, kind = '', text = '']) => ({ language, claim: label === '1', kind, text }));
const LANGUAGES = ['es', 'de', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'hi', 'zh'];
const SUBJECTIVE = ['wish', 'advice', 'opinion'];

describe.each(LANGUAGES)('detection in %s', (language) => {
  const own = rows.filter((row) => row.language === language);
  const shareFound = (of: typeof own) =>
    of.filter(({ text }) => detectClaims(text).length > 0).length / of.length;

  it('finds what is claimed', () => {
    expect(shareFound(own.filter(({ claim }) => claim))).toBeGreaterThanOrEqual(0.85);
  });

  it('finds no claim in most wishes, advice and opinions', () => {
    expect(shareFound(own.filter(({ kind }) => SUBJECTIVE.includes(kind)))).toBeLessThanOrEqual(0.3);
  });
});
