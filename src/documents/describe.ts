/** What a document says of itself, made fit to be shown. */
import { cleanLine } from '../engine/corpus/clean-text.ts';
import type { ReadableDocument } from './document.ts';

export type About = Pick<ReadableDocument, 'title' | 'author' | 'date'>;

/** UTF-16 units of a title or of authors. */
const LONGEST = 300;
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;

/** @returns what is there and not blank, each on one line. */
export function describe(about: Readonly<Record<keyof About, string | null | undefined>>): About {
  const cleaned = Object.entries(about).map(([name, value]) => [name, shorten(cleanLine(value ?? ''))]);
  return Object.fromEntries(cleaned.filter(([, value]) => value !== ''));
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;
}

/** @returns the day of an ISO 8601 date, as it is written there; `undefined` where it is none. */
export function dayOf(date: string | null | undefined): string | undefined {
  const day = DAY.exec(date?.trim() ?? '')?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}
