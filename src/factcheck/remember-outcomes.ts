/** What became of the last search of each source: what is said of its state, without asking it for that. */
import type { SourceWatch } from './retrieve.ts';
import type { SourceError } from './sources/source.ts';

export interface SourceOutcome {
  /** Unix milliseconds. */
  readonly at: number;
  /** Absent where it answered. */
  readonly fault?: SourceError['fault'];
}

/**
 * @param next is told everything as well.
 * @param now Unix milliseconds.
 */
export function rememberOutcomes(next: SourceWatch, now: () => number) {
  const outcomes = new Map<string, SourceOutcome>();
  const watch: SourceWatch = {
    onAnswer(answer) {
      if (!answer.cached) outcomes.set(answer.source, { at: now() });
      next.onAnswer?.(answer);
    },
    onFailure(failure) {
      const { source, fault, asked } = failure;
      if (asked) outcomes.set(source, { at: now(), fault });
      next.onFailure?.(failure);
    },
  };
  return { watch, lastOf: (source: string): SourceOutcome | undefined => outcomes.get(source) };
}
