/** What the primary lends to one worker: the calls that it answers. */

import type { SourceOutcome } from '../../engine/factcheck/find/remember-outcomes.ts';
import type { StatusAnswers, StatusPath } from '../http/status/serve-status.ts';
import type { LentWriter, SharedWriter } from '../store/shared-writer.ts';
import type { MetricsData } from '../telemetry/merge-metrics.ts';
import type { Dealer, Dealt } from '../workers/deal-connections.ts';
import { type LentCounts, lendCounts } from '../workers/share-counts.ts';
import type { PlaceGrants } from '../workers/share-places.ts';
import type { Overview } from './open-overview.ts';
import type { Shelf } from './open-shelf.ts';

/** What a process learns that the others of its gateway should know. */
export interface Learned {
  /** A provider that had failed, by its origin, was reached again. */
  reached(origin: string): void;
  /** A source was searched. */
  searched(source: string, outcome: SourceOutcome): void;
  /** Keys were issued, changed or revoked. @returns where it matters, when the others know. */
  keysChanged(): void | Promise<void>;
}

/** What a primary answers a worker. */
export type PrimaryHandlers = ReturnType<typeof lendParts>['handlers'];

/** What the primary answers for all workers, and what one of them reports of itself. */
interface PrimaryCalls extends Learned {
  statusOf(path: StatusPath): ReturnType<StatusAnswers[StatusPath]>;
  /** What all workers did in the last hours. */
  readonly lastHours: Overview['lastHours'];
  /** What it has counted by now. */
  keepMetrics(data: MetricsData): void;
  /** It was asked to end. */
  replaceMe(): void;
}

interface LentParts extends LentCounts {
  /** SQLite's; with PostgreSQL each worker writes by itself. */
  readonly writer: LentWriter | undefined;
  readonly places: PlaceGrants;
  readonly shelf: Shelf;
  readonly dealer: Dealer;
  readonly dealt: () => Dealt;
  readonly calls: PrimaryCalls;
}

export function lendParts(parts: LentParts) {
  const { writer, places, shelf, dealer, dealt, calls } = parts;
  const lent = lendCounts(parts);
  const granted = places.lend();
  return {
    handlers: {
      ...lent.handlers,
      ...calls,
      write: ((...args) => writer!.writer.run(...args)) as SharedWriter['run'],
      beginTransaction: () => writer!.writer.begin(),
      endTransaction: ((...args) => writer!.writer.end(...args)) as SharedWriter['end'],
      grantPlaces: (count: number): number => granted.grant(count),
      givePlacesBack: (count: number): void => granted.giveBack(count),
      getText: (name: string) => shelf.get(name),
      setText: async (...args: Parameters<Shelf['set']>) => void (await shelf.set(...args)),
      connectionClosed: (id: number): void => dealer.closed(dealt(), id),
      setLastWords: (id: number, words: string | undefined): void => dealer.setLastWords(dealt(), id, words),
      /** It gets no more connections; what it was sent before arrives before the answer. */
      leave(): void {
        dealer.retire(dealt());
      },
    },
    /** The worker has ended. */
    end(): void {
      lent.end();
      granted.end();
      void writer?.end();
    },
  };
}
