/** The sources of evidence that the server has, and those that are asked. */
import { useEffect } from 'react';
import { factsOf } from '../api/failure.ts';
import { readSources } from '../api/gateway.ts';
import type { Source, Sources } from '../api/types.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { anyKey } from '../state/keys.ts';
import { changeSettings, getSettings, type Settings } from '../state/settings.ts';

/** `undefined` until they are known. */
const store = createStore<Sources | undefined>(undefined);
let first: Promise<void> | undefined;

/** Asks the gateway for its sources, and how they are. @throws ApiFailure */
export async function readSourceList(): Promise<Sources> {
  const list = await readSources().catch((error: unknown) => {
    const key = anyKey();
    if (factsOf(error).status !== 401 || key === undefined) throw error;
    return readSources(key);
  });
  store.set(() => list);
  return list;
}

/** Reads the list unless it was read. Never rejects: without it no source is named, and the server's own choice holds. */
export function needSourceList({ again = false } = {}): Promise<void> {
  if (again || first === undefined) {
    first = readSourceList().then(
      () => {},
      () => {
        first = undefined;
      },
    );
  }
  return first;
}

export const getSourceList = store.get;

export function useSourceList(): Sources | undefined {
  return useStore(store, (list) => list);
}

/** The gateway's default, until it has said what its own is. */
const USUAL_MAX_CLAIMS = 10;

/** The most claims that the server verifies in one request. */
export function useMaxClaims(): number {
  useEffect(() => void needSourceList(), []);
  return useSourceList()?.max_claims ?? USUAL_MAX_CLAIMS;
}

/** What the operator has is asked without being named. */
export function isAlwaysOn({ reach }: Pick<Source, 'reach'>): boolean {
  return reach === 'local' || reach === 'archive';
}

/** Whether a source is asked: by default those outside are, the model's own web search is not. */
export function isOn({ name, reach, state }: Source, { sources }: Pick<Settings, 'sources'>): boolean {
  if (isAlwaysOn({ reach })) return state !== 'empty';
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
  const nameable = (list?.data ?? []).filter((source) => !isAlwaysOn(source));
  if (nameable.length === 0) return undefined;
  return nameable.filter((source) => isOn(source, settings)).map(({ name }) => name);
}
