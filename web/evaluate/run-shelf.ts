/** The runs that this browser keeps, as all tabs leave them; and the search in them. */
import { useEffect } from 'react';
import type { Searched } from '../shell/use-found.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { hearTabs } from '../state/tabs.ts';
import { forgetRun, type ListedRun, listRuns, readTexts } from './keep-runs.ts';

export interface RunEntry extends ListedRun {
  readonly id: string;
}

const shelf = createStore<readonly RunEntry[]>([]);

/** Lists them anew. Runs that were never started are left out. */
export async function readRuns(): Promise<readonly RunEntry[]> {
  const runs = (await listRuns())
    .filter(({ run }) => run.models.length > 0)
    .map((listed) => ({ ...listed, id: listed.run.id }));
  shelf.set(() => runs);
  return runs;
}

hearTabs('runs', () => void readRuns());

/** @returns the runs that there are, the latest first. */
export function useRuns(): readonly RunEntry[] {
  useEffect(() => void readRuns(), []);
  return useStore(shelf, (runs) => runs);
}

export async function deleteRun(id: string): Promise<void> {
  await forgetRun(id);
  await readRuns();
}

/** The texts of runs that were searched: rows never change. */
const known = new Map<string, string>();

async function wordsOf({ id, run }: RunEntry): Promise<string> {
  const before = known.get(id);
  if (before !== undefined) return before;
  const words = (await readTexts(run)).toLowerCase();
  known.set(id, words);
  return words;
}

const nameOf = ({ run }: RunEntry): string =>
  [run.file, ...run.models.map(({ model }) => model.name)].join(' ');

export const SEARCHED_RUNS: Searched<RunEntry> = { nameOf, wordsOf };
