/** A run: the rows of a file, and what one or two models made of them. */
import type { FailureFacts } from '../api/failure.ts';
import type { Claim } from '../api/types.ts';
import { isUnchecked } from '../claims/claim-state.ts';
import type { keyKind } from '../state/keys.ts';
import type { JudgeModel, Measure, Result } from './measure-row.ts';
import type { Columns } from './read-columns.ts';
import type { Row } from './read-rows.ts';

/** Rows that a run takes. */
export const MOST = 5_000;
/** Models that are compared. */
export const MOST_MODELS = 2;

export interface RunSetup extends Columns {
  readonly measure: Measure;
}

export interface ModelRun {
  readonly model: JudgeModel;
  /** Which key it began with: another one would be another run. */
  readonly keyKind?: ReturnType<typeof keyKind>;
  /** For each row. */
  readonly results: readonly (Result | undefined)[];
  readonly state: 'ready' | 'running' | 'paused' | 'done';
  /** Milliseconds that it has been running, without the present stretch. */
  readonly ran: number;
  /** Unix milliseconds at which the present stretch began. */
  readonly since?: number | undefined;
  /** Unix milliseconds until which the limit is waited out. */
  readonly waitingUntil?: number | undefined;
  /** What stopped it; going on tries again. */
  readonly failure?: FailureFacts | undefined;
}

export interface Run extends RunSetup {
  readonly id: string;
  readonly file: string;
  /** Unix milliseconds. */
  readonly created: number;
  /** At most `MOST`. */
  readonly rows: readonly Row[];
  /** Rows of the file. */
  readonly total: number;
  /** All rows of the file, as long as the page has it. */
  readonly all: readonly Row[];
  /** Lines of the file that were not understood, from 1. */
  readonly unread: readonly number[];
  readonly columns: readonly string[];
  /** None until it is started; those that are compared, in their order. */
  readonly models: readonly ModelRun[];
  /** What is compared with the model that is chosen, once the run is started. */
  readonly second?: JudgeModel | undefined;
  /** The provider whose key is missing: the run began with one. */
  readonly lacksKeyOf?: string | undefined;
  /** Whether this browser keeps it: otherwise it lasts as long as the page. */
  readonly kept: boolean;
  /** Whether another tab is at it. */
  readonly elsewhere: boolean;
}

export interface Progress {
  readonly finished: number;
  readonly failed: number;
  readonly tokens: number;
  /** US dollars; absent where that of a row is not known. */
  readonly cost: number | undefined;
  /** Rows that a model has judged before, and that took no token now. */
  readonly fromMemory: number;
}

export function progressOf(results: ModelRun['results']): Progress {
  let [finished, failed, tokens, fromMemory, cost, priced] = [0, 0, 0, 0, 0, 0];
  for (const result of results) {
    if (result === undefined) continue;
    finished += 1;
    tokens += result.tokens;
    cost += result.cost ?? 0;
    if (result.cost !== undefined) priced += result.tokens;
    if (result.failure !== undefined) failed += 1;
    if (result.tokens === 0 && result.claims.some(isJudgedByModel)) fromMemory += 1;
  }
  return { finished, failed, tokens, fromMemory, cost: tokens > 0 && priced === tokens ? cost : undefined };
}

/** The gateway's own judge takes no tokens at any time. */
const isJudgedByModel = (claim: Claim): boolean =>
  !isUnchecked(claim) && claim.judged_by !== undefined && claim.judged_by !== 'local';

/** What the run as a whole is at. */
export function stateOfRun({ models }: Pick<Run, 'models'>): ModelRun['state'] {
  if (models.some(({ state }) => state === 'running')) return 'running';
  if (models.every(({ state }) => state === 'ready')) return 'ready';
  return models.every(({ state }) => state === 'done') ? 'done' : 'paused';
}

/** Rows that have no result yet, or failed. */
export function openRows(results: ModelRun['results']): number[] {
  return results.flatMap((result, index) =>
    result === undefined || result.failure !== undefined ? [index] : [],
  );
}
