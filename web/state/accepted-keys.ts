/**
 * Which keys their providers have accepted, kept in memory. The gateway asks sources outside only for a key that was
 * accepted within the last hour: a key that was not is tried first, with one short request.
 */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { tryKey } from '../api/gateway.ts';
import { followKeyNews } from '../api/key-news.ts';
import { createStore, useStore } from './create-store.ts';
import { isSandboxKey, keyFor } from './keys.ts';
import { modelToTry, providerOf } from './models.ts';

export interface KeyTrial {
  readonly provider: string;
  readonly state: 'trying' | 'accepted' | 'refused' | 'unknown';
  /** Unix milliseconds. */
  readonly at: number;
  /** Why nothing is known of it. */
  readonly failure?: FailureFacts;
}

const MINUTE = 60_000;
/** Before the hour is over, since a check takes a while. */
const ACCEPTED_FOR = 50 * MINUTE;
/** How long a key is left alone that could not be tried. */
const TRIED_AGAIN_AFTER = MINUTE;
const LONGEST_TRIAL = 20_000;

const store = createStore<ReadonlyMap<string, KeyTrial>>(new Map());
const underWay = new Map<string, Promise<void>>();

followKeyNews(({ key, model, accepted }) => {
  const provider = model === undefined ? undefined : providerOf(model);
  if (provider !== undefined && accepted !== undefined) {
    note(key, { provider, state: accepted ? 'accepted' : 'refused' });
  }
});

function note(key: string, trial: Omit<KeyTrial, 'at'>): void {
  store.set((trials) => new Map(trials).set(key, { ...trial, at: Date.now() }));
}

/** Whether a key must be tried before it counts as accepted; one that was refused is not tried again. */
function needsTrial(trial: KeyTrial | undefined, provider: string): boolean {
  if (trial === undefined || trial.provider !== provider) return true;
  if (trial.state === 'refused') return false;
  return Date.now() - trial.at > (trial.state === 'accepted' ? ACCEPTED_FOR : TRIED_AGAIN_AFTER);
}

/** Tries the key of a provider unless that was done lately. @param model to try it with. Never rejects. */
export function ensureAccepted(provider: string, model = modelToTry(provider)): Promise<void> {
  const key = keyFor(provider);
  if (key === undefined || model === undefined || isSandboxKey(key)) return Promise.resolve();
  const trial = underWay.get(key) ?? (needsTrial(store.get().get(key), provider) ? begin() : undefined);
  return trial ?? Promise.resolve();

  function begin(): Promise<void> {
    const begun = tryOnce(key as string, provider, model as string).finally(() =>
      underWay.delete(key as string),
    );
    underWay.set(key as string, begun);
    return begun;
  }
}

async function tryOnce(key: string, provider: string, model: string): Promise<void> {
  note(key, { provider, state: 'trying' });
  try {
    await tryKey(key, model, AbortSignal.timeout(LONGEST_TRIAL));
    note(key, { provider, state: 'accepted' });
  } catch (error) {
    const failure = factsOf(error);
    note(
      key,
      failure.status === 401 ? { provider, state: 'refused' } : { provider, state: 'unknown', failure },
    );
  }
}

export function useKeyTrials(): ReadonlyMap<string, KeyTrial> {
  return useStore(store, (trials) => trials);
}

/** What is known of a key at its provider. */
export function trialOf(key: string, provider: string): KeyTrial | undefined {
  const trial = store.get().get(key);
  return trial?.provider === provider ? trial : undefined;
}
