/** Claims as files: what a claim or a source says stays text wherever the file is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim } from '../../web/api/types.ts';
import { addressesOf, writeClaimReview, writeCsv, writeMarkdown } from '../../web/claims/write-claims.ts';

const HOSTILE =
  '</script><img src=x>![p](https://evil.example/p) [c](javascript:x) `<b>` **a** _b_ | &lt;i&gt; \\<u>';
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
    expect(markdown.split('\n')).toHaveLength(6);
    expect([...markdown.matchAll(/\]\(<([^>]*)>\)/g)].map(([, url]) => url)).toEqual(PAGES);
  });

  it('are JSON-LD that does not end the script element that it is put into', () => {
    const written = writeClaimReview([CLAIM], new Date(0));
    expect(written).not.toContain('<');
    expect(JSON.parse(written)[0]).toMatchObject({ claimReviewed: HOSTILE, reviewBody: HOSTILE });
  });
});
