/** Reads one document of an operator's file. What is wrong is named by its field; its value is not repeated. */
import { cleanLine, cleanText } from './clean-text.ts';
import { type ClaimDecision, type CorpusDocument, RATING_NAMES, REVIEW_VERDICTS } from './document.ts';

/** UTF-16 units. */
export const LIMITS = { id: 512, title: 2_000, url: 2_048, text: 8_000_000 } as const;

export class DocumentFault extends Error {
  /** `""` where the whole line is wrong. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(field === '' ? message : `${field}: ${message}`);
    this.name = 'DocumentFault';
    this.field = field;
  }
}

/**
 * @param line a JSON object `{id, title, url, text, published?}`, or a decision on a claim, `{review, id?, title?, url?}`;
 *   other fields are passed over.
 * @throws DocumentFault
 */
export function readDocument(line: string): CorpusDocument {
  const given = readObject(line);
  return given.review === undefined ? toDocument(given) : toDecision(given);
}

/**
 * A decision on a claim, as a document that is found by the claim and says what was decided.
 *
 * @param given `{review: {claim, verdict?, rating?, author, date?}, id?, title?, url?}`, with a verdict or a rating.
 * @throws DocumentFault
 */
export function toDecision(given: Record<string, unknown>): CorpusDocument {
  const review = readDecision(given.review);
  const { claim, rating, author, date } = review;
  const document = toDocument(
    { ...given, text: `Claim: ${claim}\nRating: ${rating}\nChecked by: ${author}`, published: date },
    { id: `${author}: ${claim}`.slice(0, LIMITS.id).trim(), title: claim, url: '', published: undefined },
  );
  return { ...document, review };
}

/** UTF-16 units: what was decided is one passage. */
const DECISION_LIMITS = { claim: 1_000, rating: 200, author: 200 } as const;

function readDecision(value: unknown): ClaimDecision {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DocumentFault('review', 'must be an object');
  }
  const fields = value as Record<string, unknown>;
  const read = (field: keyof typeof DECISION_LIMITS): string => {
    const given = fields[field];
    if (typeof given !== 'string' || cleanLine(given) === '') {
      throw new DocumentFault(`review.${field}`, given === undefined ? 'is missing' : 'must be a text');
    }
    if (given.length > DECISION_LIMITS[field]) {
      throw new DocumentFault(`review.${field}`, `must have at most ${DECISION_LIMITS[field]} characters`);
    }
    return cleanLine(given);
  };
  const verdict = REVIEW_VERDICTS.find((one) => one === fields.verdict);
  if (fields.verdict !== undefined && verdict === undefined) {
    throw new DocumentFault('review.verdict', `must be one of ${REVIEW_VERDICTS.join(', ')}`);
  }
  const date = readDate(fields.date, 'review.date');
  return {
    claim: read('claim'),
    ...(verdict === undefined ? {} : { verdict }),
    rating: verdict !== undefined && fields.rating === undefined ? RATING_NAMES[verdict] : read('rating'),
    author: read('author'),
    ...(date === undefined ? {} : { date }),
  };
}

/**
 * @param given the fields of a document.
 * @param defaults of fields that may be absent or blank; without one for `url`, there must be an address.
 * @throws DocumentFault
 */
export function toDocument(
  given: Record<string, unknown>,
  defaults: Partial<Record<Exclude<keyof CorpusDocument, 'text' | 'review'>, string | undefined>> = {},
): CorpusDocument {
  const isThere = ([name, value]: [string, unknown]): boolean => !(name in defaults && isBlank(value));
  const fields = { ...defaults, ...Object.fromEntries(Object.entries(given).filter(isThere)) };
  const id = readString(fields, 'id');
  if (id.trim() === '') throw new DocumentFault('id', 'must not be empty');
  if (cleanText(id) !== id) throw new DocumentFault('id', 'must not hold control characters or blank ends');
  const title = cleanLine(readString(fields, 'title'));
  const url = fields.url === '' && defaults.url === '' ? '' : readUrl(readString(fields, 'url'));
  const text = cleanText(readString(fields, 'text'));
  if (text === '') throw new DocumentFault('text', 'must not be empty');
  const published = readDate(fields.published);
  return { id, title, url, text, ...(published === undefined ? {} : { published }) };
}

const isBlank = (value: unknown): boolean =>
  value == null || (typeof value === 'string' && value.trim() === '');

export function readObject(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DocumentFault('', 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DocumentFault('', 'must be a JSON object');
  }
  return value as Record<string, unknown>;
}

function readString(fields: Record<string, unknown>, field: keyof typeof LIMITS): string {
  const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
  if (value === undefined) throw new DocumentFault(field, 'is missing');
  if (typeof value !== 'string') throw new DocumentFault(field, 'must be a string');
  if (value.length > LIMITS[field]) {
    throw new DocumentFault(field, `must have at most ${LIMITS[field]} characters`);
  }
  return value;
}

/** What may stand in an address as it is. */
const PLAIN_URL = /^[^\s"<>\\^`{|}\x7f-\uffff]+$/;

/** Evidence is shown with its address: only what a browser opens, with nothing secret in it. */
function readUrl(given: string): string {
  const text = given.trim();
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new DocumentFault('url', 'must be an http(s) URL');
  if (url.username !== '' || url.password !== '') throw new DocumentFault('url', 'must not hold a password');
  return PLAIN_URL.test(text) ? text : url.href;
}

/** ISO 8601: a year, month or day, or a day with its time. */
const DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;

function readDate(value: unknown, field = 'published'): string | undefined {
  if (value === undefined || value === null) return undefined;
  const fault = new DocumentFault(field, 'must be an ISO 8601 date, such as 2026-11-05');
  if (typeof value !== 'string') throw fault;
  const day = value.slice(0, 10);
  if (!DATE.test(value) && !(DATE_TIME.test(value) && DATE.test(day) && !Number.isNaN(Date.parse(value)))) {
    throw fault;
  }
  // 30 February: what the calendar makes of it is another day.
  if (day.length === 10 && new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) throw fault;
  return value;
}
