/** Keys of providers: in memory, and in this tab's session storage where the person says so. Nowhere else. */
import { createStore, useStore } from './create-store.ts';

interface Keys {
  readonly byProvider: Readonly<Record<string, string>>;
  readonly remember: boolean;
  /** Whether the gateway has a sandbox; `undefined` until it has been asked. */
  readonly sandbox: boolean | undefined;
  /** Providers that are asked without a key. */
  readonly keyless: readonly string[];
}

const PLACE = 'claimgate.keys';
const SANDBOX_KEY = 'sandbox';
/** What a provider without keys is sent: the gateway wants some. */
const NO_KEY = 'none';

function recall(): Keys {
  const nothing: Keys = { byProvider: {}, remember: false, sandbox: undefined, keyless: [] };
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

export function setKeyless(keyless: readonly string[]): void {
  store.set((keys) => ({ ...keys, keyless }));
}

/** The person's own key, else none where none is needed, else the sandbox's where there is one. */
export function keyFor(provider: string, { byProvider, sandbox, keyless } = store.get()): string | undefined {
  const instead = keyless.includes(provider) ? NO_KEY : sandbox === true ? SANDBOX_KEY : undefined;
  return byProvider[provider] ?? instead;
}

type KeyKind = 'own' | 'notNeeded' | 'sandbox' | 'none';

/** Which key a provider is asked with. */
export function keyKind(provider: string | undefined, keys: Keys): KeyKind {
  if (provider !== undefined && keys.byProvider[provider] !== undefined) return 'own';
  if (provider !== undefined && keys.keyless.includes(provider)) return 'notNeeded';
  return keys.sandbox === true ? 'sandbox' : 'none';
}

/** Whether the key is one of the sandbox's: nothing that is asked with it leaves the gateway. */
export function isSandboxKey(key: string | undefined): boolean {
  return key !== undefined && /^sandbox(?:-|$)/.test(key);
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
