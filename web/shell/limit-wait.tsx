import type { ReactElement } from 'react';
import { texts } from '../texts.ts';
import { useSecondsUntil } from './use-now.ts';

/** Says when work that waits for a limit goes on by itself. */
export function LimitWait({ until }: { until: number | undefined }): ReactElement | null {
  const left = useSecondsUntil(until);
  if (until === undefined || left === 0) return null;
  const { limitWait: words } = texts;
  return (
    <span className="ending">
      {/* Read aloud once, and not every second. */}
      <span className="unseen" role="status">
        {words.at(new Date(until))}
      </span>
      <span aria-hidden="true">{words.in(left)}</span>
    </span>
  );
}
