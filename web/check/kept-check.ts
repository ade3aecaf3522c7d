/** A check as it is kept and exported, and what the list of checks shows of it. */
import type { FactCheckMetadata } from '../api/types.ts';
import { type CheckAbout, readAbout } from '../claims/check-about.ts';
import type { ClaimState } from '../claims/claim-state.ts';
import { COUNTS } from '../claims/name-counts.ts';
import { decisionOf, finalState } from '../claims/person-decision.ts';
import { isFields, readMetadata } from '../claims/read-claims.ts';
import { findReported } from '../claims/report-facts.ts';
import { texts } from '../texts.ts';
import { type Found, readFound } from './follow-edit.ts';

export interface KeptCheck {
  readonly id: string;
  /** Unix milliseconds of the last change. */
  readonly updated: number;
  readonly text: string;
  readonly found: Found;
  readonly metadata?: FactCheckMetadata | undefined;
  readonly about: CheckAbout;
}

/** What the list shows without reading texts and claims. */
export interface Entry {
  readonly id: string;
  readonly updated: number;
  /** The text's first words. */
  readonly opening: string;
  readonly about: CheckAbout;
  /** So many claims of each verdict, those that nobody has judged as `found`. */
  readonly counts: Partial<Readonly<Record<ClaimState, number>>>;
  /** As long as it can be undone: after a reload it is gone. */
  readonly deleted?: boolean;
}

const OPENING = 100;

export function entryOf({ id, updated, text, found, about }: KeptCheck): Entry {
  const states = findReported(found.claims).map(({ claim }) => finalState(claim));
  const counts: Partial<Record<ClaimState, number>> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  // A long text is looked at no further than its beginning.
  const opening = text
    .trimStart()
    .slice(0, OPENING * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, OPENING);
  return { id, updated, opening, about, counts };
}

/** Its given title, else that of its article, else its first words. */
export function nameCheck({ about, opening }: Pick<Entry, 'about' | 'opening'>): string {
  return [about.title, about.document?.title, opening].find(Boolean) ?? texts.check.untitled;
}

/** What is searched beside the text: names and addresses, claims in full, what a person noted. */
export function searchable({ text, found, about }: Pick<KeptCheck, 'text' | 'found' | 'about'>): string {
  const { title, author, document = {} } = about;
  const claims = found.claims.flatMap((claim) => [claim.text, claim.reading, decisionOf(claim)?.note]);
  const words = [title, author, document.title, document.author, document.url, text, ...claims];
  return words
    .filter((word) => word !== undefined)
    .join('\n')
    .toLowerCase();
}

/** Reads what an earlier version, or somebody else, has left: what is no entry is not listed. */
export function readEntry(value: unknown): Entry | undefined {
  if (!isFields(value) || typeof value.id !== 'string' || value.id === '') return undefined;
  const { id, updated, opening, counts, deleted } = value;
  const known = isFields(counts) ? counts : {};
  return {
    id,
    updated: typeof updated === 'number' && Number.isFinite(updated) ? updated : 0,
    opening: typeof opening === 'string' ? opening : '',
    about: readAbout(value.about),
    counts: Object.fromEntries(
      COUNTS.flatMap(([state]) => (typeof known[state] === 'number' ? [[state, known[state]]] : [])),
    ),
    ...(deleted === true ? { deleted } : {}),
  };
}

/** @returns `undefined` where there is no text, which is all that a check cannot be without. */
export function readKept(
  entry: Entry | undefined,
  text: unknown,
  found: unknown,
  metadata: unknown,
): KeptCheck | undefined {
  if (entry === undefined || typeof text !== 'string') return undefined;
  const { id, updated, about } = entry;
  return { id, updated, text, found: readFound(found), metadata: readMetadata(metadata), about };
}
