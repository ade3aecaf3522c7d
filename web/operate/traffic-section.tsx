/** What requests of all callers came to over time. */
import type { ReactElement } from 'react';
import type { TrafficAsker } from '../api/traffic.ts';
import { readSpan } from '../traffic/read-span.ts';
import { TRAFFIC_PACE, TrafficChoice, useTrafficChoice } from '../traffic/traffic-choice.tsx';
import { TrafficFigures } from '../traffic/traffic-figures.tsx';
import { AdminFailure } from './admin-failure.tsx';
import { useAdmin } from './use-admin.ts';

export function TrafficSection({ adminKey }: { adminKey: string }): ReactElement {
  const { span } = useTrafficChoice();
  const asker: TrafficAsker = { path: '/admin/v1/traffic', key: adminKey };
  const read = (_key: string, signal: AbortSignal) => readSpan(asker, span, signal);
  const { seen, failure, refresh } = useAdmin(adminKey, 'traffic', read, TRAFFIC_PACE, span);
  return (
    <>
      <TrafficChoice onRefresh={refresh} />
      <AdminFailure failure={failure} />
      {seen === undefined ? null : <TrafficFigures seen={seen} asker={asker} />}
    </>
  );
}
