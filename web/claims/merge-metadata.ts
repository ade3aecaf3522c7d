/** What several checks of one text come to. */
import type { Claim, FactCheckMetadata, Revision, Usage } from '../api/types.ts';
import { isUnchecked } from './claim-state.ts';

/**
 * What two checks of the same text say together.
 * @param text with whose offsets the corrections are given.
 */
export function mergeMetadata(
  before: FactCheckMetadata | undefined,
  after: FactCheckMetadata,
  text: string,
): FactCheckMetadata {
  if (before === undefined) return after;
  const revisions = [...(before.revisions ?? []), ...(after.revisions ?? [])];
  const usage = after.usage === undefined ? before.usage : addUsage(before.usage, after.usage);
  const anew = new Set(after.claims.map(placeOf));
  const earlier = before.claims.filter((claim) => !isUnchecked(claim) && !anew.has(placeOf(claim)));
  const claims = [...earlier, ...after.claims];
  return {
    ...before,
    claims,
    mode: after.mode,
    ...totalsOf(claims),
    ...joinSources(before, after),
    ...(revisions.length === 0 ? {} : { revisions, revised_content: applyRevisions(text, revisions) }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** With its words: an exchange has two texts. */
const placeOf = ({ role, start, end, original_text }: Claim): string =>
  `${role}-${start}-${end}-${original_text}`;

/** @returns how sure the verdicts are on average; `undefined` where there is none. */
export function meanSureness(claims: readonly Claim[]): number | undefined {
  const shares = claims.flatMap((claim) => (isUnchecked(claim) ? [] : (claim.verdict_confidence ?? [])));
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share) / shares.length;
}

/** @returns how probable it is on average that the claims are true by their evidence; 1 where there is none. */
function meanTruth(claims: readonly Claim[]): number {
  const truths = claims.map((claim) => {
    const { verdict, verdict_confidence: sure = 0.5 } = claim;
    if (isUnchecked(claim) || (verdict !== 'supported' && verdict !== 'refuted')) return 0.5;
    return verdict === 'supported' ? sure : 1 - sure;
  });
  if (truths.length === 0) return 1;
  return Math.round((truths.reduce((sum, truth) => sum + truth) / truths.length) * 1e4) / 1e4;
}

/** @returns what a check says of all of its claims. */
export function totalsOf(claims: readonly Claim[]): Pick<FactCheckMetadata, 'confidence_score' | 'summary'> {
  const count = (verdict: Claim['verdict']): number =>
    claims.filter((claim) => !isUnchecked(claim) && claim.verdict === verdict).length;
  return {
    confidence_score: meanTruth(claims),
    summary: {
      claims: claims.length,
      supported: count('supported'),
      refuted: count('refuted'),
      conflicting: count('conflicting'),
      not_enough_evidence: count('not_enough_evidence'),
      unchecked: claims.filter(isUnchecked).length,
    },
  };
}

/** The sources that two checks have asked, and what was sent to them. */
export function joinSources(
  before: FactCheckMetadata | undefined,
  after: FactCheckMetadata,
): Pick<FactCheckMetadata, 'sources_consulted' | 'searches'> {
  const searches = [...(before?.searches ?? []), ...(after.searches ?? [])];
  return {
    sources_consulted: [...new Set([...(before?.sources_consulted ?? []), ...after.sources_consulted])],
    ...(searches.length === 0 ? {} : { searches }),
  };
}

/** Puts corrections into a text; of two that overlap, the first. */
export function applyRevisions(text: string, revisions: readonly Revision[]): string {
  let revised = '';
  let from = 0;
  for (const { start, end, right } of revisions.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    revised += text.slice(from, start) + right;
    from = end;
  }
  return revised + text.slice(from);
}

export function addUsage(before: Usage | undefined, more: Usage): Usage {
  if (before === undefined) return more;
  const cost = before.cost === undefined || more.cost === undefined ? undefined : before.cost + more.cost;
  return {
    ...(cost === undefined ? {} : { cost }),
    prompt_tokens: before.prompt_tokens + more.prompt_tokens,
    completion_tokens: before.completion_tokens + more.completion_tokens,
    total_tokens: before.total_tokens + more.total_tokens,
  };
}
