import type { TrafficLine } from '../api/traffic.ts';
import { VERDICTS } from '../claims/claim-state.ts';

type Claims = TrafficLine['claims'];

/** Claims that somebody has read against evidence. */
export function judgedOf(claims: Claims): number {
  return VERDICTS.reduce((all, verdict) => all + claims[verdict], 0);
}

/** Claims that were to be checked, and that nobody has decided: also those for which there was not enough evidence. */
export function undecidedOf({ not_enough_evidence: none, conflicting, unchecked }: Claims): number {
  return Object.values(unchecked).reduce((all, some) => all + some, none + conflicting);
}

/** Sums of lines. Their latency has none. */
export function sumLines(lines: readonly TrafficLine[]): Omit<TrafficLine, 'latency' | 'sandbox'> {
  const sum = (read: (line: TrafficLine) => number): number =>
    lines.reduce((all, line) => all + read(line), 0);
  return {
    requests: sum((line) => line.requests),
    errors: sum((line) => line.errors),
    prompt_tokens: sum((line) => line.prompt_tokens),
    completion_tokens: sum((line) => line.completion_tokens),
    cached_tokens: sum((line) => line.cached_tokens),
    usd: sum((line) => line.usd),
    claims: {
      found: sum(({ claims }) => claims.found),
      supported: sum(({ claims }) => claims.supported),
      refuted: sum(({ claims }) => claims.refuted),
      conflicting: sum(({ claims }) => claims.conflicting),
      not_enough_evidence: sum(({ claims }) => claims.not_enough_evidence),
      unchecked: {
        limit: sum(({ claims }) => claims.unchecked.limit),
        unsure: sum(({ claims }) => claims.unchecked.unsure),
        failed: sum(({ claims }) => claims.unchecked.failed),
        exempt: sum(({ claims }) => claims.unchecked.exempt),
      },
    },
  };
}

/** Models with a refuted claim, by the share of their judged claims that was refuted, the highest first. */
export function refutedMost(models: readonly TrafficLine[]): readonly TrafficLine[] {
  const shareOf = ({ claims }: TrafficLine): number => claims.refuted / judgedOf(claims);
  return models
    .filter(({ model, claims }) => model != null && claims.refuted > 0)
    .sort((a, b) => shareOf(b) - shareOf(a) || b.claims.refuted - a.claims.refuted);
}
