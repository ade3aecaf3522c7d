import { type ReactElement, useEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import type { ShownClaim } from './claim-state.ts';
import { tally } from './distinct-claims.ts';
import { nameCounts } from './summary-line.tsx';

/** Milliseconds between two reports of how far a check has come. */
const INTERVAL = 8_000;

/** Tells a screen reader how a check goes: now and then while it runs, and its outcome at the end; not every verdict. */
export function VerdictAnnouncer({
  claims,
  running,
}: {
  claims: readonly ShownClaim[];
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
      const timer = setInterval(() => setSaid(announceProgress(newest.current)), INTERVAL);
      return () => clearInterval(timer);
    }
    if (ran.current) setSaid(announceOutcome(newest.current));
    ran.current = false;
    return undefined;
  }, [running]);
  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}

export function announceProgress(claims: readonly ShownClaim[]): string {
  const { total, pending, of } = tally(claims);
  return total === 0 ? '' : texts.claims.announce(total - pending - of.found, total, '');
}

/** Those that were not checked are told by the first figure: they are no verdict. */
export function announceOutcome(claims: readonly ShownClaim[]): string {
  const counts = tally(claims);
  const { total, pending, of } = counts;
  if (total === 0) return '';
  const words = nameCounts(counts)
    .filter(({ state }) => state !== 'found')
    .map((one) => one.words);
  return texts.claims.announce(total - pending - of.found, total, words.join(', '));
}
