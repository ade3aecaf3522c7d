/** The file to share holds the claims and their evidence, and nothing that runs or asks anybody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, ClaimPart, Evidence } from '../../web/api/types.ts';
import { writeReport } from '../../web/claims/write-report.ts';

const TEXT = 'The wall <script>alert(1)</script> is visible. I like it.';
const CLAIM: Claim = {
  id: 'claim-1',
  text: 'The wall is visible.',
  original_text: TEXT.slice(0, 46),
  role: 'text',
  message_index: 0,
  start: 0,
  end: 46,
  category: 'attribute',
  confidence: 0.8,
  verdict: 'refuted',
  verdict_confidence: 0.85,
  explanation: '"So" <b>not</b>',
  evidence: [
    {
      source: 'corpus',
      title: 'A <i>title</i>',
      url: 'https://example.org/?a=1&b="',
      quote: 'It is not.',
      stance: 'refutes',
    },
    { source: 'corpus', title: 'Bad', url: 'javascript:alert(1)', quote: 'No.', stance: 'neutral' },
  ],
};

describe('writeReport', () => {
  beforeAll(() => {
    Object.defineProperty(globalThis, 'location', {
      value: new URL('http://127.0.0.1:8080/'),
      configurable: true,
    });
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'location');
  });

  it('is a page without script, without addresses that run, under a policy that allows nothing', () => {
    const page = writeReport({ text: TEXT, claims: [CLAIM] }, new Date('2026-11-21'));
    expect(page).not.toMatch(/<script|<b>|<i>title|href="javascript/);
    expect(page).toContain("default-src 'none'");
    expect([...page.matchAll(/<(?:img|link|iframe|object|video)\b/g)]).toEqual([]);
    expect(page).toContain('href="https://example.org/?a=1&#38;b=');
  });

  it('strikes out what is wrong in the text, and holds parts, reading, kinds and dates as text', () => {
    const hostile = '<script>"1"</script>';
    const [quoted] = CLAIM.evidence ?? [];
    const evidence = [{ ...(quoted as Evidence), kind: 'news', published: '2024-05-01T10:00:00Z' }];
    const part: ClaimPart = { text: hostile, verdict: 'supported', explanation: hostile, evidence };
    const correction = { wrong: 'visible', right: hostile, source: 'corpus', url: 'javascript:alert(1)' };
    const claim: Claim = { ...CLAIM, reading: hostile, parts: [part, part], correction };
    const page = writeReport({ text: TEXT, claims: [claim] }, new Date('2026-11-21'));
    expect(page).not.toMatch(/<script|href="javascript/);
    const safe = '&#60;script&#62;&#34;1&#34;&#60;/script&#62;';
    expect(page).toContain(
      `is <del>visible</del><span class="unseen"> the evidence says: </span><ins>${safe}</ins>.</mark><sup><a href="#claim-1" aria-label="Claim 1: refuted">1</a></sup> I like it.`,
    );
    expect(page).toContain(`Understood as: ${safe}`);
    expect(page).toContain(`Correction: <del>visible</del> → <ins>${safe}</ins> <small>Corpus</small>`);
    expect(page.split(`<h4 dir="auto">${safe}</h4>`)).toHaveLength(3);
    expect(page.split('</a>, News, Corpus, 2024-05-01</small>')).toHaveLength(3);
    expect(page, 'what is said of the parts is all there is to say').not.toContain('&#34;So&#34;');
  });

  it('marks the parts of a claim apart where they came out differently, as the page does', () => {
    const text = 'The tower was completed in 1899 and stands in Paris.';
    const partOf = (said: string, verdict: 'refuted' | 'supported'): ClaimPart => ({
      ...{ text: said, verdict, explanation: '', evidence: [] },
    });
    const correction = { wrong: '1899', right: '1889', source: 'corpus', url: 'https://example.org/' };
    const claim: Claim = {
      ...{ ...CLAIM, text, original_text: text, end: text.length, correction },
      parts: [
        partOf('The tower was completed in 1899.', 'refuted'),
        partOf('The tower stands in Paris.', 'supported'),
      ],
    };
    const page = (of: Claim): string =>
      /<p class="text".*<\/p>/.exec(writeReport({ text, claims: [of] }, new Date('2026-11-21')))?.[0] ?? '';
    expect(page(claim).match(/<mark.*?<\/mark>/g)).toEqual([
      '<mark class="refuted" title="refuted">The tower was completed in <del>1899</del><span class="unseen"> the evidence says: </span><ins>1889</ins><span class="unseen"> (refuted)</span></mark>',
      '<mark class="supported" title="supported">stands in Paris<span class="unseen"> (supported)</span></mark>',
    ]);
    const decided = page({ ...claim, decision: { verdict: 'supported', at: 0 } });
    expect(decided.match(/<mark class="\w+"/g)).toEqual(['<mark class="supported"']);
  });

  it('holds text, verdict, quote and source', () => {
    const page = writeReport({ text: TEXT, claims: [CLAIM] }, new Date('2026-11-21'));
    for (const part of [
      '<mark class="refuted"',
      'high confidence, 85%',
      '<blockquote dir="auto">It is not.</blockquote>',
      'November 21, 2026',
    ])
      expect(page).toContain(part);
    expect(page).toContain('</sup> I like it.');
  });
});
