import type { ReactElement } from 'react';
import { readModels, useModels } from '../state/models.ts';
import { FailureNote } from './failure-note.tsx';

/** Why there are no models, where there are none: without one, no view can do its work. */
export function ModelsNote({ onKey }: { onKey: () => void }): ReactElement | null {
  const { list, failure } = useModels();
  if (list !== undefined || failure === undefined) return null;
  return (
    <FailureNote
      facts={failure}
      ways={{ key: onKey, retry: () => void readModels() }}
      byItself={failure.retryAt !== undefined}
    />
  );
}
