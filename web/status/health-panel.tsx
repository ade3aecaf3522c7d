import type { ReactElement } from 'react';
import type { Health } from '../api/types.ts';
import { VerdictMark } from '../claims/verdict-mark.tsx';
import { texts } from '../texts.ts';

/** The gateway's state, part by part. */
export function HealthPanel({
  health,
  loading,
}: {
  health: Health | undefined;
  loading: boolean;
}): ReactElement {
  const { status: words } = texts;
  return (
    <section className="panel" aria-labelledby="health-heading">
      <h2 id="health-heading">{words.health}</h2>
      {health === undefined ? (
        <p className="faint">{loading ? texts.loading : words.notAvailable}</p>
      ) : (
        <>
          <p className="status-state">
            <VerdictMark state={markOf(health.status)} size={22} />
            {words.states[health.status]}
          </p>
          <dl className="facts">
            {Object.entries(health.checks).map(([part, state]) => (
              <div key={part}>
                <dt>{words.parts[part] ?? part}</dt>
                <dd>{words.parts[state] ?? state}</dd>
              </div>
            ))}
            <div>
              <dt>{words.up}</dt>
              <dd>{formatDuration(health.uptime_seconds)}</dd>
            </div>
          </dl>
          <p className="faint small">{words.version(health.version)}</p>
        </>
      )}
    </section>
  );
}

function markOf(status: Health['status']): 'supported' | 'conflicting' | 'refuted' {
  return status === 'healthy' ? 'supported' : status === 'degraded' ? 'conflicting' : 'refuted';
}

function formatDuration(seconds: number): string {
  const format = (value: number, unit: string): string =>
    new Intl.NumberFormat('en', {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    }).format(value);
  if (seconds < 90) return format(seconds, 'second');
  if (seconds < 5_400) return format(seconds / 60, 'minute');
  if (seconds < 172_800) return format(seconds / 3_600, 'hour');
  return format(seconds / 86_400, 'day');
}
