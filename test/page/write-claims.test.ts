/** Claims as files: what a claim or a source says stays text wherever the file is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, ClaimPart } from '../../web/api/types.ts';
import { addressesOf, writeCsv } from '../../web/claims/write-claims.ts';
import { EXPORTS, writeExport } from '../../web/claims/write-export.ts';
import { writeJson } from '../../web/claims/write-json.ts';
import { writeMarkdown } from '../../web/claims/write-markdown.ts';
import { writeReport } from '../../web/claims/write-report.ts';
import { writeClaimReview } from '../../web/claims/write-review.ts';
import { NO_VERDICTS } from './no-verdicts.ts';

const HOSTILE =
  '</script><img src=x>![p](https://evil.example/p) [c](javascript:x) `<b>` **a** _b_ ~~c~~ | &lt;i&gt; \\<u>';
const evidence = (url: string) =>
  ({ source: 'corpus', title: `]${HOSTILE}`, url, quote: HOSTILE, stance: 'refutes' }) as const;
const CLAIM: Claim = {
  id: 'claim-1',
  text: HOSTILE,
  original_text: HOSTILE,
  role: 'text',
  message_index: 0,
  start: 0,
  end: HOSTILE.length,
  category: 'attribute',
  confidence: 0.8,
  verdict: 'refuted',
  explanation: HOSTILE,
  evidence: ['/starter/wall', 'javascript:alert(1)', 'http://[', '', 'https://example.org/>)<b>'].map(
    evidence,
  ),
};
/** The gateway's own page is on this machine: nobody else could open it. */
const PAGES = ['https://example.org/%3E)%3Cb%3E'];

/** The same, of two parts, read in its context and corrected. */
const IN_PARTS: Claim = {
  ...CLAIM,
  reading: HOSTILE,
  correction: { wrong: HOSTILE, right: HOSTILE, source: HOSTILE, url: 'https://example.org/>)<b>' },
  parts: [1, 2].map(() => ({
    text: HOSTILE,
    verdict: 'refuted',
    explanation: HOSTILE,
    evidence: [{ ...evidence('/starter/wall'), kind: HOSTILE, published: '<b>**`[x](y)' }],
  })),
};

const NEWS = {
  source: 'brave',
  kind: 'news',
  title: 'A day in Paris',
  url: 'https://news.example/paris',
  quote: 'The tower stands in Paris.',
  published: '2023-02-03T10:00:00Z',
  stance: 'supports',
} as const;
const WIKI = {
  source: 'wikipedia',
  kind: 'encyclopedia',
  title: 'Eiffel Tower',
  url: 'https://en.wikipedia.org/wiki/Eiffel_Tower',
  quote: 'It was completed in March 1889.',
  published: '2024-05-01',
  stance: 'refutes',
} as const;
const CHECKED: Claim = {
  ...CLAIM,
  text: 'It was completed in 1899 and stands in Paris.',
  original_text: 'It was completed in 1899 and stands in Paris.',
  language: 'en',
  language_supported: true,
  verdict_confidence: 0.9,
  explanation: 'Another year.',
  reading: 'The tower was completed in 1899 and stands in Paris.',
  evidence: [WIKI, NEWS],
  correction: { wrong: '1899', right: '1889', source: 'wikipedia', url: WIKI.url },
  parts: [
    { text: 'It was completed in 1899.', verdict: 'refuted', explanation: 'Another year.', evidence: [WIKI] },
    { text: 'It stands in Paris.', verdict: 'supported', explanation: 'So it is.', evidence: [NEWS] },
  ],
};

beforeAll(() => {
  Object.defineProperty(globalThis, 'location', {
    value: new URL('http://127.0.0.1:8080/'),
    configurable: true,
  });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'location');
});

