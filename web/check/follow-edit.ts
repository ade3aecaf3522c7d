/** What the claims of an edited text take over from those of the text as it was. */
import type { Claim } from '../api/types.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { isFields, readClaims } from '../claims/read-claims.ts';

/** Claims, and the text that their offsets are of. */
export interface Found {
  readonly text: string;
  readonly claims: readonly Claim[];
  /** Verified claims whose sentences an edit took out: where one comes back, so does its verdict. */
  readonly gone: readonly Claim[];
}

export const NOTHING_FOUND: Found = { text: '', claims: [], gone: [] };

/** Reads what was kept of an earlier visit: claims that do not stand in their text are looked for anew. */
export function readFound(kept: unknown): Found {
  if (!isFields(kept) || typeof kept.text !== 'string') return NOTHING_FOUND;
  const { text } = kept;
  const claims = readClaims(kept.claims);
  if (claims.some(({ start, end, original_text: said }) => text.slice(start, end) !== said))
    return NOTHING_FOUND;
  return { text, claims, gone: readClaims(kept.gone) };
}

/** UTF-16 units before a claim: a claim that was understood by them is another one where they change. */
const LEAD = 300;
/** So many claims after the last one that stands are looked through for the changed one. */
const NEAR = 8;
/** The share of words that a sentence and its new wording have in common at least. */
const ALIKE = 0.5;
const MOST_GONE = 500;

/**
 * A claim whose sentence stands as it stood keeps its verdict; one whose sentence was changed is unchecked, with the
 * verdict on its old wording as `outdated`.
 * @param claims of the edited text, without verdicts.
 */
export function followEdit(before: Found, text: string, claims: readonly Claim[]): Found {
  const twins = findTwins(before, claims);
  const olds = findReworded(before.claims, claims, twins);
  const newId = idsBeside(before.claims);
  const now = claims.map((claim, index) => {
    const twin = twins[index];
    if (twin !== undefined && (!isContextual(twin) || leadOf(before.text, twin) === leadOf(text, claim)))
      return move(twin, claim);
    const old = twin ?? olds.get(index);
    return old === undefined ? { ...claim, id: newId() } : outdate(claim, old);
  });
  const taken = new Set([...twins, ...olds.values()]);
  const gone = [...before.gone, ...before.claims].filter(
    (claim) => (!isUnchecked(claim) || claim.decision !== undefined) && !taken.has(claim),
  );
  return { text, claims: now, gone: gone.slice(-MOST_GONE) };
}

/** For each claim, the earlier one of the same sentence. */
function findTwins({ claims, gone }: Found, now: readonly Claim[]): (Claim | undefined)[] {
  const sentences = Map.groupBy(
    [...claims, ...gone.filter((claim) => !isContextual(claim))],
    ({ original_text }) => original_text,
  );
  return now.map(({ original_text }) => sentences.get(original_text)?.shift());
}

/** For each claim without a twin, by its index: the one beside it that it is a new wording of. */
function findReworded(
  before: readonly Claim[],
  now: readonly Claim[],
  twins: readonly (Claim | undefined)[],
): Map<number, Claim> {
  const places = new Map(before.map((claim, index) => [claim, index]));
  const free = new Set(before);
  for (const twin of twins) if (twin !== undefined) free.delete(twin);
  const found = new Map<number, Claim>();
  let from = 0;
  for (const [index, claim] of now.entries()) {
    const twin = twins[index];
    const old =
      twin ??
      mostAlike(
        claim,
        before.slice(from, from + NEAR).filter((one) => free.has(one)),
      );
    if (old === undefined) continue;
    from = (places.get(old) ?? from - 1) + 1;
    if (twin !== undefined) continue;
    free.delete(old);
    found.set(index, old);
  }
  return found;
}

function mostAlike({ original_text }: Claim, olds: readonly Claim[]): Claim | undefined {
  if (olds.length === 0) return undefined;
  const words = wordsOf(original_text);
  let best: Claim | undefined;
  let most = ALIKE;
  for (const old of olds) {
    const others = wordsOf(old.original_text);
    const alike = (2 * words.intersection(others).size) / (words.size + others.size);
    if (alike < most) continue;
    most = alike;
    best = old;
  }
  return best;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** Whether what it says depends on what stands before it. */
const isContextual = ({ reading, text, original_text }: Claim): boolean =>
  reading !== undefined || text.trim() !== original_text.trim();

const leadOf = (text: string, { start }: Claim): string => text.slice(Math.max(0, start - LEAD), start);

/** The same object where nothing moved, so that nothing of it is drawn anew. */
function move(claim: Claim, { start, end }: Claim): Claim {
  if (claim.start === start && claim.end === end && claim.checking === undefined) return claim;
  const { checking: _, ...kept } = claim;
  return { ...kept, start, end };
}

function outdate(claim: Claim, old: Claim): Claim {
  const verified = isUnchecked(old) && old.decision === undefined ? old.outdated : old;
  if (verified === undefined) return { ...claim, id: old.id };
  if (verified.original_text === claim.original_text && !isContextual(verified))
    return move({ ...verified, id: old.id }, claim);
  const { outdated: _, ...before } = verified;
  return { ...claim, id: old.id, outdated: before };
}

/** @returns gives ids that none of the claims has. */
export function idsBeside(claims: readonly Claim[]): () => string {
  const taken = new Set(claims.map(({ id }) => id));
  let number = 0;
  return () => {
    let id: string;
    do {
      number += 1;
      id = `claim-${number}`;
    } while (taken.has(id));
    return id;
  };
}
