/** A report as it is kept, made ready to be written out at its address. */
import type { Evidence } from '../../../domain/claim.ts';
import { toClaimReview } from '../../../engine/factcheck/state/claim-review.ts';
import { pageOf } from '../../../engine/report/page-of.ts';
import type { ReportedCheck, ReportedClaim } from '../../../engine/report/reported-check.ts';
import { STATE_WORDS } from '../../../engine/report/write-check.ts';
import type { Publication } from '../../../engine/report/write-published.ts';
import type { ReportContent } from './report-schema.ts';

/** What is known of a report beside its content. */
export interface ReportPlace {
  /** The gateway's address as readers know it, without a slash at its end. */
  readonly base: string;
  /** Where the report is read. */
  readonly url: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** Whether the operator lets search engines list reports. */
  readonly index: boolean;
}

interface Opened {
  readonly check: ReportedCheck;
  readonly publication: Publication;
}

export function openPublication(content: ReportContent, place: ReportPlace): Opened {
  const { report: about, metadata } = content;
  const { document = {}, judged, author, publisher } = about;
  const claims = content.claims.map((claim) => withAbsoluteUrls(claim as ReportedClaim, place.base));
  const simulated = judged?.by.some((judge) => judge.simulated === true) === true;
  const models = judged?.by.map((judge) =>
    judge.simulated === true ? `${judge.model} (simulated)` : judge.model,
  );
  return {
    check: { ...metadata, claims, claims_detected: claims.length },
    publication: {
      subject: {
        title: titleOf(content),
        by: [author, publisher].filter((name) => name !== undefined).join(', ') || undefined,
        day: about.date ?? dayOf(place.createdAt),
        article: document.title,
        author: document.author,
        date: document.date,
        url: document.url,
        model: models?.join(', '),
        checked: dayOf(judged?.at ?? place.createdAt),
      },
      text: content.text,
      url: place.url,
      published: about.date ?? momentOf(place.createdAt),
      changed: momentOf(place.changedAt),
      // What nobody has judged is no review, and nothing to be found.
      indexed: place.index && content.index !== false && !simulated,
      reviews: claims.flatMap((claim, index) =>
        simulated && claim.decision === undefined ? [] : reviewOf(claim, index + 1, content, place),
      ),
      caution: simulated
        ? 'The verdicts are simulated: they show how a report looks, and say nothing about the claims.'
        : undefined,
    },
  };
}

/** @returns what the report is called; absent where neither it nor its text has a name. */
export function titleOf({ report: { title, document } }: Pick<ReportContent, 'report'>): string | undefined {
  return title ?? (document?.title === undefined ? undefined : `Fact check: ${document.title}`);
}

/**
 * schema.org ClaimReview of a claim that was decided, with the same members whoever decided it.
 * https://developers.google.com/search/docs/appearance/structured-data/factcheck: several on a page have an anchor each.
 */
function reviewOf(
  claim: ReportedClaim,
  number: number,
  { report: about }: ReportContent,
  { base, url, createdAt, changedAt }: ReportPlace,
): object[] {
  const { author, publisher, document = {} } = about;
  const review = toClaimReview(asDecided(claim), {
    url: `${url}#claim-${number}`,
    datePublished: about.date ?? dayOf(createdAt),
    author: { name: publisher ?? author ?? new URL(base).host },
  });
  if (review === undefined) return [];
  const page = document.url === undefined ? undefined : pageOf(document.url);
  const said = claim.speaker ?? document.author;
  const appearance = {
    '@type': 'CreativeWork',
    ...known('url', page),
    ...known('headline', document.title),
    ...known('datePublished', document.date),
    ...known('author', document.author && person(document.author)),
  };
  return [
    {
      ...review,
      dateModified: dayOf(changedAt),
      // A person's verdict is its author's. Else whoever publishes it answers for it.
      ...(author !== undefined && (publisher === undefined || claim.decision !== undefined)
        ? { author: person(author) }
        : {}),
      ...known('publisher', publisher && { '@type': 'Organization', name: publisher }),
      itemReviewed: {
        ...review.itemReviewed,
        ...known('author', said && person(said)),
        ...(page === undefined && document.title === undefined ? {} : { appearance }),
      },
    },
  ];
}

/** The claim as if its verdict were the gateway's own: then what is made of it has the same members. */
function asDecided({ decision, ...claim }: ReportedClaim): ReportedClaim {
  const found = (claim.evidence ?? []).map((item) => ({ ...item, url: pageOf(item.url) ?? '' }));
  if (decision === undefined) return { ...claim, evidence: found };
  const { checked: _, ...others } = claim;
  const own = (decision.evidence ?? []).map(
    ({ text = '', url = '' }): Evidence => ({
      ...{ source: 'person', kind: 'web', stance: 'neutral', title: '' },
      ...{ url: pageOf(url) ?? '', quote: text },
    }),
  );
  // What the model said speaks for its own verdict alone.
  const same = decision.verdict === claim.verdict && claim.checked !== false ? claim.explanation : undefined;
  return {
    ...others,
    verdict: decision.verdict,
    explanation: decision.note || same || `Decided by a person: ${STATE_WORDS[decision.verdict]}.`,
    evidence: [...own, ...found],
  };
}

/** Evidence of the gateway's own pages has a path alone. */
function withAbsoluteUrls(claim: ReportedClaim, base: string): ReportedClaim {
  const absolute = (item: Evidence): Evidence =>
    item.url.startsWith('/') ? { ...item, url: URL.parse(item.url, base)?.href ?? '' } : item;
  const { evidence, parts } = claim;
  return {
    ...claim,
    ...(evidence === undefined ? {} : { evidence: evidence.map(absolute) }),
    ...(parts === undefined
      ? {}
      : { parts: parts.map((part) => ({ ...part, evidence: part.evidence.map(absolute) })) }),
  };
}

const person = (name: string) => ({ '@type': 'Person', name });
const known = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });
const momentOf = (milliseconds: number): string => new Date(milliseconds).toISOString();
const dayOf = (milliseconds: number): string => momentOf(milliseconds).slice(0, 10);
