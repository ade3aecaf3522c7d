/** Claims of a text that a check left unchecked, verified in as many requests as the server's limit makes of them. */
import { type CheckEvent, type CheckRequest, checkText } from '../api/gateway.ts';
import type { Claim, FactCheckMetadata, Usage } from '../api/types.ts';
import { isSamePlace, isUnchecked } from './claim-state.ts';
import { findDistinct } from './distinct-claims.ts';

export interface Rest
  extends Pick<CheckRequest, 'model' | 'key' | 'judge' | 'sources' | 'maxClaims' | 'documents'> {
  /** The text that the claims' offsets are of. */
  readonly text: string;
  /** Those that already have a verdict are left alone. */
  readonly claims: readonly Claim[];
  /** The most claims that the server verifies in one request. */
  readonly limit: number;
}

export type RestEvent =
  | { readonly type: 'checking'; readonly ids: readonly string[] }
  | { readonly type: 'verdict'; readonly claim: Claim }
  /** The end of one request. */
  | { readonly type: 'done'; readonly metadata: FactCheckMetadata };

type Check = (request: CheckRequest, signal: AbortSignal) => AsyncIterable<CheckEvent>;

/**
 * Verifies the unchecked claims of a text. The claims come with the ids and places of those given:
 * {@link putChecked} puts them there.
 * @throws ApiFailure, also in mid-stream.
 */
export async function* checkRest(
  { text, claims, limit, ...request }: Rest,
  signal: AbortSignal,
  check: Check = checkText,
): AsyncGenerator<RestEvent> {
  for (const chunk of splitRest(claims, limit)) {
    const spans = chunk.map(({ start, end }) => ({ start, end }));
    const known = new Map<string, Claim>();
    const toKnown = (claim: Claim): Claim | undefined => {
      const same = chunk.find((one) => isSamePlace(one, claim));
      if (same !== undefined) known.set(claim.id, same);
      return same;
    };
    function* verdictOf(claim: Claim): Generator<RestEvent> {
      const same = toKnown(claim);
      if (same === undefined || claim.verdict === undefined) return;
      const { id, role, message_index } = same;
      yield { type: 'verdict', claim: { ...claim, id, role, message_index } };
    }
    for await (const event of check({ ...request, text, mode: 'verify', spans }, signal)) {
      if (event.type === 'claim') toKnown(event.claim);
      if (event.type === 'verdict') yield* verdictOf(event.claim);
      if (event.type === 'checking') {
        yield { type: 'checking', ids: event.ids.flatMap((id) => known.get(id)?.id ?? []) };
      }
      if (event.type === 'done') {
        for (const claim of event.metadata.claims) yield* verdictOf(claim);
        yield { type: 'done', metadata: event.metadata };
      }
    }
  }
}

function splitRest(claims: readonly Claim[], limit: number): Claim[][] {
  const rest = claims.filter(isUnchecked);
  const size = Math.max(1, limit);
  return Array.from({ length: Math.ceil(rest.length / size) }, (_, at) =>
    rest.slice(at * size, (at + 1) * size),
  );
}

/** The claims as they are shown while the rest is checked: what is to be checked has no verdict yet. */
export function openRest(claims: readonly Claim[]): readonly Claim[] {
  return claims.map((claim) => (isUnchecked(claim) ? unjudged(claim) : claim));
}

/** A claim as it was found. */
export function unjudged(claim: Claim): Claim {
  const { verdict, checked, explanation, evidence, verdict_confidence, checking, ...more } = claim;
  const { reading, parts, correction, claim_review, ...found } = more;
  return found;
}

/** A claim that is not asked for now. */
export function setAside(claim: Claim): Claim {
  return claim.verdict === undefined ? { ...claim, checked: false } : claim;
}

/** The claims once a check has ended, however it did: those that got no verdict are again what they were. */
export function closeRest(claims: readonly Claim[], before: readonly Claim[]): readonly Claim[] {
  const earlier = new Map(before.map((claim) => [placeOf(claim), claim]));
  return claims.map((claim) => {
    const old = claim.verdict === undefined ? earlier.get(placeOf(claim)) : undefined;
    // What a person decides while a check runs holds after it.
    const settled = old === undefined ? claim : decideAs(old, claim.decision);
    const { checking, ...kept } = settled;
    return checking === undefined ? settled : kept;
  });
}

/** The claim with a person's verdict, or without one. */
export function decideAs(claim: Claim, decision: Claim['decision']): Claim {
  if (claim.decision === decision) return claim;
  const { decision: _before, ...others } = claim;
  return decision === undefined ? others : { ...others, decision };
}

/** With its words: those before may be of another text. */
const placeOf = ({ start, end, original_text }: Claim): string => `${start}-${end}-${original_text}`;

/** What a person decided stands, whatever a model says of the claim anew. */
export function inherit(before: Claim | undefined, claim: Claim): Claim {
  return before?.decision === undefined ? claim : { ...claim, decision: before.decision };
}

/** Puts a claim in the place of the one that stands there; what a person decided of that one stays. */
export function putChecked(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  return claims.map((one) => {
    if (!isSamePlace(one, claim)) return one;
    return inherit(one, claim);
  });
}

/** Tokens that the verdict on one claim takes, by experience. */
const TOKENS_A_CLAIM = 800;

export interface RestCost {
  readonly claims: number;
  readonly requests: number;
  readonly tokens: number;
}

/**
 * What checking the rest will cost. A claim that is repeated is verified once.
 * @param texts the claims of each text: they are asked for apart.
 * @param usage of the check of those that have a verdict.
 */
export function estimateRest(
  texts: readonly (readonly Claim[])[],
  usage: Usage | undefined,
  limit: number,
): RestCost {
  const all = findDistinct(texts.flat());
  const claims = all.filter(({ claim }) => isUnchecked(claim)).length;
  const checked = all.length - claims;
  const spent = checked === 0 ? 0 : (usage?.total_tokens ?? 0) / checked;
  return {
    claims,
    requests: texts.reduce((sum, one) => sum + splitRest(one, limit).length, 0),
    // Verdicts that the gateway had already took none.
    tokens: Math.round(((spent || TOKENS_A_CLAIM) * claims) / 100) * 100,
  };
}
