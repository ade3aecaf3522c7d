import { useCallback, useEffect, useState } from 'react';
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { listCapabilities, readHealth, readLimits } from '../api/gateway.ts';
import type { Capabilities, Health, Limits, Sources } from '../api/types.ts';
import { readSourceList } from '../sources/source-store.ts';
import { anyKey, useKeys } from '../state/keys.ts';

export interface Status {
  readonly health?: Health | undefined;
  readonly limits?: Limits | undefined;
  readonly sources?: Sources | undefined;
  readonly capabilities?: Capabilities | undefined;
  /** The first of what could not be read. What is wrong with one is mostly wrong with all. */
  readonly failure?: FailureFacts | undefined;
  readonly loading: boolean;
}

interface Read extends Status {
  /** The key whose limits were asked for. */
  readonly key?: string | undefined;
}

/**
 * How the gateway is, asked when the view opens and whenever the keys change.
 * @param key whose limits are wanted.
 */
export function useStatus(key: string | undefined): Status & { refresh(): void } {
  const { byProvider, sandbox } = useKeys();
  const [status, setStatus] = useState<Read>({ loading: true });
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, or the sandbox's being there, is asked anew.
  useEffect(() => {
    let current = true;
    setStatus((before) => ({ ...before, loading: true }));
    void readStatus(key).then((read) => {
      if (current) setStatus({ ...read, key });
    });
    return () => {
      current = false;
    };
  }, [key, byProvider, sandbox, asked]);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  return { ...status, loading: status.loading || status.key !== key, refresh };
}

async function readStatus(key: string | undefined): Promise<Status> {
  const [health, sources, capabilities, limits] = await Promise.allSettled([
    readHealth(),
    readSourceList(),
    listCapabilities(anyKey()),
    key === undefined ? undefined : readLimits(key),
  ]);
  const failed = [health, sources, capabilities, limits].find(({ status }) => status === 'rejected');
  return {
    health: resultOf(health),
    sources: resultOf(sources),
    capabilities: resultOf(capabilities),
    limits: resultOf(limits),
    failure: failed?.status === 'rejected' ? factsOf(failed.reason) : undefined,
    loading: false,
  };
}

function resultOf<T>(result: PromiseSettledResult<T>): T | undefined {
  return result.status === 'fulfilled' ? result.value : undefined;
}
