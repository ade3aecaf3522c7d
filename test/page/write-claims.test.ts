/** Claims as files: what a claim or a source says stays text wherever the file is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import { addressesOf, writeClaimReview, writeCsv, writeMarkdown } from '../../web/claims/write-claims.ts';

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
const PAGES = ['http://127.0.0.1:8080/starter/wall', 'https://example.org/%3E)%3Cb%3E'];

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
    expect(writeCsv([CLAIM]).trimEnd().endsWith(PAGES.join(' '))).toBe(true);
    const [review] = JSON.parse(writeClaimReview([CLAIM], new Date(0)));
    expect(review.citation.map(({ url }: { url?: string }) => url)).toEqual([
      PAGES[0],
      undefined,
      undefined,
      undefined,
      PAGES[1],
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
    expect([...markdown.matchAll(/\]\(<([^>]*)>\)/g)].map(([, url]) => url)).toEqual([
      PAGES[1],
      PAGES[0],
      PAGES[0],
    ]);
  });

  it('hold parts, the correction, how the claim was read, and what kind of source says so, of when', () => {
    expect(writeMarkdown([CHECKED])).toBe(
      [
        '- **refuted**: It was completed in 1899 and stands in Paris.',
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
    const [header, ...rows] = writeCsv([CHECKED]).trimEnd().split('\r\n');
    expect(header).toBe(
      'claim,part,original,reading,start,end,category,confidence,verdict,explanation,wrong,right,kinds,published,sources',
    );
    const place = `0,${HOSTILE.length},attribute,0.8`;
    expect(rows).toEqual([
      `${CHECKED.text},,${CHECKED.text},${CHECKED.reading},${place},refuted,Another year.,1899,1889,encyclopedia news,2024-05-01 2023-02-03,${WIKI.url} ${NEWS.url}`,
      `It was completed in 1899.,1,${CHECKED.text},,${place},refuted,Another year.,,,encyclopedia,2024-05-01,${WIKI.url}`,
      `It stands in Paris.,2,${CHECKED.text},,${place},supported,So it is.,,,news,2023-02-03,${NEWS.url}`,
    ]);
    const [review] = JSON.parse(writeClaimReview([CHECKED], new Date(0)));
    expect(review.citation.map(({ datePublished }: { datePublished: string }) => datePublished)).toEqual([
      WIKI.published,
      NEWS.published,
    ]);
  });

  it('name the source of a correction that is not among the evidence', () => {
    const { parts: _parts, ...claim } = CHECKED;
    const evidence = [{ ...NEWS, quote: WIKI.quote }];
    expect(writeMarkdown([{ ...claim, evidence }])).toContain(`→ 1889 ([Wikipedia](<${WIKI.url}>))`);
  });

  it('are JSON-LD that does not end the script element that it is put into', () => {
    const written = writeClaimReview([CLAIM], new Date(0));
    expect(written).not.toContain('<');
    expect(JSON.parse(written)[0]).toMatchObject({ claimReviewed: HOSTILE, reviewBody: HOSTILE });
  });
});
