import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../domain/claim.ts';
import { claimOf } from '../judge/judge-in-tests.ts';
import { toClaimReview } from './claim-review.ts';

const ABOUT = {
  url: 'https://claims.example/v1/claims',
  datePublished: '2026-11-20',
  author: { name: 'Example', url: 'https://claims.example/' },
};

describe('a verdict as ClaimReview', () => {
  it('has what readers of fact-check markup look for', () => {
    const claim = claimOf('The wall is visible from the Moon.', {
      verdict: 'refuted',
      explanation: 'It cannot be seen from there.',
      evidence: [
        {
          source: 'starter',
          kind: 'encyclopedia',
          title: 'The wall',
          url: '/starter/wall',
          quote: 'It cannot be seen.',
          stance: 'refutes',
        },
        {
          source: 'web',
          kind: 'web',
          title: '',
          url: 'https://a.example/',
          quote: 'No.',
          published: '2020-01-01',
          stance: 'refutes',
        },
      ],
    });
    expect(toClaimReview(claim, ABOUT)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ClaimReview',
      url: ABOUT.url,
      datePublished: '2026-11-20',
      author: { '@type': 'Organization', name: 'Example', url: 'https://claims.example/' },
      claimReviewed: 'The wall is visible from the Moon.',
      itemReviewed: { '@type': 'Claim', text: 'The wall is visible from the Moon.', inLanguage: 'en' },
      reviewRating: {
        '@type': 'Rating',
        ratingValue: 1,
        bestRating: 5,
        worstRating: 1,
        alternateName: 'False',
        ratingExplanation: 'It cannot be seen from there.',
      },
      reviewBody: 'It cannot be seen from there.',
      citation: [
        {
          '@type': 'CreativeWork',
          name: 'The wall',
          url: 'https://claims.example/starter/wall',
          text: 'It cannot be seen.',
        },
        { '@type': 'CreativeWork', url: 'https://a.example/', datePublished: '2020-01-01', text: 'No.' },
      ],
    });
  });

  it('rates truth from 1 to 5, and only where the verdict is on truth', () => {
    const ratings = VERDICTS.map(
      (verdict) => toClaimReview(claimOf('A', { verdict }), ABOUT)?.reviewRating.ratingValue,
    );
    expect(ratings).toEqual([5, 1, 3, undefined]);
  });

  it('is none for a claim without a verdict', () => {
    expect(toClaimReview(claimOf('A'), ABOUT)).toBeUndefined();
  });
});
