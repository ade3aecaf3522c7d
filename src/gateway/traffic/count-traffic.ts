/**
 * Counts requests once they are over. In memory they are summed by hour, model, application and key; every few seconds
 * those sums are added to the rows of their series in the store.
 */
import { gatherSums } from '../../scheduling/gather-sums.ts';
import {
  FIRST_BYTE,
  TRAFFIC_COUNTS,
  type TrafficGroup,
  type TrafficKind,
  type TrafficRecords,
  type TrafficRow,
  trafficSeries,
  WHOLE_ANSWER,
} from '../store/traffic.ts';
import { PLACE, type Tally } from './tally.ts';

/** A request that is over. */
export interface CountedRequest {
  readonly provider: string | undefined;
  /** Absent where none was to be asked. */
  readonly model: string | undefined;
  readonly app: string;
  /** Whose series it counts for too: of accepted callers alone. */
  readonly keyId: string | undefined;
  /** The team of the issued key. */
  readonly teamId: string | undefined;
  readonly isSandbox: boolean;
  /** The code of its error. */
  readonly failure: string | undefined;
  /** From its first byte to the last of its answer. */
  readonly milliseconds: number;
  readonly tally: Tally | undefined;
}

interface TrafficCounterOptions {
  readonly records: Pick<TrafficRecords, 'add'>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when the store could not be written; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

/** Requests of one hour that have all of this in common. */
interface Cell {
  readonly hour: number;
  /** `provider/model`; empty where no model was asked. */
  readonly model: string;
  readonly app: string;
  readonly keyId: string | undefined;
  readonly teamId: string | undefined;
  readonly isSandbox: boolean;
  readonly failure: string | undefined;
  readonly sums: Float64Array;
}

const HOUR_MS = 3_600_000;
export const HOURS_OF_DAY: number = 24;
/** Milliseconds in which requests are gathered before they are written. */
const GATHER = 5_000;
/** Callers who went away made no error. */
const LEFT = 'caller_left';
/** The counts of claims stand side by side. */
const [CLAIMS, BEHIND_CLAIMS] = [PLACE.claims, PLACE.unchecked_exempt + 1];

export function createTrafficCounter({ records, now, onFailure }: TrafficCounterOptions) {
  const cells = gatherSums<Cell>({
    placeOf: ({ hour, model, app, keyId, teamId, isSandbox, failure }) =>
      `${hour}\n${model}\n${app}\n${keyId}\n${teamId}\n${isSandbox}\n${failure}`,
    join: (cell, into) => {
      addAll(into.sums, cell.sums);
      return into;
    },
    write: (some) => records.add(rowsOf(some)),
    every: GATHER,
    onFailure,
  });

  return {
    count(request: CountedRequest): void {
      const { provider, model, app, keyId, teamId, isSandbox, failure, milliseconds, tally } = request;
      const sums = tally === undefined ? new Float64Array(TRAFFIC_COUNTS.length) : tally.sums.slice();
      sums[PLACE.requests] = 1;
      // Simulated answers cost nothing.
      if (isSandbox) sums[PLACE.nanos] = 0;
      if (failure === undefined) {
        const firstMs = tally?.firstMs ?? milliseconds;
        sums[PLACE.first_0 + bucketOf(firstMs, FIRST_BYTE.bounds)] = 1;
        sums[PLACE.whole_0 + bucketOf(milliseconds, WHOLE_ANSWER.bounds)] = 1;
      } else if (failure !== LEFT) sums[PLACE.errors] = 1;
      const hour = Math.floor(now() / HOUR_MS);
      const cell = { hour, app, keyId, teamId, isSandbox, failure };
      const asked = provider === undefined || model === undefined ? '' : `${provider}/${model}`;
      if (tally?.isCheck === true && asked !== '') {
        // The model judged these claims, and wrote none of them.
        const claims = new Float64Array(TRAFFIC_COUNTS.length);
        claims.set(sums.subarray(CLAIMS, BEHIND_CLAIMS), CLAIMS);
        sums.fill(0, CLAIMS, BEHIND_CLAIMS);
        cells.gather({ ...cell, failure: undefined, model: '', sums: claims });
      }
      cells.gather({ ...cell, model: asked, sums });
    },
    /** Writes what was counted by now. Never rejects. */
    flush: cells.flush,
    /** Writes what is still to be written. */
    close: cells.close,
  };
}

/** @returns the rows that the sums belong to, each once. */
function rowsOf(cells: readonly Cell[]): TrafficRow[] {
  const rows = new Map<string, TrafficRow>();
  const add = (group: TrafficGroup, name: string, { hour, isSandbox: sandbox }: Cell, sums: Float64Array) => {
    for (const span of ['hour', 'day'] as const) {
      const series = trafficSeries(group, span);
      const at = span === 'hour' ? hour : hour - (hour % HOURS_OF_DAY);
      const place = `${series}\n${at}\n${name}\n${sandbox}`;
      const row = rows.get(place);
      if (row === undefined) rows.set(place, { series, at, name, sandbox, sums: sums.slice() });
      else addAll(row.sums, sums);
    }
  };
  for (const cell of cells) {
    const { model, app, keyId, teamId, failure, sums } = cell;
    const addToAll = (of: TrafficKind, name: string, counts: Float64Array): void => {
      add(of, name, cell, counts);
      if (keyId !== undefined) add({ key: keyId, of }, name, cell, counts);
    };
    addToAll('model', model, sums);
    addToAll('app', app, sums);
    if (teamId !== undefined) add('team', teamId, cell, sums);
    if (failure !== undefined && failure !== LEFT) {
      const errors = new Float64Array(TRAFFIC_COUNTS.length);
      errors[PLACE.requests] = sums[PLACE.requests]!;
      errors[PLACE.errors] = sums[PLACE.errors]!;
      addToAll('error', failure, errors);
    }
  }
  return [...rows.values()];
}

function addAll(into: Float64Array, sums: Float64Array): void {
  for (let place = 0; place < into.length; place++) into[place]! += sums[place]!;
}

/** @param bounds in seconds. */
function bucketOf(milliseconds: number, bounds: readonly number[]): number {
  let bucket = 0;
  while (bucket < bounds.length && milliseconds > bounds[bucket]! * 1_000) bucket++;
  return bucket;
}