describe('files of claims', () => {
  it('lead to pages alone', () => {
    expect(addressesOf([CLAIM])).toEqual(PAGES);
    expect(writeCsv({ claims: [CLAIM] })).toContain(`,,,${PAGES.join(' ')},model,`);
    const [review] = JSON.parse(writeClaimReview({ claims: [CLAIM] }, new Date(0)));
    expect(review.citation.map(({ url }: { url?: string }) => url)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      PAGES[0],
    ]);
  });

  it('are Markdown whose only marks are the page’s own', () => {
    const markdown = writeMarkdown([CLAIM]);
    const own = markdown.replaceAll(/\\./g, '').replaceAll(/\[[^[\]<>]*\]\(<[^<>]*>\)|\*\*refuted\*\*/g, '');
    expect(own).not.toMatch(/[`*_[\]<>|]|&lt;/);
    expect(markdown.split('\n')).toHaveLength(7);
    expect([...markdown.matchAll(/\]\(<([^>]*)>\)/g)].map(([, url]) => url)).toEqual(PAGES);
  });

  it('are Markdown of parts, corrections and readings, whose only marks are the page’s own', () => {
    const markdown = writeMarkdown([IN_PARTS]);
    const own = markdown.replaceAll(/\\./g, '').replaceAll(/\[[^[\]<>]*\]\(<[^<>]*>\)|\*\*refuted\*\*/g, '');
    expect(own.split('~~')).toHaveLength(3);
    expect(own.replaceAll('~~', '')).not.toMatch(/[`*_[\]<>|~]|&lt;/);
    expect(markdown.split('\n')).toHaveLength(9);
    expect([...markdown.matchAll(/\]\(<([^>]*)>\)/g)].map(([, url]) => url)).toEqual(PAGES);
  });

  it('hold parts, the correction, how the claim was read, and what kind of source says so, of when', () => {
    expect(writeMarkdown([CHECKED])).toBe(
      [
        '- **refuted** (high confidence, 90%): It was completed in 1899 and stands in Paris.',
        '  - Understood as: The tower was completed in 1899 and stands in Paris.',
        `  - Correction: ~~1899~~ → 1889 ([Eiffel Tower](<${WIKI.url}>))`,
        '  - **refuted**: It was completed in 1899.',
        '    - Another year.',
        `    - Contradicts: “${WIKI.quote}” – [Eiffel Tower](<${WIKI.url}>), Encyclopedia, Wikipedia, 2024-05-01`,
        '  - **supported**: It stands in Paris.',
        '    - So it is.',
        `    - Supports: “${NEWS.quote}” – [A day in Paris](<${NEWS.url}>), News, Brave, 2023-02-03`,
      ].join('\n'),
    );
    const [header, ...rows] = writeCsv({ claims: [CHECKED] })
      .trimEnd()
      .split('\r\n');
    expect(header).toBe(
      'claim,part,original,reading,start,end,places,category,confidence,language,language_supported,checked,verdict,verdict_confidence,explanation,wrong,right,kinds,published,sources,decided_by,decision_note,confidence_in_words,evidence,other_decisions,report_title,report_author,report_publisher,report_date,article_title,article_author,article_date,article_url,checked_at,judge',
    );
    const place = `0,${HOSTILE.length},0-${HOSTILE.length},attribute,0.8,en,true,true`;
    expect(rows).toEqual([
      `${CHECKED.text},,${CHECKED.text},${CHECKED.reading},${place},refuted,0.9,Another year.,1899,1889,,,,model,,high,,,,,,,,,,,,`,
      `It was completed in 1899.,1,${CHECKED.text},,${place},refuted,,Another year.,,,encyclopedia,2024-05-01,${WIKI.url},model,,,"Contradicts: “${WIKI.quote}” – Eiffel Tower, Encyclopedia, Wikipedia, 2024-05-01, ${WIKI.url}",,,,,,,,,,,`,
      `It stands in Paris.,2,${CHECKED.text},,${place},supported,,So it is.,,,news,2023-02-03,${NEWS.url},model,,,"Supports: “${NEWS.quote}” – A day in Paris, News, Brave, 2023-02-03, ${NEWS.url}",,,,,,,,,,,`,
    ]);
    const [review] = JSON.parse(writeClaimReview({ claims: [CHECKED] }, new Date(0)));
    expect(review.citation.map(({ datePublished }: { datePublished: string }) => datePublished)).toEqual([
      WIKI.published,
      NEWS.published,
    ]);
  });

  it('say where claims are found by general rules alone', () => {
    const swedish: Claim = { ...CHECKED, language: 'sv', language_supported: false };
    const said = 'Claims in Swedish are found by general rules; some may be missing.';
    expect(writeMarkdown([swedish])).toContain(`\n  - ${said}\n`);
    expect(writeReport({ text: swedish.text, claims: [swedish] }, new Date(0))).toContain(said);
    expect(writeCsv({ claims: [swedish] })).toContain(',0.8,sv,false,true,');
    expect(JSON.parse(writeJson({ text: swedish.text, claims: [swedish] })).claims[0].language).toBe('sv');
    const [review] = JSON.parse(writeClaimReview({ claims: [swedish] }, new Date(0)));
    expect(review.itemReviewed).toEqual({ '@type': 'Claim', text: swedish.text, inLanguage: 'sv' });
    expect(writeMarkdown([CHECKED])).not.toContain('general rules');
    const { language: _, language_supported: _supported, ...kept } = CHECKED;
    expect(writeMarkdown([kept]), 'kept by an earlier version').not.toContain('general rules');
  });

  it('name the source of a correction that is not among the evidence', () => {
    const { parts: _parts, ...claim } = CHECKED;
    const evidence = [{ ...NEWS, quote: WIKI.quote }];
    expect(writeMarkdown([{ ...claim, evidence }])).toContain(`→ 1889 ([Wikipedia](<${WIKI.url}>))`);
  });

  it('are JSON-LD that does not end the script element that it is put into', () => {
    const written = writeClaimReview({ claims: [CLAIM] }, new Date(0));
    expect(written).not.toContain('<');
    expect(JSON.parse(written)[0]).toMatchObject({ claimReviewed: HOSTILE, reviewBody: HOSTILE });
  });

  it('hold a claim that is repeated once, with its places', () => {
    const first: Claim = { ...CHECKED, role: 'user' };
    const again: Claim = { ...first, id: 'claim-2', role: 'assistant', start: 400, end: 410 };
    expect(writeMarkdown([first, again]).split('\n- ')).toHaveLength(1);
    expect(writeMarkdown([first, again])).toContain('  - Places: In your message · In the answer');
    const [, ...rows] = writeCsv({ claims: [first, again] })
      .trimEnd()
      .split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`,0-${HOSTILE.length} 400-410,`);
    expect(JSON.parse(writeClaimReview({ claims: [first, again] }, new Date(0)))).toHaveLength(1);
    const { claims } = JSON.parse(writeJson({ text: '', claims: [first, again] }));
    expect(claims).toHaveLength(1);
    expect(claims[0].places.map(({ role }: Claim) => role)).toEqual(['user', 'assistant']);
  });

  it('name a source without a title by the host of its page, or by its name', () => {
    const untitled = {
      ...CHECKED,
      parts: undefined,
      correction: undefined,
      evidence: [
        { ...WIKI, title: '' },
        { ...NEWS, title: ' ', url: '' },
      ],
    } as unknown as Claim;
    const markdown = writeMarkdown([untitled]);
    expect(markdown).toContain(`– [en.wikipedia.org](<${WIKI.url}>), Encyclopedia, Wikipedia, 2024-05-01`);
    expect(markdown).toContain('– Brave, News, 2023-02-03');
    expect(writeReport({ text: '', claims: [untitled] }, new Date(0))).toContain('>en.wikipedia.org</a>');
  });
});

