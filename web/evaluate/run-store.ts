/** The run that is open. It goes on while other views are open, and after a reload. */
import { createStore, useStore } from '../state/create-store.ts';
import { getKeys, keyKind } from '../state/keys.ts';
import { forgetRun, keepResult, keepRows, keepRun, keptOf, recallRun, rememberOpen } from './keep-runs.ts';
import { estimateTokens, failedResult, type JudgeModel, measureRow, type Result } from './measure-row.ts';
import { hasVerdicts, namesOf, readColumns } from './read-columns.ts';
import { readRows } from './read-rows.ts';
import { createRowRunner, type RowRunner } from './row-runner.ts';
import { MOST, MOST_MODELS, type ModelRun, openRows, type Run, type RunSetup, stateOfRun } from './run.ts';
import { lockRun, unlockRun } from './run-lock.ts';

/** Rows that are measured side by side, by all models together: a browser opens six connections, other views need some. */
const AT_ONCE = 4;
/** Milliseconds for which results are gathered before they are shown: each showing looks at all rows. */
const GATHERED = 300;
/** Milliseconds after which the time that a run took is kept again. */
const KEPT_EVERY = 5_000;

const store = createStore<Run | undefined>(undefined);
/** One for each model. */
let runners: RowRunner[] = [];
/** Results that are kept, but not shown yet, by model and row. */
let gathered: Map<number, Result>[] = [];
let showing: ReturnType<typeof setTimeout> | undefined;
let keptAt = 0;

export function useRun(): Run | undefined {
  return useStore(store, (run) => run);
}

export const getRun = store.get;
export const subscribeToRun = store.subscribe;

function change(edit: Partial<Run>): void {
  store.set((run) => (run === undefined ? run : { ...run, ...edit }));
}

function changeModel(index: number, edit: (model: ModelRun) => ModelRun): void {
  store.set((run) =>
    run === undefined
      ? run
      : { ...run, models: run.models.map((model, at) => (at === index ? edit(model) : model)) },
  );
}

/** A run that this browser cannot keep is said to be so; it goes on. */
async function keeping(work: Promise<void>): Promise<void> {
  const id = store.get()?.id;
  await work.catch(() => {
    if (store.get()?.id === id) change({ kept: false });
  });
}

function keep(): void {
  const run = store.get();
  if (run === undefined) return;
  keptAt = Date.now();
  void keeping(keepRun(keptOf(run)));
}

/** @returns whether there are rows in the file. */
export async function openFile(file: string, content: string): Promise<boolean> {
  const { rows: all, unread } = await readRows(content);
  const rows = all.slice(0, MOST);
  const columns = namesOf(rows);
  const found = readColumns(rows, columns);
  if (found === undefined || rows.length === 0) return false;
  closeRun();
  const measure = hasVerdicts(rows, found.expectedColumn) ? 'verdicts' : 'extraction';
  const [id, created] = [crypto.getRandomValues(new Uint32Array(2)).join('-'), Date.now()];
  const parts = { id, file, created, rows, all, total: all.length, unread, columns, measure } as const;
  store.set(() => ({ ...parts, ...found, models: [], kept: true, elsewhere: false }));
  rememberOpen(id);
  keep();
  void keeping(keepRows(id, rows));
  return true;
}

/** @returns whether it was running when the page was left; `undefined` where it is not there. */
export async function openRun(id: string): Promise<boolean | undefined> {
  const recalled = await recallRun(id);
  if (recalled === undefined) return undefined;
  closeRun();
  store.set(() => recalled.run);
  rememberOpen(id);
  return recalled.running;
}

/** Shows what another tab has made of the open run. @returns whether it is still there. */
export async function readAnew(id: string): Promise<boolean> {
  const recalled = await recallRun(id);
  store.set((run) =>
    run?.id !== id || recalled === undefined || stateOfRun(run) === 'running'
      ? run
      : { ...recalled.run, elsewhere: run.elsewhere },
  );
  return recalled !== undefined;
}

export function setUpRun(edit: Partial<RunSetup & Pick<Run, 'second'>>): void {
  const run = store.get();
  if (run === undefined || stateOfRun(run) !== 'ready') return;
  change(edit);
  keep();
}

/** What has been measured stays in this browser; a run that was never started does not. */
export function closeRun(): void {
  show();
  pause();
  const run = store.get();
  if (run !== undefined && run.models.length === 0) void forgetRun(run.id);
  dropRun();
}

/** Closes a run that is not kept any more. */
export function dropRun(): void {
  for (const runner of runners) runner.end();
  runners = [];
  gathered = [];
  unlockRun();
  rememberOpen(undefined);
  store.set(() => undefined);
}

/** Another model for the same rows. It is started with the run. */
export function addModel(model: JudgeModel): void {
  const run = store.get();
  if (run === undefined || run.models.length === 0) return;
  const [first, second] = run.models;
  // One that has not begun can still be exchanged.
  if (first === undefined || (run.models.length === MOST_MODELS && second?.state !== 'ready')) return;
  change({ models: [first, newModel(model, run.rows.length)] });
  keep();
}

function newModel(model: JudgeModel, rows: number): ModelRun {
  return { model, results: new Array<undefined>(rows).fill(undefined), state: 'ready', ran: 0 };
}

