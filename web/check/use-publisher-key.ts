import { useEffect } from 'react';
import { readKeyLimits, useKeyLimits } from '../state/key-limits.ts';
import { keyFor, keyKind, useKeys } from '../state/keys.ts';
import { useChoice } from '../state/models.ts';

/** Keys that the gateway was asked about. */
const asked = new Set<string>();

/**
 * @param needed whether there is something to publish: the gateway is not asked before.
 * @returns the key that is asked with next, where its plan lets it publish.
 */
export function usePublisherKey(needed: boolean): string | undefined {
  const keys = useKeys();
  const limits = useKeyLimits();
  const provider = useChoice()?.provider;
  const isNone = keyKind(provider, keys) === 'notNeeded';
  const key = provider === undefined || isNone ? undefined : keyFor(provider, keys);
  useEffect(() => {
    if (!needed || key === undefined || asked.has(key)) return;
    asked.add(key);
    void readKeyLimits(key);
  }, [needed, key]);
  return key !== undefined && limits.get(key)?.plan?.publish === true ? key : undefined;
}