describe('files of claims that were not checked', () => {
  const over = 'This claim was not checked: the request’s limit of claims was reached.';
  const UNCHECKED: Claim = {
    ...CHECKED,
    text: 'It is tall.',
    verdict: 'not_enough_evidence',
    checked: false,
    verdict_confidence: 0.25,
    claim_review: { reviewRating: { alternateName: 'not enough evidence' } },
    explanation: over,
    evidence: [],
    reading: 'The tower is tall.',
    correction: undefined as never,
    parts: undefined as never,
  };
  const PENDING: Claim = { ...CLAIM, text: 'It is old.', verdict: undefined as never, checking: true };
  /** Judged as a whole by one of its parts alone. */
  const HALF: Claim = {
    ...CHECKED,
    parts: [
      CHECKED.parts?.[0] as ClaimPart,
      {
        text: 'It stands in Paris.',
        verdict: 'not_enough_evidence',
        checked: false,
        explanation: over,
        evidence: [{ ...NEWS, stance: 'unjudged' }],
      },
    ],
  };
  const all = [UNCHECKED, PENDING, HALF];

  it('never give them a verdict, a confidence or a review', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(
      JSON.parse(writeClaimReview({ claims: all }, now)).map(
        ({ claimReviewed }: { claimReviewed: string }) => claimReviewed,
      ),
    ).toEqual([CHECKED.text]);
    const written = [
      ...[writeMarkdown(all), writeCsv({ claims: all }), writeReport({ text: '', claims: all }, now)],
      writeJson({
        text: '',
        claims: all,
        metadata: {
          claims: all,
          claims_detected: 3,
          confidence_score: 0.9,
          summary: NO_VERDICTS,
          sources_consulted: [],
          mode: 'verify',
        },
      }),
      writeClaimReview({ claims: all }, now),
    ];
    for (const file of written) {
      // Totals and legends name each verdict.
      const said = file.replace(
        /<style>[\s\S]*<\/style>|<section class="legend">[\s\S]*?<\/section>|"summary": \{[^}]*\}/g,
        '',
      );
      expect(said).not.toMatch(/not[ _]enough[ _]evidence/);
      expect(said).not.toMatch(/0\.25|25 ?%/);
    }
  });

  it('say in Markdown and in the report that they were not checked, and why, without a side that evidence takes', () => {
    const markdown = writeMarkdown(all);
    expect(markdown.match(/\*\*not checked\*\*/g)).toHaveLength(3);
    expect(markdown).toContain(
      `- **not checked**: It is tall.\n  - Understood as: The tower is tall.\n  - ${over}`,
    );
    expect(markdown).toContain(`    - “${NEWS.quote}”`);
    const report = writeReport({ text: '', claims: all }, new Date('2026-11-21'));
    expect(report.match(/<div class="verdict found">.*<\/svg>not checked<\/div>/g)).toHaveLength(3);
    expect(report).toContain('3 claims, 1 checked with Claimgate');
    expect(report).toMatch(/<small><a[^>]*>A day in Paris/);
  });

  it('leave the verdict empty in CSV, beside a column that says so', () => {
    const [header = '', ...rows] = writeCsv({ claims: all }).trimEnd().split('\r\n');
    const at = header.split(',').indexOf('checked');
    expect(header.split(',').slice(at, at + 3)).toEqual(['checked', 'verdict', 'verdict_confidence']);
    expect(rows[0]).toContain(`,false,,,${over}`);
    expect(rows.filter((row) => row.includes(',false,,,'))).toHaveLength(3);
  });

  it('are JSON with the gateway’s fields, but no verdict', () => {
    const { claims, metadata } = JSON.parse(writeJson({ text: 'Text', claims: all }));
    expect(metadata).toBeUndefined();
    expect(claims.map(({ checked, verdict }: Claim) => [checked, verdict])).toEqual([
      [false, undefined],
      [false, undefined],
      [undefined, 'refuted'],
    ]);
    expect(claims[0]).not.toHaveProperty('claim_review');
    expect(claims[1]).not.toHaveProperty('checking');
    expect(claims[2].parts[1]).toMatchObject({ checked: false, explanation: over });
    expect(claims[2].parts[1]).not.toHaveProperty('verdict');
  });

  it('are named by what they are and the day', () => {
    const now = new Date(2026, 0, 5, 12);
    expect(EXPORTS.map((form) => writeExport(form, { text: '', claims: all }, now)[0])).toEqual([
      'Fact-check report 2026-01-05.html',
      'Checked text 2026-01-05.md',
      'Claims 2026-01-05.csv',
      'Claims 2026-01-05.json',
      'ClaimReview 2026-01-05.jsonld',
    ]);
  });
});
