/** The catalogue of models, and the one that is chosen. */

import { type FailureFacts, factsOf } from '../api/failure.ts';
import { listModels, readHealth } from '../api/gateway.ts';
import type { Model, ModelList } from '../api/types.ts';
import { onceAt } from '../shell/once-at.ts';
import { createStore, useStore } from './create-store.ts';
import { anyKey, setKeyless, setSandbox } from './keys.ts';
import { getSettings, type Settings, useSettings } from './settings.ts';

interface Models {
  readonly list: ModelList | undefined;
  readonly failure: FailureFacts | undefined;
  /** Whether the gateway has a judge of its own that reads claims at present. */
  readonly hasJudge: boolean;
}

const store = createStore<Models>({ list: undefined, failure: undefined, hasJudge: false });

let callOff = (): void => {};

/** Asks the gateway for its models, and whether it has a sandbox; where it says when to come back, again then. */
export async function readModels(): Promise<void> {
  callOff();
  const sandbox = readHealth().then(
    ({ checks, judge }) => {
      store.set((models) => ({ ...models, hasJudge: judge === 'ready' }));
      setSandbox(checks.sandbox === 'ok');
    },
    () => setSandbox(false),
  );
  try {
    const list = await listModels().catch(async (error: unknown) => {
      await sandbox;
      const key = anyKey();
      if (factsOf(error).status !== 401 || key === undefined) throw error;
      return listModels(key);
    });
    await sandbox;
    setKeyless(list.models_list.flatMap(({ key, provider }) => (key === 'none' ? [provider] : [])));
    store.set((models) => ({ ...models, list, failure: undefined }));
  } catch (error) {
    const failure = factsOf(error);
    if (failure.retryAt !== undefined) callOff = onceAt(failure.retryAt, () => void readModels());
    store.set((models) => ({ ...models, failure }));
  }
}

export function useModels(): Models {
  return useStore(store, (models) => models);
}

/** Whether texts are checked by the gateway's own judge alone: it is there, and was chosen. */
export function asksOwnJudge({ ownJudge }: Pick<Settings, 'ownJudge'>): boolean {
  return ownJudge && store.get().hasJudge;
}

export interface Choice {
  readonly provider: string;
  readonly model: Model;
}

function choose(list: ModelList | undefined, id: string | undefined): Choice | undefined {
  const all = (list?.models_list ?? []).flatMap(({ provider, available_models: models }) =>
    models.map((model) => ({ provider, model })),
  );
  return (
    all.find(({ model }) => model.model_id === id) ??
    all.find(({ model }) => model.model_id === list?.default_model) ??
    all[0]
  );
}

/** The model that is asked next: the chosen one, else the gateway's default. @param id in its place. */
export function useChoice(id?: string): Choice | undefined {
  const { list } = useModels();
  const { model } = useSettings();
  return choose(list, id ?? model);
}

/** The name of the provider of a model that the gateway lists. */
export function providerOf(id: string): string | undefined {
  const providers = store.get().list?.models_list ?? [];
  return providers.find(({ available_models: models }) => models.some((model) => model.model_id === id))
    ?.provider;
}

/** A model of a provider to try its key with: the chosen one if it is its own, else its first. */
export function modelToTry(provider: string): string | undefined {
  const choice = getChoice();
  if (choice?.provider === provider) return choice.model.model_id;
  const providers = store.get().list?.models_list ?? [];
  return providers.find((known) => known.provider === provider)?.available_models[0]?.model_id;
}

/** @param id of a model other than the one that is chosen for all. */
export function getChoice(id = getSettings().model): Choice | undefined {
  return choose(store.get().list, id);
}
