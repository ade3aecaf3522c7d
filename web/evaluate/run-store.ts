/** One run over the rows of a file. It goes on while other views are open. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { checkText } from '../api/gateway.ts';
import type { Claim, Verdict } from '../api/types.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { keyFor } from '../state/keys.ts';
import { type Row, readRows } from './read-rows.ts';

/** Rows that a run takes. */
export const MOST = 500;
/** Rows that are checked side by side. */
const AT_ONCE = 3;

export interface Result {
  readonly claims: readonly Claim[];
  readonly verdict: Verdict | undefined;
  /** 0 to 1, the mean over the claims with a verdict. */
  readonly confidence: number | undefined;
  readonly failure?: FailureFacts;
}

export interface Run {
  readonly file: string;
  readonly rows: readonly Row[];
  /** How many rows the file has. */
  readonly found: number;
  readonly columns: readonly string[];
  readonly textColumn: string;
  readonly expectedColumn: string | undefined;
  readonly results: readonly (Result | undefined)[];
  readonly state: 'ready' | 'running' | 'paused' | 'done';
  /** Unix milliseconds until which the limit is waited out. */
  readonly waitingUntil?: number | undefined;
  /** What stopped the run; going on tries again. */
  readonly failure?: FailureFacts | undefined;
}

const store = createStore<Run | undefined>(undefined);
let running: AbortController | undefined;

export function useRun(): Run | undefined {
  return useStore(store, (run) => run);
}

function change(edit: Partial<Run>): void {
  store.set((run) => (run === undefined ? run : { ...run, ...edit }));
}

/** @returns whether there are rows in the file. */
export function openFile(file: string, content: string): boolean {
  const all = readRows(content);
  const rows = all.slice(0, MOST);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const longest = (column: string): number => rows.reduce((sum, row) => sum + (row[column]?.length ?? 0), 0);
  const textColumn =
    columns.find((column) => /^(?:text|post|claim|content)$/i.test(column)) ??
    [...columns].sort((a, b) => longest(b) - longest(a))[0];
  if (textColumn === undefined || rows.length === 0) return false;
  store.set(() => ({
    file,
    rows,
    found: all.length,
    columns,
    textColumn,
    expectedColumn: columns.find((column) => /^(?:expected|verdict|label)$/i.test(column)),
    results: rows.map(() => undefined),
    state: 'ready',
  }));
  return true;
}

export function mapColumns(columns: Partial<Pick<Run, 'textColumn' | 'expectedColumn'>>): void {
  change(columns);
}

export function closeRun(): void {
  pause();
  store.set(() => undefined);
}

export function pause(): void {
  running?.abort();
  running = undefined;
  if (store.get()?.state === 'running') change({ state: 'paused', waitingUntil: undefined });
}

/** Checks the rows that have no result yet. */
export function start(model: { readonly provider: string; readonly id: string }): void {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  change({ state: 'running', failure: undefined });
  const open = (store.get()?.results ?? []).flatMap((result, index) =>
    result === undefined || result.failure !== undefined ? [index] : [],
  );
  const work = async (): Promise<void> => {
    for (let index = open.shift(); index !== undefined && !signal.aborted; index = open.shift()) {
      await checkRow(index, model, signal);
    }
  };
  void Promise.all(Array.from({ length: AT_ONCE }, work)).then(() => {
    if (!signal.aborted) change({ state: 'done' });
  });
}

async function checkRow(
  index: number,
  model: { readonly provider: string; readonly id: string },
  signal: AbortSignal,
): Promise<void> {
  const run = store.get();
  const text = run?.rows[index]?.[run.textColumn] ?? '';
  while (!signal.aborted) {
    try {
      let claims: readonly Claim[] = [];
      if (text.trim() !== '') {
        const request = { text, mode: 'verify', model: model.id, key: keyFor(model.provider) } as const;
        for await (const event of checkText(request, signal))
          if (event.type === 'done') claims = event.metadata.claims;
      }
      return note(index, resultOf(claims), signal);
    } catch (error) {
      if (signal.aborted) return;
      const failure = factsOf(error);
      if (failure.status === 429 && failure.code !== 'insufficient_quota') {
        await waitUntil(failure.retryAt ?? Date.now() + 1_000, signal);
        continue;
      }
      // A key or a model that is refused is refused for every row.
      if ([401, 403, 0].includes(failure.status) || failure.code === 'insufficient_quota') {
        pause();
        return change({ failure });
      }
      return note(index, { ...resultOf([]), failure }, signal);
    }
  }
}

function note(index: number, result: Result, signal: AbortSignal): void {
  if (signal.aborted) return;
  store.set((run) =>
    run === undefined ? run : { ...run, results: run.results.with(index, result), waitingUntil: undefined },
  );
}

function waitUntil(time: number, signal: AbortSignal): Promise<void> {
  change({ waitingUntil: time });
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(250, time - Date.now()));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** From the worst to the best: a text is as good as its worst claim. */
const WORST_FIRST: readonly Verdict[] = ['refuted', 'conflicting', 'not_enough_evidence', 'supported'];

function resultOf(claims: readonly Claim[]): Result {
  const sure = claims.flatMap(({ verdict_confidence: confidence }) =>
    confidence === undefined ? [] : [confidence],
  );
  return {
    claims,
    verdict: WORST_FIRST.find((verdict) => claims.some((claim) => claim.verdict === verdict)),
    confidence: sure.length === 0 ? undefined : sure.reduce((sum, value) => sum + value, 0) / sure.length,
  };
}

/** A verdict in the words that files use; `undefined` for words that are none. */
export function readVerdict(words: string | undefined): Verdict | undefined {
  const plain = (words ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (/^(?:supported|supports|true|yes|1)$/.test(plain)) return 'supported';
  if (/^(?:refuted|refutes|false|no|0)$/.test(plain)) return 'refuted';
  if (/^(?:conflicting|conflicting_evidence.*|mixed)$/.test(plain)) return 'conflicting';
  if (/^(?:not_enough_(?:evidence|info)|nei|unverified)$/.test(plain)) return 'not_enough_evidence';
  return undefined;
}

/** Tokens that judging takes: measured with the starter corpus at about 800 a claim, a claim a sentence. */
export function estimateTokens({ rows, textColumn }: Run): number {
  const sentences = rows.reduce(
    (sum, row) => sum + Math.max(1, (row[textColumn] ?? '').split(/[.!?。]\s/).length),
    0,
  );
  return Math.round(sentences * 8) * 100;
}
