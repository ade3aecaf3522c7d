/** Opens what the gateway says of itself: its log, its metrics, and traces where they are on. */
import { ERRORS } from '../../domain/errors.ts';
import type { Config } from '../config/read-config.ts';
import { createLog, type LogOptions } from '../telemetry/log.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createRecurringWarning } from '../telemetry/recurring-warning.ts';
import { openTracing } from '../telemetry/tracing.ts';
import { VERSION } from './version.ts';

export type Telemetry = Awaited<ReturnType<typeof openTelemetry>>;

/** @param now Unix milliseconds. */
export async function openTelemetry(
  config: Pick<Config, 'logLevel' | 'tracing' | 'telemetry'>,
  options: Omit<LogOptions, 'level'> | undefined,
  now: () => number,
) {
  const { log, flush } = createLog({ level: config.logLevel, pretty: false, ...options });
  const metrics = createMetrics();
  // A series that begins with its first error has no rise that an alert could see.
  for (const code of Object.keys(ERRORS)) metrics.error(code, { count: 0 });
  const tracing =
    config.tracing === undefined
      ? undefined
      : await openTracing({
          ...config.tracing,
          version: VERSION,
          content: config.telemetry.content,
          now,
          onError: createRecurringWarning(log, () => 'traces cannot be sent'),
        });
  return {
    log,
    metrics,
    /** Absent where there are no traces. */
    tracing,
    async close(): Promise<void> {
      await tracing?.close();
      await flush();
    },
  };
}
