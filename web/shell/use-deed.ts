import { useState } from 'react';
import { type FailureFacts, factsOf } from '../api/failure.ts';

/** One thing that is done at a time, and what went wrong with the last one. */
export function useDeed(failureOf: (error: unknown) => FailureFacts = factsOf) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureFacts>();
  return {
    busy,
    failure,
    /** @returns whether it was done. */
    async run(deed: () => Promise<void>): Promise<boolean> {
      setBusy(true);
      setFailure(undefined);
      try {
        await deed();
        return true;
      } catch (error) {
        setFailure(failureOf(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
