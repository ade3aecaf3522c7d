/** Runs and their results, kept in this browser. Where storage is off, they last as long as the page. */
import { openDatabase } from '../state/open-database.ts';
import { tellTabs } from '../state/tabs.ts';
import type { Result } from './measure-row.ts';
import type { Row } from './read-rows.ts';
import type { ModelRun, Run } from './run.ts';

const use = openDatabase('claimgate-evaluations', 'parts');

export interface KeptModel extends Pick<ModelRun, 'model' | 'keyKind' | 'ran'> {
  readonly running: boolean;
}

/** A run without its rows and results. */
export interface KeptRun extends Omit<Run, 'rows' | 'all' | 'models' | 'kept' | 'elsewhere'> {
  readonly size: number;
  readonly models: readonly KeptModel[];
}

export interface KeptResult {
  readonly model: number;
  readonly row: number;
  readonly result: Result;
}

/** A run with all that is kept of it. */
export interface WholeRun {
  readonly run: KeptRun;
  readonly rows: readonly Row[];
  readonly results: readonly KeptResult[];
}

/** All keys that begin so: in IndexedDB, lists come after everything else. */
const startingWith = (...start: readonly (string | number)[]): IDBKeyRange =>
  IDBKeyRange.bound([...start], [...start, []]);

export function keptOf(run: Run): KeptRun {
  const { rows, all: _all, kept: _kept, elsewhere: _elsewhere, models, ...rest } = run;
  return {
    ...rest,
    size: rows.length,
    models: models.map(({ model, keyKind, ran, since, state, failure }) => ({
      model,
      ...(keyKind === undefined ? {} : { keyKind }),
      ran: ran + (since === undefined ? 0 : Date.now() - since),
      // Where the network is gone, nobody has stopped it: so requests end of a page that is being left.
      running: state === 'running' || failure?.status === 0,
    })),
  };
}

/** @throws where the browser keeps nothing. */
export async function keepRows(id: string, rows: readonly Row[]): Promise<void> {
  await use('readwrite', (store) => [store.put(rows, ['rows', id])]);
}

/** @throws as above. */
export async function keepRun(run: KeptRun): Promise<void> {
  await use('readwrite', (store) => [store.put(run, ['run', run.id])]);
  tellTabs('runs', run.id);
}

/** Keeps whole runs, of another browser for example: all or none. @throws as above. */
export async function addRuns(runs: readonly WholeRun[]): Promise<void> {
  if (runs.length === 0) return;
  await use('readwrite', (store) =>
    runs.flatMap(({ run, rows, results }) => [
      store.put(run, ['run', run.id]),
      store.put(rows, ['rows', run.id]),
      ...results.map((kept) => store.put(kept, ['result', run.id, kept.model, kept.row])),
    ]),
  );
  for (const { run } of runs) tellTabs('runs', run.id);
}

/** @returns `undefined` where there is no such run. */
export async function readRun(id: string): Promise<WholeRun | undefined> {
  const [run, rows, results] = (await use<unknown>('readonly', (store) => [
    store.get(['run', id]),
    store.get(['rows', id]),
    store.getAll(startingWith('result', id)) as IDBRequest<unknown>,
  ]).catch(() => [])) as [KeptRun?, Row[]?, KeptResult[]?];
  return run === undefined || rows === undefined ? undefined : { run, rows, results: results ?? [] };
}

/** @returns the rows' texts, for a search. */
export async function readTexts({ id, textColumn }: KeptRun): Promise<string> {
  const [rows = []] = await use<Row[]>('readonly', (store) => [store.get(['rows', id])]).catch(() => []);
  return rows.map((row) => row[textColumn] ?? '').join('\n');
}

/** @param model its place among those that are compared. @throws as above. */
export async function keepResult(id: string, model: number, row: number, result: Result): Promise<void> {
  const kept: KeptResult = { model, row, result };
  await use('readwrite', (store) => [store.put(kept, ['result', id, model, row])]);
}

export interface ListedRun {
  readonly run: KeptRun;
  /** Rows that have a result, of all models together. */
  readonly finished: number;
}

/** @returns the runs that there are, the latest first. */
export async function listRuns(): Promise<readonly ListedRun[]> {
  try {
    const [runs = []] = await use<KeptRun[]>('readonly', (store) => [store.getAll(startingWith('run'))]);
    const counts = await use<number>('readonly', (store) =>
      runs.map(({ id }) => store.count(startingWith('result', id))),
    );
    return runs
      .map((run, index) => ({ run, finished: counts[index] ?? 0 }))
      .sort((a, b) => b.run.created - a.run.created);
  } catch {
    return [];
  }
}

/** @returns the run, and whether the page was left while it was running; `undefined` where there is no such run. */
export async function recallRun(id: string): Promise<{ run: Run; running: boolean } | undefined> {
  const whole = await readRun(id);
  if (whole === undefined) return undefined;
  const { rows, results } = whole;
  const { size: _size, models, ...rest } = whole.run;
  const byModel = models.map(() => new Array<Result | undefined>(rows.length).fill(undefined));
  for (const { model, row, result } of results) {
    const own = byModel[model];
    if (own !== undefined && row < rows.length) own[row] = result;
  }
  const recalled = models.map((model, index) => recallModel(model, byModel[index] ?? []));
  return {
    run: { ...rest, rows, all: rows, kept: true, elsewhere: false, models: recalled },
    running: models.some((model, index) => model.running && recalled[index]?.state !== 'done'),
  };
}

function recallModel({ model, keyKind, ran }: KeptModel, results: ModelRun['results']): ModelRun {
  const done = results.every((result) => result !== undefined);
  return {
    model,
    ...(keyKind === undefined ? {} : { keyKind }),
    results,
    ran,
    state: done ? 'done' : keyKind === undefined ? 'ready' : 'paused',
  };
}

export async function forgetRun(id: string): Promise<void> {
  await use('readwrite', (store) => [
    store.delete(['run', id]),
    store.delete(['rows', id]),
    store.delete(startingWith('result', id)),
  ]).catch(() => {});
  tellTabs('runs', id);
}

/** Which run this tab has open: what a reload shows again. */
const PLACE = 'claimgate.evaluation';

export function rememberOpen(id: string | undefined): void {
  try {
    if (id === undefined) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, id);
  } catch {
    // Storage is off: a reload opens nothing.
  }
}

export function recallOpen(): string | undefined {
  try {
    return sessionStorage.getItem(PLACE) ?? undefined;
  } catch {
    return undefined;
  }
}
