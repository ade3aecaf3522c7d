/**
 * Runs a check while its text comes: pieces in, events out. Verdicts are given as they become known, between pieces and
 * after the last one; what pieces bring is given at once.
 */

import type { Claim, Evidence } from '../../domain/claim.ts';
import { withResolvers } from '../../domain/with-resolvers.ts';
import type { CheckEvent, CheckResult, Piece, PieceSource, Progress } from './check-event.ts';

/** What says verdicts as they become known. */
export interface VerdictSource {
  /** @param listener called with each claim when it is judged, or when it is certain that it will not be. */
  onVerdict(listener: (claim: Claim, progress: Progress) => void): void;
  /** @param listener called with the claims that the judge begins to read. */
  onJudging(listener: (claims: readonly Claim[]) => void): void;
}

/** The check that is run. */
export interface CheckReader {
  /** Claims that were found before the first piece. */
  readonly listed: readonly Claim[];
  /** Absent where claims get no verdicts. */
  readonly verdicts?: VerdictSource | undefined;
  /** What was found for the listed claims, where nobody judges them. */
  readonly evidence: ReadonlyMap<string, readonly Evidence[]>;
  /** @returns the claims of the sentences that the piece completed. */
  read(piece: Piece): readonly Claim[] | Promise<readonly Claim[]>;
  /** All is read. @returns what is found for claims that have no verdict, where evidence waits for the text's end. */
  ground(): Promise<ReadonlyMap<string, readonly Evidence[]>>;
  /** @returns once the last verdict is in, or the deadline has passed. */
  finish(): Promise<CheckResult>;
}

/** A check under way: its events, those of one moment together. */
export interface CheckRun<Beside = undefined>
  extends AsyncIterableIterator<readonly CheckEvent<Beside>[], undefined> {
  /** @returns the next events, never none. @throws what the source of the pieces throws. */
  next(): Promise<IteratorResult<readonly CheckEvent<Beside>[], undefined>>;
  /** Gives the check up, also while `next` waits. */
  return(): Promise<IteratorResult<readonly CheckEvent<Beside>[], undefined>>;
}

/** @param stop ends what is still being looked for and judged. */
export function runCheck<Beside>(
  reader: CheckReader,
  source: PieceSource<Beside>,
  stop: () => void,
): CheckRun<Beside> {
  type Events = CheckEvent<Beside>[];
  /** What has become known since the last events. */
  let unsent: Events = [];
  let wake = withResolvers<'woken'>();
  /** Nothing is said of a claim before it is found, and nothing is found before the first piece. */
  let begun = false;
  let readAll = false;
  let closed = false;
  let pending: Promise<Events> | undefined;

  const emit = (...events: Events): void => {
    unsent.push(...events);
    wake.resolve('woken');
  };
  reader.verdicts?.onVerdict((claim, progress) => {
    emit({ type: 'verdict', claim, progress });
    if (claim.correction) emit({ type: 'correction', id: claim.id, correction: claim.correction });
  });
  reader.verdicts?.onJudging((claims) => emit({ type: 'judging', ids: claims.map(({ id }) => id) }));

  const takeUnsent = (): Events => {
    const events = unsent;
    unsent = [];
    wake = withResolvers();
    return events;
  };

  const readNext = async (): Promise<Events> => {
    const batch = await source.next();
    if (batch === undefined) {
      readAll = true;
      return evidenceEvents(await reader.ground());
    }
    const events: Events = [{ type: 'read', beside: batch.beside }];
    if (!begun) {
      for (const claim of reader.listed) events.push({ type: 'found', claim });
      events.push(...evidenceEvents(reader.evidence));
    }
    for (const piece of batch.pieces) {
      const found = reader.read(piece);
      // Most pieces are read at once; a turn of the event loop for each would be felt.
      for (const claim of found instanceof Promise ? await found : found) {
        events.push({ type: 'found', claim });
      }
    }
    begun = true;
    return events;
  };

  const finish = async (): Promise<Events> => {
    return [{ type: 'done', ...(await reader.finish()) }];
  };

  const close = (): void => {
    closed = true;
    // Nobody waits for what is under way any more.
    pending?.catch(() => {});
    source.close();
    stop();
  };

  return {
    async next() {
      try {
        while (!closed) {
          if (begun && unsent.length > 0) return { done: false, value: takeUnsent() };
          pending ??= readAll ? finish() : readNext();
          const events =
            begun && reader.verdicts ? await Promise.race([pending, wake.promise]) : await pending;
          if (events === 'woken') continue;
          pending = undefined;
          const isDone = events.at(-1)?.type === 'done';
          closed ||= isDone;
          // What became known meanwhile is of claims that these events bring, or of earlier ones.
          if (begun) events.splice(isDone ? 0 : events.length, 0, ...takeUnsent());
          if (events.length > 0) return { done: false, value: events };
        }
        return { done: true, value: undefined };
      } catch (error) {
        close();
        throw error;
      }
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** @returns what a check came to, once all has been read and judged. @throws what the source of the pieces throws. */
export async function resultOf(run: CheckRun<unknown>): Promise<CheckResult> {
  for await (const events of run) for (const event of events) if (event.type === 'done') return event;
  throw new Error('The check ended without its result');
}

/** @returns the pieces of answers that come as a whole: one of each, once they are there. */
export function wholeAnswer(answers: () => Promise<readonly string[]>): PieceSource {
  let given = false;
  return {
    async next() {
      if (given) return undefined;
      given = true;
      const pieces = (await answers()).map((text, choice) => ({ text, choice, ends: true }));
      return { pieces, beside: undefined };
    },
    close() {
      given = true;
    },
  };
}

function evidenceEvents(found: ReadonlyMap<string, readonly Evidence[]>): CheckEvent<never>[] {
  return [...found].map(([id, evidence]) => ({ type: 'evidence', id, evidence }));
}
