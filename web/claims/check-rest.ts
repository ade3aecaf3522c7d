/** Claims of a text that a check left unchecked, verified in as many requests as the server's limit makes of them. */
import { type CheckEvent, type CheckRequest, checkText } from '../api/gateway.ts';
import type { Claim, FactCheckMetadata, Usage } from '../api/types.ts';
import { isUnchecked } from './claim-state.ts';

export interface Rest extends Pick<CheckRequest, 'model' | 'key' | 'sources'> {
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

const isSamePlace = (one: Claim, other: Claim): boolean => one.start === other.start && one.end === other.end;

function splitRest(claims: readonly Claim[], limit: number): Claim[][] {
  const rest = claims.filter(isUnchecked);
  const size = Math.max(1, limit);
  return Array.from({ length: Math.ceil(rest.length / size) }, (_, at) =>
    rest.slice(at * size, (at + 1) * size),
  );
}

/** Puts a claim in the place of the one that stands there. */
export function putChecked(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  return claims.map((one) => (isSamePlace(one, claim) ? claim : one));
}

/** Tokens that the verdict on one claim takes, by experience. */
const TOKENS_A_CLAIM = 800;

export interface RestCost {
  readonly claims: number;
  readonly requests: number;
  readonly tokens: number;
}

/**
 * What checking the rest will cost.
 * @param texts the claims of each text: they are asked for apart.
 * @param usage of the check of those that have a verdict.
 */
export function estimateRest(
  texts: readonly (readonly Claim[])[],
  usage: Usage | undefined,
  limit: number,
): RestCost {
  const all = texts.flat();
  const claims = all.filter(isUnchecked).length;
  const checked = all.length - claims;
  const spent = checked === 0 ? 0 : (usage?.total_tokens ?? 0) / checked;
  return {
    claims,
    requests: texts.reduce((sum, one) => sum + splitRest(one, limit).length, 0),
    // Verdicts that the gateway had already took none.
    tokens: Math.round(((spent || TOKENS_A_CLAIM) * claims) / 100) * 100,
  };
}

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
  const usage = addUsage(before.usage, after.usage);
  return {
    ...before,
    mode: after.mode,
    sources_consulted: [...new Set([...before.sources_consulted, ...after.sources_consulted])],
    ...(revisions.length === 0 ? {} : { revisions, revised_content: revise(text, revisions) }),
    ...(searches.length === 0 ? {} : { searches }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function revise(text: string, revisions: readonly Revision[]): string {
  return [...revisions]
    .sort((a, b) => b.start - a.start)
    .reduce((all, { start, end, right }) => all.slice(0, start) + right + all.slice(end), text);
}

function addUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
  };
}
