/** The sources of evidence that the server has, and those that are asked. */
import { factsOf } from '../api/failure.ts';
import { readSources } from '../api/gateway.ts';
import type { Source, Sources } from '../api/types.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { anyKey } from '../state/keys.ts';
import { changeSettings, getSettings, type Settings } from '../state/settings.ts';

/** `undefined` until they are known. */
const store = createStore<Sources | undefined>(undefined);
let first: Promise<void> | undefined;

/** Asks the gateway for its sources, and how they are. Never rejects. */
export async function readSourceList(): Promise<void> {
  try {
    const list = await readSources().catch((error: unknown) => {
      const key = anyKey();
      if (factsOf(error).status !== 401 || key === undefined) throw error;
      return readSources(key);
    });
    store.set(() => list);
  } catch {
    // Without the list, no source is named: the server's own choice holds.
    first = undefined;
  }
}

/** Reads the list unless it was read. */
export function needSourceList(): Promise<void> {
  first ??= readSourceList();
  return first;
}

export const getSourceList = store.get;

export function useSourceList(): Sources | undefined {
  return useStore(store, (list) => list);
}

/** Whether a source is asked: by default those outside are, the model's own web search is not. */
export function isOn({ name, reach, state }: Source, { sources }: Pick<Settings, 'sources'>): boolean {
  if (reach === 'local') return state !== 'empty';
  return sources[name] ?? reach === 'outside';
}

/** Turns a source on or off. What is as by default is not remembered. */
export function turnSource(source: Source, on: boolean): void {
  const { [source.name]: _before, ...others } = getSettings().sources;
  const usual = isOn(source, { sources: {} });
  changeSettings({ sources: on === usual ? others : { ...others, [source.name]: on } });
}

/** The names to be sent; `undefined` where the server has none that could be named. */
export function namesToSend(list: Sources | undefined, settings: Pick<Settings, 'sources'>) {
  const nameable = (list?.data ?? []).filter(({ reach }) => reach !== 'local');
  if (nameable.length === 0) return undefined;
  return nameable.filter((source) => isOn(source, settings)).map(({ name }) => name);
}
