/**
 * Decisions on claims as others write them: schema.org ClaimReview (https://schema.org/ClaimReview), alone, in lists and
 * graphs, or in a feed (https://schema.org/DataFeed), and the JSON of a report that a person has decided in.
 */
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import type { ClaimDecision } from '../../corpus/document.ts';

/** As `toDecision` of the corpus reads it, which says what is wrong with its fields. */
export interface FoundDecision {
  readonly review: Readonly<Record<keyof ClaimDecision, unknown>>;
  readonly title?: unknown;
  readonly url?: unknown;
}

/** Objects that are looked at below one another. */
const DEEPEST = 8;

/**
 * @param author who decided, where a file does not say.
 * @returns every decision in it, in order; none where it holds none. Fields are as they stand there.
 */
export function readClaimReviews(value: unknown, author?: string): readonly FoundDecision[] {
  return isReport(value)
    ? readReport(value, author)
    : [...findReviews(value, 0)].map((one) => readReview(one, author));
}

function* findReviews(value: unknown, depth: number): Generator<JsonObject> {
  if (depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* findReviews(one, depth + 1);
  } else if (isObject(value)) {
    if ([value['@type']].flat().includes('ClaimReview')) yield value;
    else
      for (const place of ['@graph', 'dataFeedElement', 'item']) yield* findReviews(value[place], depth + 1);
  }
}

function readReview(review: JsonObject, author: string | undefined): FoundDecision {
  const { claimReviewed, reviewRating, datePublished, url, name, headline } = review;
  const rating = firstOf(reviewRating);
  const said = textOf(rating.alternateName) ?? textOf(rating.name);
  const verdict = verdictOf(rating, said);
  return {
    review: {
      claim: claimReviewed ?? firstOf(review.itemReviewed).text,
      verdict,
      rating: said ?? (verdict === undefined ? textOf(rating.ratingValue) : undefined),
      author: nameOf(review.author) ?? nameOf(review.publisher) ?? author,
      date: dateOf(datePublished),
    },
    title: textOf(headline) ?? textOf(name),
    url,
  };
}

/** Of a report, only what a person has decided counts. */
function isReport(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value.claims) && typeof value.text === 'string';
}

function readReport({ claims, report }: JsonObject, author: string | undefined): readonly FoundDecision[] {
  const about = isObject(report) ? report : {};
  return (claims as readonly unknown[]).filter(isObject).flatMap((claim): readonly FoundDecision[] => {
    const { decision } = claim;
    if (!isObject(decision)) return [];
    return [
      {
        review: {
          claim: claim.reading ?? claim.text,
          verdict: decision.verdict,
          rating: undefined,
          author: textOf(about.author) ?? textOf(about.publisher) ?? author,
          date: dayOf(decision.at) ?? dateOf(about.date),
        },
        title: textOf(about.title),
        url: textOf(about.url),
      },
    ];
  });
}

/** Ratings by name, as fact-checkers write them. */
const BY_NAME: readonly (readonly [pattern: RegExp, verdict: NonNullable<ClaimDecision['verdict']>])[] = [
  [
    /^(?:mostly |largely |entirely |completely )?(?:false|fake|wrong|incorrect|untrue|inaccurate|fabricated|debunked|hoax|falsch|faux|falso)$|^pants on fire$/,
    'refuted',
  ],
  [
    /^(?:mostly |largely |entirely |completely )?(?:true|correct|accurate|verified|richtig|wahr|vrai|verdadero|vero)$/,
    'supported',
  ],
  [
    /^(?:half[- ]true|mixture|mixed|partly (?:true|false)|partially (?:true|false)|conflicting evidence|teilweise falsch|teils falsch)$/,
    'conflicting',
  ],
  [/^(?:unproven|unverified|unsupported|not enough evidence|no evidence|unbelegt)$/, 'not_enough_evidence'],
];
/** Shares of the way from the worst to the best rating. */
const MOSTLY_FALSE = 0.25;
const MOSTLY_TRUE = 0.75;

/** A scale says more surely what is meant than a name does; where neither says it, there is no verdict. */
function verdictOf(rating: JsonObject, said: string | undefined): ClaimDecision['verdict'] {
  const [value, best, worst] = [rating.ratingValue, rating.bestRating, rating.worstRating].map(Number);
  const isScale = rating.ratingValue != null && rating.bestRating != null && rating.worstRating != null;
  const share = isScale ? (value! - worst!) / (best! - worst!) : Number.NaN;
  if (share >= 0 && share <= 1) {
    return share <= MOSTLY_FALSE ? 'refuted' : share >= MOSTLY_TRUE ? 'supported' : 'conflicting';
  }
  const name =
    said
      ?.toLowerCase()
      .replace(/[.!"“”]/g, '')
      .trim() ?? '';
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

/** @returns the object, the first of several, or one without fields. */
function firstOf(value: unknown): JsonObject {
  const [first] = [value].flat();
  return isObject(first) ? first : {};
}

function nameOf(value: unknown): string | undefined {
  const [first] = [value].flat();
  return textOf(first) ?? (isObject(first) ? textOf(first.name) : undefined);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** "2026-11-05 10:00:00", as some feeds have it, is a day. */
function dateOf(value: unknown): unknown {
  const text = textOf(value);
  return text === undefined ? undefined : (/^\d{4}-\d{2}-\d{2}(?= )/.exec(text)?.[0] ?? text);
}

/** @param at Unix milliseconds. */
function dayOf(at: unknown): string | undefined {
  const time = typeof at === 'number' ? new Date(at) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString().slice(0, 10);
}
