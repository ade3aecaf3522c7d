import { describe, expect, it } from 'vitest';
import { openTextPen } from '../../cli/pens.ts';
import type { Claim, Verdict } from '../../domain/claim.ts';
import { findProblems } from './find-problems.ts';
import { writeAnnotations } from './write-annotations.ts';
import { writeSarif } from './write-sarif.ts';

function claimAt(text: string, words: string, verdict: Verdict, over: Partial<Claim> = {}): Claim {
  const start = text.indexOf(words);
  return {
    id: 'claim-1',
    text: words,
    original_text: words,
    role: 'text',
    message_index: 0,
    start,
    end: start + words.length,
    category: 'event',
    confidence: 0.9,
    language: 'en',
    language_supported: true,
    verdict,
    explanation: '50% of it: no, never.',
    evidence: [],
    ...over,
  };
}

const problemsOf = (lines: string | undefined, claims: readonly Claim[], file = 'notes, a: 1%.md') =>
  findProblems(
    [
      {
        metadata: {
          claims_detected: claims.length,
          confidence_score: 0.9,
          summary: {
            claims: 0,
            supported: 0,
            refuted: 0,
            conflicting: 0,
            not_enough_evidence: 0,
            unchecked: 0,
          },
          sources_consulted: ['corpus'],
          mode: 'verify',
          claims,
        },
        file,
        lines,
      },
    ],
    openTextPen(),
  );

describe('problems', () => {
  it('are the claims that were judged and are not supported', () => {
    const text = 'A is B.';
    const verdicts = (['supported', 'refuted', 'conflicting', 'not_enough_evidence'] as const).map(
      (verdict) => claimAt(text, text, verdict),
    );
    const left = claimAt(text, text, 'not_enough_evidence', { checked: false });
    expect(problemsOf(text, [...verdicts, left]).map(({ verdict, level }) => [verdict, level])).toEqual([
      ['refuted', 'error'],
      ['conflicting', 'warning'],
      ['not_enough_evidence', 'note'],
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('have lines and columns from 1, where lines end with %j', (end) => {
    const text = `# Title${end}${end}One 😀 two.${end}A is${end}B.`;
    const regions = ['# Title', 'two.', `A is${end}B.`].map(
      (words) => problemsOf(text, [claimAt(text, words, 'refuted')])[0]!.region,
    );
    expect(regions).toEqual([
      { startLine: 1, startColumn: 1, endLine: 1, endColumn: 8 },
      { startLine: 3, startColumn: 8, endLine: 3, endColumn: 12 },
      { startLine: 4, startColumn: 1, endLine: 5, endColumn: 3 },
    ]);
  });

  it('have no place in a file without lines', () => {
    const claim = claimAt('A is B.', 'A is B.', 'refuted');
    expect(problemsOf(undefined, [claim])[0]).toMatchObject({ verdict: 'refuted', region: undefined });
  });
});

it('an annotation is one line, whatever is in a claim or a name', () => {
  const text = 'First.\nA is 50%\nof B.';
  expect(writeAnnotations(problemsOf(text, [claimAt(text, 'A is 50%\nof B.', 'conflicting')]))).toBe(
    '::warning file=notes%2C a%3A 1%25.md,line=2,endLine=3,title=Claim%3A conflicting evidence::' +
      '± conflicting evidence: A is 50%25 of B.%0A    50%25 of it: no, never.\n',
  );
});

it('SARIF names files as relative references', () => {
  const text = 'A is B.';
  const uriOf = (file: string) =>
    JSON.parse(writeSarif(problemsOf(text, [claimAt(text, text, 'refuted')], file), '1.0.0')).runs[0]
      .results[0].locations[0].physicalLocation.artifactLocation.uri;
  expect(uriOf('docs/on towers#1.md')).toBe('docs/on%20towers%231.md');
  expect(uriOf('https://example.org/a b')).toBe('https://example.org/a%20b');
});
