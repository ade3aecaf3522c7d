/** A key that was entered, and the providers that it was entered for. */
export interface OwnKey {
  readonly key: string;
  readonly providers: readonly string[];
}

/** @returns each key once: one that the gateway issued may be entered for several providers. */
export function ownKeysOf(byProvider: Readonly<Record<string, string>>): readonly OwnKey[] {
  const keys = new Map<string, string[]>();
  for (const [provider, key] of Object.entries(byProvider)) {
    keys.set(key, [...(keys.get(key) ?? []), provider]);
  }
  return [...keys].map(([key, providers]) => ({ key, providers }));
}

/** @returns the first of the keys that was entered for one of these providers, else the first. */
export function chooseKey(
  keys: readonly OwnKey[],
  ...wanted: readonly (string | undefined)[]
): OwnKey | undefined {
  for (const provider of wanted) {
    const found = keys.find(({ providers }) => provider !== undefined && providers.includes(provider));
    if (found !== undefined) return found;
  }
  return keys[0];
}
