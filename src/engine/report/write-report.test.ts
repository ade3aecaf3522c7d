/** The report as a page: what it says, and that texts of others are text in it. */
import { describe, expect, it } from 'vitest';
import type { Claim, FactCheckMetadata } from '../../domain/claim.ts';
import { writeReport } from './write-report.ts';

const EVIL = `</title><script>alert(1)</script><img src=x onerror="alert(1)"> ' & \u202e\u0007`;
const CLAIM: Claim = {
  id: 'claim-1',
  text: EVIL,
  original_text: `x ${EVIL}`,
  reading: `y ${EVIL}`,
  role: 'text',
  message_index: 0,
  start: 0,
  end: 1,
  category: 'event',
  confidence: 0.9,
  language: 'en',
  language_supported: true,
  verdict: 'refuted',
  explanation: EVIL,
  correction: { wrong: EVIL, right: EVIL, source: EVIL, url: `https://example.org/"><script>` },
  evidence: [
    {
      source: EVIL,
      kind: 'web',
      title: EVIL,
      url: 'javascript:alert(1)',
      quote: EVIL,
      stance: 'refutes',
      published: EVIL,
    },
  ],
};
const metadata = (...claims: Claim[]): FactCheckMetadata => ({
  claims_detected: claims.length,
  confidence_score: 0.9,
  summary: { claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 },
  sources_consulted: ['wikipedia'],
  mode: 'verify',
  claims,
});

describe('a report', () => {
  it('holds texts of others as text: no element, no attribute, no address of theirs', () => {
    const subject = {
      title: EVIL,
      author: EVIL,
      date: EVIL,
      url: 'javascript:alert(1)',
      model: EVIL,
      checked: '2026-11-05',
    };
    const page = writeReport(metadata(CLAIM), subject);
    expect(page).not.toMatch(/<script|<img|href="(?!https?:)|\u202e|\u0007/);
    expect(page.match(/&lt;\/title&gt;&lt;script&gt;/g)?.length).toBeGreaterThan(8);
    const known =
      /^(?:html|head|meta|title|style|body|main|h[1-4]|p|br|dl|dt|dd|article|span|del|ins|a|blockquote)$/;
    const elements = new Set([...page.matchAll(/<([a-z]\w*)/g)].map(([, name]) => name as string));
    expect([...elements].filter((name) => !known.test(name))).toEqual([]);
  });

  it('shows the text with each place of a claim marked, once where places overlap', () => {
    const text = 'A is B.\n\nC is D. A is B.';
    const at = (start: number, end: number) => ({ start, end });
    const [first, second] = [
      { ...CLAIM, ...at(0, 7), places: [at(0, 7), at(17, 24)] },
      { ...CLAIM, ...at(9, 16), verdict: 'supported' as const },
    ];
    const outside = { ...CLAIM, ...at(20, 90) };
    const page = writeReport(metadata(first, second, outside), { checked: '2026-11-05' }, { text });
    const marked = /<p class="text" dir="ltr">(.*?)<\/p>/s.exec(page)?.[1];
    expect(marked?.replace(/<sup>.*?>(\d)<\/a><\/sup>/g, '[$1]')).toBe(
      '<mark class="refuted">A is B.</mark>[1]\n\n<mark class="supported">C is D.</mark>[2] ' +
        '<mark class="refuted">A is B.</mark>[1]',
    );
    expect(page).toContain('<a href="#claim-2" aria-label="Claim 2: supported">2</a>');
    expect(page).toContain('<article id="claim-3">');
  });

  it('writes lines about claims of other writing systems from the right, though a verdict stands before them', () => {
    const text = 'המגדל הושלם בשנת 1899.';
    const page = writeReport(
      metadata({ ...CLAIM, original_text: text }),
      { checked: '2026-11-05' },
      { text },
    );
    expect(page).toMatch(/<h3 class="claim" dir="rtl"><span[^>]*>✗ refuted:<\/span> המגדל/);
    expect(page).toContain('<p class="text" dir="rtl">');
    expect(page).toContain('<h1 dir="ltr">');
  });

  it('says of what and by whom it is, as far as that is known', () => {
    const rowsOf = (page: string) =>
      [...page.matchAll(/<dt>(.*?)<\/dt><dd dir="(\w+)">(.*?)<\/dd>/g)].map(([, ...parts]) =>
        parts.join(' '),
      );
    const known = {
      ...{ by: 'Fact & Co', day: '2026-11-06', article: 'הגשר', author: 'Ann', date: '2026-11-01' },
      ...{ url: 'https://example.org/a', model: 'a-model', checked: '2026-11-05' },
    };
    expect(rowsOf(writeReport(metadata(CLAIM), known))).toEqual([
      'Report by ltr Fact &amp; Co',
      'Date ltr 2026-11-06',
      'Text rtl הגשר',
      'Author ltr Ann',
      'Published ltr 2026-11-01',
      expect.stringMatching(/^Address ltr <a .*href="https:\/\/example\.org\/a"/),
      'Judged by ltr a-model',
      'Checked ltr 2026-11-05',
    ]);
    expect(rowsOf(writeReport(metadata(CLAIM), { checked: '2026-11-05' }))).toEqual([
      'Checked ltr 2026-11-05',
    ]);
  });

  it('loads nothing and runs nothing', () => {
    const page = writeReport(metadata(CLAIM), { checked: '2026-11-05' });
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/@import|url\(/);
  });

  it('says verdicts in words and marks, what they mean, and that a machine gave them', () => {
    const page = writeReport(metadata({ ...CLAIM, verdict: 'conflicting' }), { checked: '2026-11-05' });
    expect(page).toContain('<span class="verdict conflicting">± conflicting evidence:</span>');
    expect(page).toContain('<dd>Evidence stands against evidence.</dd>');
    expect(page).toContain('Found and judged by machine');
    expect(page).toContain('1 claim: 1 conflicting evidence; sources: wikipedia.');
  });
});
