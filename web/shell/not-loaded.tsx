import type { ReactElement } from 'react';
import { factsOf } from '../api/failure.ts';
import { readHealth } from '../api/gateway.ts';
import { FailureNote } from './failure-note.tsx';

/** In place of a view whose code could not be loaded: the gateway is away. */
export function NotLoaded(): ReactElement {
  return (
    <div className="page">
      <div className="page-inner">
        <FailureNote facts={factsOf(undefined)} ways={{ retry: reloadOnceReachable }} />
      </div>
    </div>
  );
}

/** A page that is loaded again while the gateway is away is lost. */
function reloadOnceReachable(): void {
  readHealth().then(
    () => location.reload(),
    () => {},
  );
}
