/**
 * A verdict as schema.org ClaimReview (https://schema.org/ClaimReview), the form in which search engines and
 * fact-check explorers read verdicts. Fields and the scale are those of Google's guide to fact-check markup
 * (https://developers.google.com/search/docs/appearance/structured-data/factcheck): 1 is false, 5 is true.
 */
import type { Claim, Verdict } from '../../domain/claim.ts';

export interface ReviewAbout {
  /** Absolute URL of the page that shows the review. */
  readonly url: string;
  /** ISO 8601 date, with or without time. */
  readonly datePublished: string;
  /** Who answers for the review. */
  readonly author: { readonly name: string; readonly url?: string };
}

export interface ClaimReview {
  readonly '@context': 'https://schema.org';
  readonly '@type': 'ClaimReview';
  readonly url: string;
  readonly datePublished: string;
  readonly author: { readonly '@type': 'Organization'; readonly name: string; readonly url?: string };
  readonly claimReviewed: string;
  readonly itemReviewed: { readonly '@type': 'Claim'; readonly text: string };
  readonly reviewRating: Rating;
  readonly reviewBody?: string;
  /** The evidence, as it was retrieved. */
  readonly citation?: readonly Citation[];
}

interface Rating {
  readonly '@type': 'Rating';
  /** Absent where the verdict is none on truth. */
  readonly ratingValue?: number;
  readonly bestRating?: 5;
  readonly worstRating?: 1;
  readonly alternateName: string;
  readonly ratingExplanation?: string;
}

interface Citation {
  readonly '@type': 'CreativeWork';
  readonly name?: string;
  readonly url: string;
  readonly datePublished?: string;
  /** Absent where no text was retrieved. */
  readonly text?: string;
}

const RATINGS: Readonly<Record<Verdict, Rating>> = {
  supported: rated(5, 'True'),
  refuted: rated(1, 'False'),
  conflicting: rated(3, 'Conflicting evidence'),
  not_enough_evidence: { '@type': 'Rating', alternateName: 'Not enough evidence' },
};

function rated(ratingValue: number, alternateName: string): Rating {
  return { '@type': 'Rating', ratingValue, bestRating: 5, worstRating: 1, alternateName };
}

/** @returns undefined for a claim that has no verdict. */
export function toClaimReview(claim: Claim, about: ReviewAbout): ClaimReview | undefined {
  const { verdict, explanation, evidence = [] } = claim;
  if (verdict === undefined) return undefined;
  const said = explanation === undefined || explanation === '' ? undefined : explanation;
  return {
    '@context': 'https://schema.org',
    '@type': 'ClaimReview',
    url: about.url,
    datePublished: about.datePublished,
    author: { '@type': 'Organization', ...about.author },
    claimReviewed: claim.text,
    itemReviewed: { '@type': 'Claim', text: claim.text },
    reviewRating: { ...RATINGS[verdict], ...(said === undefined ? {} : { ratingExplanation: said }) },
    ...(said === undefined ? {} : { reviewBody: said }),
    ...(evidence.length === 0
      ? {}
      : {
          citation: evidence.map(({ title, url, published, quote }) => ({
            '@type': 'CreativeWork' as const,
            ...(title === '' ? {} : { name: title }),
            // The gateway's own pages are known by their path.
            url: url.startsWith('/') ? new URL(url, about.url).href : url,
            ...(published === undefined ? {} : { datePublished: published }),
            ...(quote === '' ? {} : { text: quote }),
          })),
        }),
  };
}
