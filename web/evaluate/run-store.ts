/** One run over the rows of a file. It goes on while other views are open. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { onceAt } from '../shell/once-at.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { keyFor } from '../state/keys.ts';
import {
  estimateTokens,
  failedResult,
  type JudgeModel,
  type Measure,
  measureRow,
  type Result,
} from './measure-row.ts';
import { type Row, readRows } from './read-rows.ts';

/** Rows that a run takes. */
export const MOST = 500;
/** Rows that are measured side by side. */
const AT_ONCE = 3;

export interface Run {
  readonly file: string;
  /** At most `MOST`; the file may have more. */
  readonly rows: readonly Row[];
  readonly all: readonly Row[];
  readonly columns: readonly string[];
  readonly measure: Measure;
  readonly textColumn: string;
  readonly idColumn: string | undefined;
  readonly expectedColumn: string | undefined;
  readonly results: readonly (Result | undefined)[];
  readonly state: 'ready' | 'running' | 'paused' | 'done';
  /** Milliseconds that the run has been running, without the present stretch. */
  readonly ran: number;
  /** Unix milliseconds at which the present stretch began. */
  readonly since?: number;
  /** Unix milliseconds until which the limit is waited out. */
  readonly waitingUntil?: number | undefined;
  /** What stopped the run; going on tries again. */
  readonly failure?: FailureFacts | undefined;
}

const store = createStore<Run | undefined>(undefined);
/** Ends requests, and with them the run. */
let life = new AbortController();
/** Ends waiting and the taking of further rows: what is under way is finished, as it is paid for. */
let turn = new AbortController();
const underWay = new Set<number>();
/** Whose limit is waited out. */
let limitedKey: string | undefined;
/** Rows that nobody has taken yet. */
let open: number[] = [];

export function useRun(): Run | undefined {
  return useStore(store, (run) => run);
}

function change(edit: Partial<Run>): void {
  store.set((run) => (run === undefined ? run : { ...run, ...edit }));
}

/** @returns whether there are rows in the file. */
export async function openFile(file: string, content: string): Promise<boolean> {
  const all = await readRows(content);
  const rows = all.slice(0, MOST);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const longest = (column: string): number => rows.reduce((sum, row) => sum + (row[column]?.length ?? 0), 0);
  const named = (names: RegExp): string | undefined => columns.find((column) => names.test(column));
  const textColumn =
    named(/^(?:text|post|claim|content|sentence)$/i) ??
    [...columns].sort((a, b) => longest(b) - longest(a))[0];
  if (textColumn === undefined || rows.length === 0) return false;
  closeRun();
  life = new AbortController();
  store.set(() => ({
    file,
    rows,
    all,
    columns,
    measure: 'extraction',
    textColumn,
    idColumn: named(/^(?:id|key|uid)$/i),
    expectedColumn: named(/^(?:expected|verdict|label)$/i),
    results: rows.map(() => undefined),
    state: 'ready',
    ran: 0,
  }));
  return true;
}

export function setUpRun(
  edit: Partial<Pick<Run, 'measure' | 'textColumn' | 'idColumn' | 'expectedColumn'>>,
): void {
  if (store.get()?.state === 'ready') change(edit);
}

export function closeRun(): void {
  turn.abort();
  life.abort();
  underWay.clear();
  open = [];
  store.set(() => undefined);
}

export function pause(): void {
  turn.abort();
  stopClock('paused');
}

function stopClock(state: 'paused' | 'done'): void {
  store.set((run) =>
    run?.state !== 'running'
      ? run
      : {
          ...run,
          state,
          ran: run.ran + Date.now() - (run.since ?? Date.now()),
        },
  );
}

/** Measures the rows that have no result yet, and those that failed again. */
export function start(model: JudgeModel): void {
  const run = store.get();
  if (run === undefined || run.state === 'running') return;
  turn = new AbortController();
  const { signal } = turn;
  // Another key has a limit of its own.
  if (keyFor(model.provider) !== limitedKey) change({ waitingUntil: undefined });
  change({ state: 'running', failure: undefined, since: Date.now() });
  open = run.results.flatMap((result, index) =>
    (result === undefined || result.failure !== undefined) && !underWay.has(index) ? [index] : [],
  );
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const index = open.shift();
      if (index === undefined) break;
      underWay.add(index);
      await takeRow(index, model, signal, life.signal);
      underWay.delete(index);
    }
    if (open.length === 0 && underWay.size === 0) stopClock('done');
  };
  for (let worker = 0; worker < AT_ONCE; worker += 1) void work();
}

async function takeRow(
  index: number,
  model: JudgeModel,
  turnSignal: AbortSignal,
  lifeSignal: AbortSignal,
): Promise<void> {
  const run = store.get();
  if (run === undefined) return;
  const text = run.rows[index]?.[run.textColumn] ?? '';
  while (!lifeSignal.aborted) {
    await waitForLimit(turnSignal);
    if (turnSignal.aborted) return;
    try {
      return note(index, await measureRow(text, run.measure, model, lifeSignal), lifeSignal);
    } catch (error) {
      if (lifeSignal.aborted) return;
      const failure = factsOf(error);
      if (failure.status === 429 && failure.code !== 'insufficient_quota') {
        limitedKey = keyFor(model.provider);
        const until = Math.max(failure.retryAt ?? 0, Date.now() + 250, store.get()?.waitingUntil ?? 0);
        change({ waitingUntil: until });
        continue;
      }
      // A key or a model that is refused is refused for every row.
      if ([401, 403, 0].includes(failure.status) || failure.code === 'insufficient_quota') {
        pause();
        return change({ failure });
      }
      return note(index, failedResult(failure), lifeSignal);
    }
  }
}

function note(index: number, result: Result, signal: AbortSignal): void {
  if (signal.aborted) return;
  store.set((run) => (run === undefined ? run : { ...run, results: run.results.with(index, result) }));
}

/** No row is sent before the limit of the key that they share has passed. */
async function waitForLimit(signal: AbortSignal): Promise<void> {
  for (;;) {
    const until = store.get()?.waitingUntil;
    if (until === undefined || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const callOff = onceAt(until, resolve);
      signal.addEventListener('abort', () => {
        callOff();
        resolve();
      });
    });
    if (!signal.aborted && store.get()?.waitingUntil === until) change({ waitingUntil: undefined });
  }
}

export function estimateRun({ rows, textColumn, measure }: Run): number {
  const sum = rows.reduce((total, row) => total + estimateTokens(row[textColumn] ?? '', measure), 0);
  return sum > 10_000 ? Math.round(sum / 1_000) * 1_000 : Math.round(sum / 100) * 100;
}
