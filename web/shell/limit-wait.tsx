import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { useNow } from './use-now.ts';

/** Says when work that waits for a limit goes on by itself. */
export function LimitWait({ until }: { until: number | undefined }): ReactElement | null {
  const now = useNow(until !== undefined);
  if (until === undefined || until <= now) return null;
  const { limitWait: words } = texts;
  return (
    <span className="ending">
      {/* Read aloud once, and not every second. */}
      <span className="unseen" role="status">
        {words.at(new Date(until))}
      </span>
      <span aria-hidden="true">{words.in(Math.ceil((until - now) / 1_000))}</span>
    </span>
  );
}
