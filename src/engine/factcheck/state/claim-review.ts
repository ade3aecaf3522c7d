/**
 * A verdict as schema.org ClaimReview (https://schema.org/ClaimReview), the form in which search engines and
 * fact-check explorers read verdicts. Fields and the scale are those of Google's guide to fact-check markup
 * (https://developers.google.com/search/docs/appearance/structured-data/factcheck): 1 is false, 5 is true.
 */
import { type Claim, type Evidence, isChecked, type Verdict } from '../../../domain/claim.ts';
import { RATING_NAMES } from '../../corpus/document.ts';

export interface ReviewAbout {
  /** Absolute URL of the page that shows the review. */
  readonly url: string;
  /** ISO 8601 date, with or without time. */
  readonly datePublished: string;
  /** Who answers for the review. */
  readonly author: { readonly name: string; readonly url?: string };
}

export type ClaimReview = NonNullable<ReturnType<typeof toClaimReview>>;

interface Rating {
  readonly '@type': 'Rating';
  /** Absent where the verdict is none on truth. */
  readonly ratingValue?: number;
  readonly bestRating?: 5;
  readonly worstRating?: 1;
  readonly alternateName: string;
}

const RATINGS: Readonly<Record<Verdict, Rating>> = {
  supported: rated(5, RATING_NAMES.supported),
  refuted: rated(1, RATING_NAMES.refuted),
  conflicting: rated(3, RATING_NAMES.conflicting),
  not_enough_evidence: { '@type': 'Rating', alternateName: RATING_NAMES.not_enough_evidence },
};

function rated(ratingValue: number, alternateName: string): Rating {
  return { '@type': 'Rating', ratingValue, bestRating: 5, worstRating: 1, alternateName };
}

/** @returns undefined for a claim that has no verdict, or was not checked. */
export function toClaimReview(claim: Claim, about: ReviewAbout) {
  const { verdict, explanation = '', evidence = [] } = claim;
  if (verdict === undefined || !isChecked(claim)) return undefined;
  const explained = explanation !== '';
  return {
    '@context': 'https://schema.org' as const,
    '@type': 'ClaimReview' as const,
    url: about.url,
    datePublished: about.datePublished,
    author: { '@type': 'Organization' as const, ...about.author },
    claimReviewed: claim.text,
    itemReviewed: { '@type': 'Claim' as const, text: claim.text, inLanguage: claim.language },
    reviewRating: { ...RATINGS[verdict], ...(explained ? { ratingExplanation: explanation } : {}) },
    ...(explained ? { reviewBody: explanation } : {}),
    // The evidence, as it was retrieved.
    ...(evidence.length === 0 ? {} : { citation: evidence.map((one) => toCitation(one, about.url)) }),
  };
}

function toCitation({ title, url, published, quote }: Evidence, page: string) {
  return {
    '@type': 'CreativeWork' as const,
    ...(title === '' ? {} : { name: title }),
    // The gateway's own pages have a path alone.
    ...(url === '' ? {} : { url: url.startsWith('/') ? new URL(url, page).href : url }),
    ...(published === undefined ? {} : { datePublished: published }),
    ...(quote === '' ? {} : { text: quote }),
  };
}
