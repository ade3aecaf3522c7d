/** A report worth publishing: each form says who checked what, when and with which judge, and leads to public pages alone. */
import { describe, expect, it } from 'vitest';
import { toClaimReview } from '../../src/engine/factcheck/state/claim-review.ts';
import type { Claim } from '../../web/api/types.ts';
import { addJudge, readAbout } from '../../web/claims/check-about.ts';
import { publicAddress } from '../../web/claims/public-address.ts';
import type { CheckedText } from '../../web/claims/report-facts.ts';
import { EXPORTS, writeExport } from '../../web/claims/write-export.ts';
import { missingInReviews } from '../../web/claims/write-review.ts';

const TEXT = 'The Earth is flat. Water is wet.';
const FLAT: Claim = {
  id: 'claim-1',
  text: 'The Earth is flat.',
  original_text: 'The Earth is flat.',
  role: 'text',
  message_index: 0,
  start: 0,
  end: 18,
  category: 'attribute',
  confidence: 0.8,
  language: 'en',
  verdict: 'refuted',
  verdict_confidence: 0.72,
  explanation: 'It is almost a sphere.',
  evidence: [
    {
      source: 'starter',
      kind: 'encyclopedia',
      title: 'Is the Earth flat?',
      url: '/starter/shape-of-the-earth',
      quote: 'The Earth is not flat.',
      see_also: 'https://en.wikipedia.org/wiki/Spherical_Earth',
      stance: 'refutes',
    },
  ],
};
/** Judged by a model, and then by a person. */
const WET = {
  ...FLAT,
  id: 'claim-2',
  text: 'Water is wet.',
  original_text: 'Water is wet.',
  start: 19,
  end: 32,
  evidence: [],
  decision: {
    verdict: 'supported',
    note: 'By any meaning of the word.',
    evidence: [{ text: 'Wet: covered in water.', url: 'https://dictionary.example/wet' }],
    at: 0,
  },
} as Claim;
const CHECKED: CheckedText = {
  text: TEXT,
  claims: [FLAT, WET],
  about: {
    title: 'Flat and wet',
    author: 'Ada Reporter',
    publisher: 'The Daily Check',
    date: '2026-11-20',
    document: { title: 'On planets', author: 'B. Liever', url: 'https://blog.example/planets' },
    judged: { at: Date.parse('2026-11-19T10:00:00Z'), by: [{ model: 'judge-1' }] },
  },
};
const NOW = new Date('2026-11-23T12:00:00Z');
const write = (form: (typeof EXPORTS)[number], checked = CHECKED): string =>
  writeExport(form, checked, NOW)[2];

