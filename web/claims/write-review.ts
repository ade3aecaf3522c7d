/** schema.org ClaimReview, the form in which search engines and fact-check explorers read verdicts. */
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import type { CheckAbout, CheckedDocument } from './check-about.ts';
import { evidenceOf, nameEvidence } from './claim-evidence.ts';
import { decisionOf, finalState } from './person-decision.ts';
import { publicAddress, publicAddressesOf } from './public-address.ts';
import { type CheckedText, findReported } from './report-facts.ts';

/** schema.org ratings, from 1 (false) to 5 (true). */
const RATINGS = { supported: 5, refuted: 1, conflicting: 3, not_enough_evidence: undefined } as const;

/** One for each distinct claim that was checked. */
export function writeClaimReview(
  { claims, about = {} }: Pick<CheckedText, 'claims' | 'about'>,
  now: Date,
): string {
  const reviews = findReported(claims).flatMap(({ claim }) => {
    const state = finalState(claim);
    return state === 'found' ? [] : [reviewOf(claim, state, about, now)];
  });
  // It is made for a page's script element, which a text must not end.
  return `${JSON.stringify(reviews, null, 2).replaceAll('<', '\\u003c')}\n`;
}

/** What the gateway wrote stays, but for who publishes it, and where: the person says that. */
function reviewOf(claim: Claim, verdict: keyof typeof RATINGS, about: CheckAbout, now: Date): object {
  const { claim_review: given = {} } = claim;
  const byPerson = decisionOf(claim) !== undefined;
  const { author, publisher, document = {}, date, url } = about;
  const own = {
    ...known('url', publicAddress(url) ?? publicAddress(document.url)),
    ...known('author', author === undefined && publisher === undefined ? undefined : nameAuthor(about)),
    ...known('publisher', publisher === undefined ? undefined : organization(publisher)),
    ...known('datePublished', date),
  };
  const item = { '@type': 'Claim', text: claim.text, inLanguage: claim.language, ...appearance(document) };
  const citation = citationsOf(claim);
  if (claim.claim_review !== undefined && !byPerson) {
    const { url: place, author: by, ...others } = given as { url?: string; author?: { url?: string } };
    const reached = { ...known('url', publicAddress(place)), author: { ...by, url: publicAddress(by?.url) } };
    return { ...others, ...reached, ...own, itemReviewed: item, citation };
  }
  const rating = RATINGS[verdict];
  return {
    '@context': 'https://schema.org',
    '@type': 'ClaimReview',
    datePublished: now.toISOString().slice(0, 10),
    ...own,
    claimReviewed: claim.text,
    itemReviewed: item,
    reviewBody: decisionOf(claim)?.note ?? claim.explanation,
    reviewRating: {
      '@type': 'Rating',
      alternateName: texts.verdicts[verdict],
      ...(rating === undefined ? {} : { ratingValue: rating, bestRating: 5, worstRating: 1 }),
    },
    citation,
  };
}

function citationsOf(claim: Claim): readonly object[] {
  const found = evidenceOf(claim).map((item) => ({
    '@type': 'CreativeWork',
    name: nameEvidence(item),
    url: publicAddressesOf(item)[0],
    text: item.quote,
    datePublished: item.published,
  }));
  const own = (decisionOf(claim)?.evidence ?? []).map(({ text, url }) => ({
    '@type': 'CreativeWork',
    url: publicAddress(url),
    ...(text === '' ? {} : { text }),
  }));
  return [...own, ...found];
}

const organization = (name: string) => ({ '@type': 'Organization', name });

/** Whoever publishes it answers for it; where nobody is named, its author. */
const nameAuthor = ({ author, publisher }: CheckAbout): object =>
  publisher === undefined ? { '@type': 'Person', name: author } : organization(publisher);

/** Where the claim was made. */
function appearance({ title, author, date, url }: CheckedDocument): object {
  const address = publicAddress(url);
  if (address === undefined && title === undefined) return {};
  const work = {
    '@type': 'CreativeWork',
    ...known('url', address),
    ...known('headline', title),
    ...known('datePublished', date),
    ...known('author', author === undefined ? undefined : { '@type': 'Person', name: author }),
  };
  return { appearance: work };
}

const known = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });
