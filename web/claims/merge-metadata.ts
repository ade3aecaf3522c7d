/** What several checks of one text come to. */
import type { Claim, FactCheckMetadata, Usage } from '../api/types.ts';
import { isUnchecked } from './claim-state.ts';

interface Revision {
  readonly start: number;
  readonly end: number;
  readonly right: string;
}

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
  const revisions = [...(before.revisions ?? []), ...(after.revisions ?? [])] as unknown as Revision[];
  const searches = [...(before.searches ?? []), ...(after.searches ?? [])];
  const usage = after.usage === undefined ? before.usage : addUsage(before.usage, after.usage);
  const claims = [...before.claims.filter((claim) => !isUnchecked(claim)), ...after.claims];
  return {
    ...before,
    claims,
    mode: after.mode,
    confidence_score: meanSureness(claims) ?? after.confidence_score,
    sources_consulted: [...new Set([...before.sources_consulted, ...after.sources_consulted])],
    ...(revisions.length === 0 ? {} : { revisions, revised_content: revise(text, revisions) }),
    ...(searches.length === 0 ? {} : { searches }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** @returns how sure the verdicts are on average; `undefined` where there is none. */
export function meanSureness(claims: readonly Claim[]): number | undefined {
  const shares = claims.flatMap((claim) => (isUnchecked(claim) ? [] : (claim.verdict_confidence ?? [])));
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share) / shares.length;
}

function revise(text: string, revisions: readonly Revision[]): string {
  return [...revisions]
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, right }) => all.slice(0, start) + right + all.slice(end), text);
}

export function addUsage(before: Usage | undefined, more: Usage): Usage {
  if (before === undefined) return more;
  return {
    prompt_tokens: before.prompt_tokens + more.prompt_tokens,
    completion_tokens: before.completion_tokens + more.completion_tokens,
    total_tokens: before.total_tokens + more.total_tokens,
  };
}
