/** Keys of providers: in memory, and in this tab's session storage where the person says so. Nowhere else. */
import { createStore, useStore } from './create-store.ts';

interface Keys {
  readonly byProvider: Readonly<Record<string, string>>;
  readonly remember: boolean;
  /** Whether the gateway has a sandbox; `undefined` until it has been asked. */
  readonly sandbox: boolean | undefined;
}

const PLACE = 'claimgate.keys';
const SANDBOX_KEY = 'sandbox';

function recall(): Keys {
  const nothing: Keys = { byProvider: {}, remember: false, sandbox: undefined };
  try {
    const kept = sessionStorage.getItem(PLACE);
    return kept === null ? nothing : { ...nothing, byProvider: JSON.parse(kept), remember: true };
  } catch {
    return nothing;
  }
}

const store = createStore(recall());

function keep({ byProvider, remember }: Keys): void {
  try {
    if (remember) sessionStorage.setItem(PLACE, JSON.stringify(byProvider));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // Storage is off: the keys stay in memory.
  }
}

export function setKey(provider: string, key: string): void {
  store.set((keys) => {
    const { [provider]: _old, ...others } = keys.byProvider;
    const trimmed = key.trim();
    return { ...keys, byProvider: trimmed === '' ? others : { ...others, [provider]: trimmed } };
  });
  keep(store.get());
}

export function setRemember(remember: boolean): void {
  store.set((keys) => ({ ...keys, remember }));
  keep(store.get());
}

export function setSandbox(sandbox: boolean): void {
  store.set((keys) => ({ ...keys, sandbox }));
}

/** The person's own key, else the sandbox's where there is one. */
export function keyFor(provider: string): string | undefined {
  const { byProvider, sandbox } = store.get();
  return byProvider[provider] ?? (sandbox === true ? SANDBOX_KEY : undefined);
}

/** Some key, for what takes the key of any provider. */
export function anyKey(): string | undefined {
  const { byProvider, sandbox } = store.get();
  return Object.values(byProvider)[0] ?? (sandbox === true ? SANDBOX_KEY : undefined);
}

export function useKeys(): Keys {
  return useStore(store, (keys) => keys);
}

export const getKeys = store.get;
