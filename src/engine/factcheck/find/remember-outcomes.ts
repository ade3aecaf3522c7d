/** What became of the last search of each source: what is said of its state, without asking it for that. */

import type { SourceError } from '../sources/source.ts';
import type { SourceWatch } from './retrieve.ts';

export interface SourceOutcome {
  /** Unix milliseconds. */
  readonly at: number;
  /** Absent where it answered. */
  readonly fault?: SourceError['fault'];
}

export type FailingSources = Readonly<Record<string, SourceError['fault']>>;

/** Milliseconds for which other processes get no second outcome that is the same. */
const SAME = 1_000;

/**
 * @param next gets all calls as well.
 * @param now Unix milliseconds.
 * @param share sends an outcome to the other processes of one gateway, which pass it to `receive`.
 */
export function rememberOutcomes(
  next: SourceWatch,
  now: () => number,
  share?: (source: string, outcome: SourceOutcome) => void,
) {
  const outcomes = new Map<string, SourceOutcome>();
  const shared = new Map<string, SourceOutcome>();
  const note = (source: string, outcome: SourceOutcome): void => {
    outcomes.set(source, outcome);
    if (share === undefined) return;
    const last = shared.get(source);
    if (last !== undefined && last.fault === outcome.fault && outcome.at - last.at < SAME) return;
    shared.set(source, outcome);
    share(source, outcome);
  };
  const watch: SourceWatch = {
    onAnswer(answer) {
      if (!answer.cached) note(answer.source, { at: now() });
      next.onAnswer?.(answer);
    },
    onFailure(failure) {
      const { source, fault, asked } = failure;
      if (asked) note(source, { at: now(), fault });
      next.onFailure?.(failure);
    },
  };
  return {
    watch,
    /** Another process has searched. */
    receive(source: string, outcome: SourceOutcome): void {
      outcomes.set(source, outcome);
      shared.delete(source);
    },
    lastOf: (source: string): SourceOutcome | undefined => outcomes.get(source),
    /** Sources whose last search failed, each with its fault. */
    failing: (): FailingSources =>
      Object.fromEntries(
        [...outcomes].flatMap(([source, { fault }]) => (fault === undefined ? [] : [[source, fault]])),
      ),
  };
}
