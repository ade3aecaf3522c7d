/** Joins what the gateway says of its state: to probes, to Prometheus, and to operators. */
import { performance } from 'node:perf_hooks';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import { createStatusAnswers, serveStatus } from '../http/status/serve-status.ts';
import type { AppOptions, Checks } from './gateway.ts';
import type { OpenEvidence } from './open-evidence.ts';
import { openOverview } from './open-overview.ts';
import type { Providers } from './open-providers.ts';
import type { OpenServer } from './open-server.ts';
import type { State } from './open-state.ts';
import type { Telemetry } from './open-telemetry.ts';
import { VERSION } from './version.ts';

interface StatusOptions {
  readonly shared: AppOptions['shared'] | undefined;
  readonly state: Pick<State, 'backend' | 'checks'>;
  readonly providers: Pick<Providers, 'sandbox'>;
  readonly judge: PairScorer;
  readonly evidence: Pick<OpenEvidence, 'failing'>;
  readonly telemetry: Telemetry;
  /** Monotonic milliseconds at which the gateway started. */
  readonly began: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function openStatus(open: OpenServer, options: StatusOptions) {
  const { state, providers, judge, evidence, shared, now } = options;
  const { log, metrics } = options.telemetry;
  const isReady = async (): Promise<boolean> => open.hasRoom && (await state.backend.serves());
  const checks = async (): Promise<Checks> => ({
    ...(await state.checks()),
    sandbox: providers.sandbox === undefined ? 'off' : 'ok',
  });
  const answers =
    shared?.status ??
    createStatusAnswers({
      version: VERSION,
      metrics: metrics.registry,
      uptime: () => (performance.now() - options.began) / 1_000,
      isReady,
      checks,
      judge: judge.state,
      failingSources: evidence.failing,
    });
  serveStatus(open.server, answers);
  const { lastHours, close } =
    shared === undefined
      ? openOverview({ read: () => metrics.registry.getMetricsAsJSON(), now, log })
      : { lastHours: shared.lastHours, close: () => {} };
  return { isReady, checks, answers, lastHours, close };
}
