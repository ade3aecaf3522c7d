/** schema.org ClaimReview, the form in which search engines and fact-check explorers read verdicts. */
import type { Claim } from '../api/types.ts';
import { texts } from '../texts.ts';
import type { CheckAbout, CheckedDocument } from './check-about.ts';
import { evidenceOf, nameEvidence } from './claim-evidence.ts';
import { stateOf } from './claim-state.ts';
import { decisionOf, finalState } from './person-decision.ts';
import { publicAddress, publicAddressesOf } from './public-address.ts';
import { type CheckedText, findReported } from './report-facts.ts';

/** schema.org ratings, from 1 (false) to 5 (true). */
const RATINGS = { supported: 5, refuted: 1, conflicting: 3, not_enough_evidence: undefined } as const;

type Reviewed = Pick<CheckedText, 'claims' | 'about'>;

interface Review {
  readonly [field: string]: unknown;
  readonly url?: string;
  readonly author?: { readonly name?: string; readonly url?: string | undefined };
}

/** One for each distinct claim that was checked. */
export function writeClaimReview(checked: Reviewed, now: Date): string {
  // It is made for a page's script element, which a text must not end.
  return `${JSON.stringify(reviewsOf(checked, now), null, 2).replaceAll('<', '\\u003c')}\n`;
}

/** @returns what search engines require and at least one of the reviews would lack. */
export function missingInReviews(checked: Reviewed): readonly ('url' | 'author')[] {
  const reviews = reviewsOf(checked, new Date(0));
  return [
    ...(reviews.some(({ url }) => url === undefined) ? (['url'] as const) : []),
    ...(reviews.some(({ author }) => author?.name === undefined) ? (['author'] as const) : []),
  ];
}

function reviewsOf({ claims, about = {} }: Reviewed, now: Date): readonly Review[] {
  return findReported(claims).flatMap(({ claim }) => {
    const state = finalState(claim);
    return state === 'found' ? [] : [reviewOf(claim, state, about, now)];
  });
}

/** What the gateway wrote stays, but for who publishes it, and where: the person says that. */
function reviewOf(claim: Claim, verdict: keyof typeof RATINGS, about: CheckAbout, now: Date): Review {
  const { claim_review: given = {} } = claim;
  const decision = decisionOf(claim);
  const byPerson = decision !== undefined;
  const { author, publisher, document = {}, date, url } = about;
  const own = {
    ...known('url', publicAddress(url) ?? publicAddress(document.url)),
    ...known(
      'author',
      author === undefined && publisher === undefined ? undefined : nameAuthor(about, byPerson),
    ),
    ...known('publisher', publisher === undefined ? undefined : organization(publisher)),
    ...known('datePublished', date),
  };
  const item = { '@type': 'Claim', text: claim.text, inLanguage: claim.language, ...appearance(document) };
  const citation = citationsOf(claim);
  if (claim.claim_review !== undefined && !byPerson) {
    const { url: place, author: by, ...others } = given as Review;
    const reached = { ...known('url', publicAddress(place)), author: { ...by, url: publicAddress(by?.url) } };
    return { ...others, ...reached, ...own, itemReviewed: item, citation };
  }
  const rating = RATINGS[verdict];
  // What the model said speaks for its own verdict alone.
  const models = stateOf(claim) === verdict ? claim.explanation : undefined;
  const decided = byPerson ? texts.report.decidedAs(texts.verdicts[verdict]) : undefined;
  const said = decision?.note ?? models ?? decided;
  return {
    '@context': 'https://schema.org',
    '@type': 'ClaimReview',
    datePublished: now.toISOString().slice(0, 10),
    ...own,
    claimReviewed: claim.text,
    itemReviewed: item,
    reviewBody: said,
    reviewRating: {
      '@type': 'Rating',
      alternateName: texts.report.ratings[verdict],
      ...(rating === undefined ? {} : { ratingValue: rating, bestRating: 5, worstRating: 1 }),
      ratingExplanation: said,
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

/** A person's verdict is its author's. Else whoever publishes it answers for it; where nobody is named, its author. */
function nameAuthor({ author, publisher }: CheckAbout, byPerson: boolean): object {
  return publisher === undefined || (byPerson && author !== undefined)
    ? { '@type': 'Person', name: author }
    : organization(publisher);
}

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
