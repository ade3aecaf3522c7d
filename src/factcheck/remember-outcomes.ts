/** What became of the last search of each source: what is said of its state, without asking it for that. */
import type { SourceWatch } from './retrieve.ts';
import type { SourceError } from './sources/source.ts';

export interface SourceOutcome {
  /** Unix milliseconds. */
  readonly at: number;
  /** Absent where it answered. */
  readonly fault?: SourceError['fault'];
}

/** Milliseconds for which other processes are not told of another search that went the same way. */
const SAME = 1_000;

/**
 * @param next is told everything as well.
 * @param now Unix milliseconds.
 * @param tellOthers is told what the other processes of one gateway should know, who have `heard` it then.
 */
export function rememberOutcomes(
  next: SourceWatch,
  now: () => number,
  tellOthers?: (source: string, outcome: SourceOutcome) => void,
) {
  const outcomes = new Map<string, SourceOutcome>();
  const told = new Map<string, SourceOutcome>();
  const note = (source: string, outcome: SourceOutcome): void => {
    outcomes.set(source, outcome);
    if (tellOthers === undefined) return;
    const last = told.get(source);
    if (last !== undefined && last.fault === outcome.fault && outcome.at - last.at < SAME) return;
    told.set(source, outcome);
    tellOthers(source, outcome);
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
    heard(source: string, outcome: SourceOutcome): void {
      outcomes.set(source, outcome);
      told.delete(source);
    },
    lastOf: (source: string): SourceOutcome | undefined => outcomes.get(source),
  };
}
