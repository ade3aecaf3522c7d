import { describe, expect, it } from 'vitest';
import { toDecision } from '../../corpus/read-document.ts';
import { readClaimReviews } from './read-claim-reviews.ts';

/** https://developers.google.com/search/docs/appearance/structured-data/factcheck */
const REVIEW = {
  '@context': 'https://schema.org',
  '@type': 'ClaimReview',
  claimReviewed: 'The world is flat.',
  itemReviewed: { '@type': 'Claim', author: { '@type': 'Organization', name: 'Flat World Society' } },
  author: { '@type': 'Organization', name: 'Example.com science watch' },
  reviewRating: {
    '@type': 'Rating',
    alternateName: 'False',
    bestRating: '5',
    ratingValue: '1',
    worstRating: '1',
  },
  datePublished: '2016-06-22',
  url: 'https://example.com/news/science/worldisflat.html',
};
const DECISION = {
  review: {
    claim: 'The world is flat.',
    verdict: 'refuted',
    rating: 'False',
    author: 'Example.com science watch',
    date: '2016-06-22',
  },
  title: undefined,
  url: 'https://example.com/news/science/worldisflat.html',
};

it.each([
  ['alone', REVIEW],
  ['in a list', [REVIEW]],
  ['in a graph', { '@graph': [{ '@type': 'WebPage' }, REVIEW] }],
  ['in a feed', { '@type': 'DataFeed', dataFeedElement: [{ '@type': 'DataFeedItem', item: [REVIEW] }] }],
])('reads a review %s', (_how, file) => {
  expect(readClaimReviews(file)).toEqual([DECISION]);
});

it('says it as a document of the corpus', () => {
  const [decision] = readClaimReviews(REVIEW);
  expect(toDecision({ ...decision })).toEqual({
    id: 'Example.com science watch: The world is flat.',
    title: 'The world is flat.',
    url: DECISION.url,
    text: 'Claim: The world is flat.\nRating: False\nChecked by: Example.com science watch',
    published: '2016-06-22',
    review: DECISION.review,
  });
});

describe('what a rating means', () => {
  const scale = (ratingValue: unknown, bestRating: unknown = 5, worstRating: unknown = 1) => ({
    ...{ ratingValue, bestRating, worstRating, alternateName: 'x' },
  });
  it.each([
    [scale(5), 'supported'],
    [scale('4'), 'supported'],
    [scale(3), 'conflicting'],
    [scale(2), 'refuted'],
    [scale(10, 10, 0), 'supported'],
    // Outside of the scale, or without one: no rating of truth.
    [scale(-1), undefined],
    [scale(0), undefined],
    [scale(null), undefined],
    [scale(1, 1, 1), undefined],
    [{ alternateName: 'Pants on Fire!' }, 'refuted'],
    [{ alternateName: 'Mostly True' }, 'supported'],
    [{ alternateName: 'Half True' }, 'conflicting'],
    [{ alternateName: 'Unproven' }, 'not_enough_evidence'],
    [{ alternateName: 'Satire' }, undefined],
    [{ ratingValue: 1, alternateName: 'Not false' }, undefined],
  ])('%j is %s', (reviewRating, verdict) => {
    expect(readClaimReviews({ ...REVIEW, reviewRating })[0]?.review.verdict).toBe(verdict);
  });
});

describe('a report', () => {
  const report = {
    report: { author: 'Ann Smith', publisher: 'The Paper', date: '2026-11-26', title: 'Checked' },
    text: 'x',
    claims: [
      {
        text: 'It opened in 1931.',
        reading: 'The bridge opened in 1931.',
        decision: { verdict: 'supported' },
      },
      { text: 'A model said so.', verdict: 'refuted' },
    ],
  };

  it('has the decisions of a person alone', () => {
    expect(readClaimReviews(report)).toEqual([
      {
        review: {
          claim: 'The bridge opened in 1931.',
          verdict: 'supported',
          rating: undefined,
          author: 'Ann Smith',
          date: '2026-11-26',
        },
        title: 'Checked',
        url: undefined,
      },
    ]);
  });

  it('says of each when it was decided', () => {
    const claims = [
      { text: 'It opened.', decision: { verdict: 'refuted', at: Date.parse('2026-11-25T23:00:00Z') } },
    ];
    expect(readClaimReviews({ ...report, claims })[0]?.review.date).toBe('2026-11-25');
    const broken = [{ text: 'It opened.', decision: { verdict: 'refuted', at: 1e300 } }];
    expect(readClaimReviews({ ...report, claims: broken })[0]?.review.date).toBe('2026-11-26');
  });

  it('is by whom the caller says, where it does not say', () => {
    expect(readClaimReviews({ ...report, report: undefined }, 'Bob')[0]?.review.author).toBe('Bob');
  });
});

it('finds nothing in what holds none', () => {
  for (const value of [null, 7, 'text', [], {}, { '@type': 'Article' }, { claims: [] }]) {
    expect(readClaimReviews(value)).toEqual([]);
  }
});

it('takes a rating for a scale only where it has both ends, and a name else', () => {
  const verdictOf = (reviewRating: object) =>
    readClaimReviews({ ...REVIEW, reviewRating: { alternateName: 'True', ...reviewRating } })[0]?.review
      .verdict;
  const scale = { ratingValue: 1, bestRating: 5, worstRating: 1 };
  expect(verdictOf(scale)).toBe('refuted');
  for (const part of ['ratingValue', 'bestRating', 'worstRating'])
    for (const other of [undefined, null]) expect(verdictOf({ ...scale, [part]: other })).toBe('supported');
  // A quarter of the way and less is false, three quarters and more true; what lies outside is no scale.
  expect([1, 2, 3, 4, 5].map((ratingValue) => verdictOf({ ...scale, ratingValue }))).toEqual([
    'refuted',
    'refuted',
    'conflicting',
    'supported',
    'supported',
  ]);
  expect(verdictOf({ ...scale, ratingValue: 0, alternateName: 'False' })).toBe('refuted');
  expect(verdictOf({ ...scale, ratingValue: 6, alternateName: 'Half true' })).toBe('conflicting');
  expect(verdictOf({ ...scale, bestRating: 1 })).toBe('supported');
});
