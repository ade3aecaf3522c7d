/** What becomes of a text's claims while verdicts come in. */
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { closeRest, inherit } from '../claims/check-rest.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import { totalsOf } from '../claims/merge-metadata.ts';
import { type Found, idsBeside } from './follow-edit.ts';

export function put(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  const at = claims.findIndex(({ id }) => id === claim.id);
  return at === -1 ? [...claims, claim] : claims.with(at, inherit(claims[at], claim));
}

/** @returns the claim of before where the other says the same: nothing that shows it is drawn anew. */
export function sameIfEqual(before: Claim | undefined, after: Claim): Claim {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after) ? before : after;
}

interface Names {
  /** The id of a claim as the page knows it: that of the claim in its place, else a new one. */
  of(claim: Claim): string;
  /** By the gateway's id, of claims that came before. */
  known(id: string): string;
}

/** Ids of the gateway are of one request: those of the page stay while the text is edited. */
export function openNames(claims: readonly Claim[]): Names {
  const places = new Map(claims.map((claim) => [placeOf(claim), claim.id]));
  const names = new Map<string, string>();
  const newId = idsBeside(claims);
  return {
    of: (claim) => {
      const name = names.get(claim.id) ?? places.get(placeOf(claim)) ?? newId();
      names.set(claim.id, name);
      return name;
    },
    known: (id) => names.get(id) ?? id,
  };
}

const placeOf = ({ start, end }: Claim): string => `${start}-${end}`;

/** @returns what a check that is ended now leaves: claims without a new verdict are what they were before it. */
export function settleClaims<
  C extends { readonly found: Found; readonly metadata?: FactCheckMetadata | undefined },
>(check: C, before: Found, metadata: FactCheckMetadata | undefined): C {
  const { found } = check;
  if (found.claims.length === 0) return { ...check, found: before, metadata };
  const claims = closeRest(found.claims, before.claims);
  return { ...check, found: { ...found, claims }, metadata: check.metadata ?? metadata };
}

/** What a check says that holds of an edited text too: nothing, where none of its verdicts does. */
export function followMetadata(
  metadata: FactCheckMetadata | undefined,
  claims: readonly Claim[],
): FactCheckMetadata | undefined {
  const kept = claims.filter((claim) => !isUnchecked(claim));
  if (metadata === undefined || kept.length === 0) return undefined;
  const { revised_content: _content, revisions: _revisions, ...others } = metadata;
  return { ...others, claims: kept, claims_detected: claims.length, ...totalsOf(kept) };
}
