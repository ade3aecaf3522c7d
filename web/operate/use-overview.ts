import { useCallback, useEffect, useState } from 'react';
import {
  type AuditEntry,
  type ListedCaller,
  type Overview,
  readAudit,
  readCallers,
  readOverview,
} from '../api/admin.ts';
import { type FailureFacts, factsOf } from '../api/failure.ts';

/** Milliseconds between two looks while the view is seen. */
const PACE = 15_000;
const HOURS = 24;

export interface Seen {
  readonly overview: Overview;
  readonly audit: readonly AuditEntry[];
  readonly callers: readonly ListedCaller[];
}

/** What an operator sees with this key, asked again and again while the page is seen. */
export function useOverview(key: string | undefined): {
  readonly seen: Seen | undefined;
  readonly failure: FailureFacts | undefined;
  refresh(): void;
} {
  const [seen, setSeen] = useState<Seen>();
  const [failure, setFailure] = useState<FailureFacts>();
  const [asked, setAsked] = useState(0);
  const refresh = useCallback(() => setAsked((times) => times + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew on demand.
  useEffect(() => {
    setFailure(undefined);
    if (key === undefined) {
      setSeen(undefined);
      return;
    }
    const leaving = new AbortController();
    const look = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        const { signal } = leaving;
        const [overview, audit, callers] = await Promise.all([
          readOverview(key, HOURS, signal),
          readAudit(key, signal),
          readCallers(key, signal),
        ]);
        setSeen({ overview, audit: audit.data, callers: callers.data });
        setFailure(undefined);
      } catch (error) {
        if (!leaving.signal.aborted) setFailure(factsOf(error));
      }
    };
    void look();
    const timer = setInterval(look, PACE);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [key, asked]);
  return { seen, failure, refresh };
}
