import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { ShownClaim } from './claim-state.ts';
import { sayOutcome, sayProgress } from './name-counts.ts';

/** Milliseconds between two reports of how far a check has come. */
const INTERVAL = 8_000;

/** Tells a screen reader how a check goes: now and then while it runs, and its outcome at the end; not every verdict. */
export function VerdictAnnouncer({
  claims,
  running,
}: {
  /** As they are at that moment; asked for when something is said. */
  claims: () => readonly ShownClaim[];
  running: boolean;
}): ReactElement {
  const [said, setSaid] = useState('');
  const newest = useRef(claims);
  newest.current = claims;
  const ran = useRef(false);
  useEffect(() => {
    if (running) {
      ran.current = true;
      setSaid('');
      const timer = setInterval(() => setSaid(sayProgress(newest.current())), INTERVAL);
      return () => clearInterval(timer);
    }
    if (ran.current) setSaid(sayOutcome(newest.current()));
    ran.current = false;
    return undefined;
  }, [running]);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}