/** Back to the setup, where no row has been measured: another model can be chosen. */
export function chooseAgain(): boolean {
  const run = store.get();
  const measured = run?.models.some(({ results }) => results.some((result) => result !== undefined));
  if (run === undefined || measured === true) return false;
  pause();
  for (const runner of runners) runner.end();
  runners = [];
  change({ models: [], lacksKeyOf: undefined });
  keep();
  return true;
}

export function pause(): void {
  for (const [index, runner] of runners.entries()) {
    runner.pause();
    stopClock(index, 'paused');
  }
  unlockRun();
  if (store.get()?.models.length) keep();
}

function stopClock(index: number, state: 'paused' | 'done'): void {
  changeModel(index, (model) =>
    model.state !== 'running'
      ? model
      : {
          ...model,
          state,
          since: undefined,
          waitingUntil: undefined,
          ran: model.ran + Date.now() - (model.since ?? Date.now()),
        },
  );
}

/**
 * Measures the rows that have no result yet, and those that failed again, with each of the models.
 * @param chosen where the run has no models yet.
 */
export async function start(chosen?: JudgeModel): Promise<void> {
  show();
  const run = store.get();
  if (run === undefined || stateOfRun(run) === 'running') return;
  if (run.models.length === 0) {
    if (chosen === undefined) return;
    const models = [chosen, ...(run.second === undefined ? [] : [run.second])];
    change({ models: models.map((model) => newModel(model, run.rows.length)) });
  }
  const lacksKeyOf = findMissingKey();
  change({ lacksKeyOf, elsewhere: false });
  if (lacksKeyOf !== undefined) return;
  const free = await lockRun(run.id);
  const now = store.get();
  if (now?.id !== run.id || stateOfRun(now) === 'running') return;
  if (!free) return change({ elsewhere: true });
  const begun = now.models.flatMap(({ results }, index) => (openRows(results).length > 0 ? [index] : []));
  for (const index of begun) {
    changeModel(index, ({ failure: _, ...model }) => ({
      ...model,
      keyKind: keyKind(model.model.provider, getKeys()),
      state: 'running',
      since: Date.now(),
    }));
  }
  keep();
  for (const index of begun) startModel(index);
}

/** @returns the provider that a model of the run began with a key of the person's for, and has none now. */
export function findMissingKey(): string | undefined {
  const lacking = store
    .get()
    ?.models.find(
      ({ model, keyKind: began, results }) =>
        began === 'own' && openRows(results).length > 0 && keyKind(model.provider, getKeys()) !== 'own',
    );
  return lacking?.model.provider;
}

function startModel(index: number): void {
  const run = store.get();
  const own = run?.models[index];
  if (run === undefined || own === undefined) return;
  const { id, rows, textColumn, measure } = run;
  const { model } = own;
  gathered[index] ??= new Map();
  const note = (row: number, result: Result): void => {
    gathered[index]?.set(row, result);
    void keeping(keepResult(id, index, row, result));
    showing ??= setTimeout(show, GATHERED);
  };
  runners[index] ??= createRowRunner<Result>({
    measure: (row, signal) => measureRow(rows[row]?.[textColumn] ?? '', measure, model, signal),
    atOnce: shareOfRows,
    onResult: note,
    onFailure: (row, failure) => note(row, failedResult(failure)),
    onWait: (waitingUntil) => changeModel(index, (now) => ({ ...now, waitingUntil })),
    onRefusal(failure) {
      stopClock(index, 'paused');
      changeModel(index, (now) => ({ ...now, failure }));
      afterOne();
    },
    onEnd() {
      show();
      const all = store.get()?.models[index]?.results.every((result) => result !== undefined);
      if (all === true) stopClock(index, 'done');
      afterOne();
    },
  });
  runners[index]?.start(openRows(own.results));
}

/** When a model is through, the other may take its rows' places. */
function afterOne(): void {
  keep();
  if (store.get()?.models.some(({ state }) => state === 'running')) {
    for (const runner of runners) runner?.fill();
  } else unlockRun();
}

/** Models that run at the same time share what may be under way. */
function shareOfRows(): number {
  const running = store.get()?.models.filter(({ state }) => state === 'running').length ?? 0;
  return Math.max(1, Math.floor(AT_ONCE / Math.max(1, running)));
}

/** Shows the results that came since it was last called. */
function show(): void {
  clearTimeout(showing);
  showing = undefined;
  for (const [index, results] of gathered.entries()) {
    if (results === undefined || results.size === 0) continue;
    changeModel(index, (model) => {
      const all = model.results.slice();
      for (const [row, result] of results) all[row] = result;
      return { ...model, results: all };
    });
    results.clear();
  }
  if (stateOfRunNow() === 'running' && Date.now() - keptAt > KEPT_EVERY) keep();
}

function stateOfRunNow(): ModelRun['state'] | undefined {
  const run = store.get();
  return run === undefined ? undefined : stateOfRun(run);
}

/** Goes on with a run that was running when the page was left, where it has its keys. */
export function resume(): void {
  const lacksKeyOf = findMissingKey();
  if (lacksKeyOf === undefined) void start();
  else change({ lacksKeyOf });
}

/** Tokens that the run will take, about, for each model. */
export function estimateRun({ rows, textColumn, measure }: Run): number {
  const sum = rows.reduce((total, row) => total + estimateTokens(row[textColumn] ?? '', measure), 0);
  return sum > 10_000 ? Math.round(sum / 1_000) * 1_000 : Math.round(sum / 100) * 100;
}
