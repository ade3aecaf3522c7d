/** Reads one document of an operator's file. What is wrong is named by its field; its value is not repeated. */
import { cleanLine, cleanText } from './clean-text.ts';
import type { CorpusDocument } from './document.ts';

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
 * @param line a JSON object `{id, title, url, text, published?}`; other fields are passed over.
 * @throws DocumentFault
 */
export function readDocument(line: string): CorpusDocument {
  return toDocument(readObject(line));
}

/**
 * @param given the fields of a document.
 * @param defaults of fields that may be absent or blank; without one for `url`, there must be an address.
 * @throws DocumentFault
 */
export function toDocument(
  given: Record<string, unknown>,
  defaults: Partial<Record<Exclude<keyof CorpusDocument, 'text'>, string | undefined>> = {},
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

function readDate(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const fault = new DocumentFault('published', 'must be an ISO 8601 date, such as 2026-11-05');
  if (typeof value !== 'string') throw fault;
  const day = value.slice(0, 10);
  if (!DATE.test(value) && !(DATE_TIME.test(value) && DATE.test(day) && !Number.isNaN(Date.parse(value)))) {
    throw fault;
  }
  // 30 February: what the calendar makes of it is another day.
  if (day.length === 10 && new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) throw fault;
  return value;
}