describe('each form of a report', () => {
  it('says title, author, date, article and judge, and each verdict with its evidence', () => {
    for (const form of EXPORTS.filter((one) => one !== 'review')) {
      const file = write(form);
      for (const said of [
        ...['Flat and wet', 'Ada Reporter', 'The Daily Check', 'On planets', 'https://blog.example/planets'],
        ...['judge-1', 'The Earth is not flat.', 'https://en.wikipedia.org/wiki/Spherical_Earth'],
        ...['By any meaning of the word.', 'Wet: covered in water.', 'https://dictionary.example/wet'],
      ])
        expect(file, form).toContain(said);
      expect(file, form).toMatch(form === 'csv' || form === 'json' ? /2026-11-20/ : /November 20, 2026/);
    }
  });

  it('gives a person’s verdict before the model’s, and says whose each is', () => {
    expect(write('markdown')).toContain(
      [
        '- **supported** (decided by a person): Water is wet.',
        '  - Note: By any meaning of the word.',
        '  - Person’s evidence: “Wet: covered in water.” – [https://dictionary.example/wet](<https://dictionary.example/wet>)',
        '  - Model’s verdict: refuted, moderate confidence, 72%',
      ].join('\n'),
    );
    expect(write('report')).toMatch(/supported <small>decided by a person<\/small>/);
    expect(write('report')).toContain('Model’s verdict: refuted, moderate confidence, 72%');
    expect(write('report')).toContain('1 supported');
    const row = write('csv').split('\r\n')[2];
    expect(row).toContain(',true,supported,,');
    expect(row).toContain(',person,By any meaning of the word.,');
    expect(JSON.parse(write('review'))[1]).toMatchObject({
      reviewRating: { ratingValue: 5 },
      reviewBody: 'By any meaning of the word.',
      citation: [{ url: 'https://dictionary.example/wet' }],
    });
  });

  it('leads to no page of this machine or its network', () => {
    for (const form of EXPORTS.filter((one) => one !== 'json')) {
      expect(write(form), form).not.toMatch(/127\.0\.0\.1|localhost|"\/starter|\(\/starter/);
    }
    for (const url of [
      ...[
        'http://localhost:8080/x',
        'http://127.0.0.1/x',
        'http://[::1]/x',
        'http://10.1.2.3/',
        'http://wiki/',
      ],
      ...[
        'http://192.168.0.1/',
        'http://172.20.1.1/',
        'http://box.local/',
        'javascript:alert(1)',
        '/starter/x',
      ],
    ])
      expect(publicAddress(url), url).toBeUndefined();
    for (const url of ['https://172.example.org/x', 'http://8.8.8.8/', 'https://local.example/'])
      expect(publicAddress(url), url).toBe(url);
  });

  it('tells verdicts apart by sign, word and line as well as by colour, in the text with the claim’s number', () => {
    const page = write('report');
    expect(page).toContain(
      '<mark class="refuted" title="refuted">The Earth is flat.</mark><sup><a href="#claim-1" aria-label="Claim 1: refuted">1</a></sup>',
    );
    for (const state of ['supported', 'refuted', 'conflicting', 'not_enough_evidence', 'found'])
      expect(page.match(new RegExp(`mark\\.${state}\\{text-decoration[^}]*\\}`))?.[0]).toBeDefined();
    const shapes = [...page.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path);
    expect(new Set(shapes).size).toBe(5);
  });

  it('warns where the judge was simulated', () => {
    const judged = { at: 0, by: [{ model: 'judge-1', simulated: true }] };
    const page = write('report', { ...CHECKED, about: { judged } });
    expect(page).toContain('judge-1 (simulated by the sandbox)');
    expect(page).toContain('must not be relied on');
    expect(write('report')).not.toContain('must not be relied on');
  });

  it('is named after its title', () => {
    expect(writeExport('report', CHECKED, NOW)[0]).toMatch(/^Flat and wet 2026-11-2\d\.html$/);
  });
});

describe('ClaimReview', () => {
  it('names publisher and article, one for each claim that was checked', () => {
    const reviews = JSON.parse(write('review'));
    expect(reviews).toHaveLength(2);
    expect(reviews[0]).toMatchObject({
      '@type': 'ClaimReview',
      datePublished: '2026-11-20',
      url: 'https://blog.example/planets',
      author: { '@type': 'Organization', name: 'The Daily Check' },
      publisher: { '@type': 'Organization', name: 'The Daily Check' },
      claimReviewed: 'The Earth is flat.',
      itemReviewed: {
        '@type': 'Claim',
        appearance: { url: 'https://blog.example/planets', headline: 'On planets' },
      },
    });
  });

  it('stands where the report is published, and has its author where there is no publisher', () => {
    const { publisher: _, ...about } = CHECKED.about ?? {};
    const [review] = JSON.parse(
      write('review', { ...CHECKED, about: { ...about, url: 'https://daily.example/flat' } }),
    );
    expect(review.url).toBe('https://daily.example/flat');
    expect(review.author).toEqual({ '@type': 'Person', name: 'Ada Reporter' });
  });

  it('names the person who decided, else the publisher, with the words and the scale of the gateway’s own', () => {
    const byPerson = (about: CheckedText['about']) =>
      JSON.parse(write('review', { text: TEXT, claims: [WET], about }))[0];
    expect(byPerson(CHECKED.about)).toMatchObject({
      author: { '@type': 'Person', name: 'Ada Reporter' },
      publisher: { '@type': 'Organization', name: 'The Daily Check' },
      reviewRating: { ratingValue: 5, bestRating: 5, worstRating: 1, alternateName: 'True' },
    });
    expect(byPerson({ publisher: 'The Daily Check' }).author).toEqual({
      '@type': 'Organization',
      name: 'The Daily Check',
    });
    const refuted = { ...WET, decision: { ...WET.decision, verdict: 'refuted' } } as Claim;
    const [review] = JSON.parse(write('review', { text: TEXT, claims: [refuted] }));
    expect(review.reviewRating).toMatchObject({ ratingValue: 1, alternateName: 'False' });
  });

  it('has the same members whether a person or the model decided', () => {
    const own = {
      url: 'https://gateway.example/',
      datePublished: '2026-11-19',
      author: { name: 'Claimgate' },
    };
    const judged = { ...FLAT, claim_review: toClaimReview(FLAT as never, own) } as Claim;
    const decide = (verdict: string, note?: string) =>
      ({ ...judged, decision: { verdict, at: 0, ...(note === undefined ? {} : { note }) } }) as Claim;
    const about = { author: 'Ada Reporter', url: 'https://daily.example/flat', date: '2026-11-20' };
    const reviewOf = (claim: Claim) => JSON.parse(write('review', { text: TEXT, claims: [claim], about }))[0];
    const members = (claim: Claim) => {
      const review = reviewOf(claim);
      return [review, review.reviewRating].map((object) => Object.keys(object).sort());
    };
    expect(members(decide('refuted', 'I have seen it.'))).toEqual(members(judged));
    expect(members(decide('supported'))).toEqual(members(judged));
    expect(reviewOf(decide('refuted')).reviewBody).toBe('It is almost a sphere.');
    // What the model said does not speak for another verdict.
    expect(reviewOf(decide('supported')).reviewRating.ratingExplanation).toBe(
      'Decided by a person: supported.',
    );
  });

  it('says what search engines will miss', () => {
    const claims = [WET];
    expect(missingInReviews({ claims })).toEqual(['url', 'author']);
    expect(missingInReviews({ claims, about: { url: 'http://127.0.0.1:8080/' } })).toEqual(['url', 'author']);
    expect(missingInReviews({ claims, about: { author: 'Ada', url: 'https://daily.example/' } })).toEqual([]);
    expect(missingInReviews({ claims, about: { document: { url: 'https://blog.example/' } } })).toEqual([
      'author',
    ]);
    expect(missingInReviews({ claims: [{ ...FLAT, checked: false }] })).toEqual([]);
  });

  it('keeps what the gateway wrote, but no address of this machine', () => {
    const claim_review = {
      '@type': 'ClaimReview',
      url: 'http://127.0.0.1:8080/',
      author: { '@type': 'Organization', name: 'Claimgate', url: 'http://127.0.0.1:8080/' },
      reviewRating: { alternateName: 'False' },
    };
    const [review] = JSON.parse(write('review', { text: TEXT, claims: [{ ...FLAT, claim_review }] }));
    expect(review).toMatchObject({ author: { name: 'Claimgate' }, reviewRating: { alternateName: 'False' } });
    expect(JSON.stringify(review)).not.toContain('127.0.0.1');
  });
});

describe('what is known of a check', () => {
  it('is read without what is no text, and without empty fields', () => {
    expect(
      readAbout({ title: ' T ', author: '', date: 3, document: { url: {}, title: 'D' }, judged: {} }),
    ).toEqual({
      title: 'T',
      document: { title: 'D' },
    });
    expect(readAbout({ judged: { at: 1, by: [{ model: 'm', simulated: true }, 7] } }).judged).toEqual({
      at: 1,
      by: [{ model: 'm', simulated: true }],
    });
    expect(readAbout(null)).toEqual({});
  });

  it('names each judge once, the last one last', () => {
    const first = addJudge(undefined, { model: 'a' }, 1);
    const both = addJudge(first, { model: 'b', simulated: true }, 2);
    expect(addJudge(both, { model: 'a' }, 3)).toEqual({
      at: 3,
      by: [{ model: 'b', simulated: true }, { model: 'a' }],
    });
  });
});
