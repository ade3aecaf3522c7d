import { useCallback, useEffect, useRef, useState } from 'react';
import { type FailureFacts, factsOf } from '../api/failure.ts';

export interface Asked<T> {
  /** What was read last; it stays while it is read anew. */
  readonly seen: T | undefined;
  readonly failure: FailureFacts | undefined;
  readonly refresh: () => void;
}

interface Manner {
  /** Milliseconds between two looks; it is read once where absent. */
  readonly pace?: number | undefined;
  /** Changes where what is read may have. What was read before stays until then. */
  readonly edition?: string;
  readonly failureOf?: (error: unknown) => FailureFacts;
}

/**
 * Reads something of the gateway while the view is seen.
 * @param about what is read, and with which key: it is read anew where this changes.
 */
export function useRead<T>(
  about: string,
  read: (signal: AbortSignal) => Promise<T>,
  { pace, edition = '', failureOf = factsOf }: Manner = {},
): Asked<T> {
  const [seen, setSeen] = useState<{ readonly about: string; readonly value: T }>();
  const [failure, setFailure] = useState<FailureFacts>();
  const [asked, setAsked] = useState(0);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  const latest = useRef({ read, failureOf });
  latest.current = { read, failureOf };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew on demand.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async (): Promise<void> => {
      try {
        const value = await latest.current.read(signal);
        if (signal.aborted) return;
        setSeen({ about, value });
        setFailure(undefined);
      } catch (error) {
        if (!signal.aborted) setFailure(latest.current.failureOf(error));
      }
    };
    void look();
    const timer = pace === undefined ? undefined : setInterval(() => document.hidden || look(), pace);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [about, asked, pace, edition]);
  return { seen: seen?.about === about ? seen.value : undefined, failure, refresh };
}
