/** Joins what scores the extraction of claims: jobs in the store, the callers' models, the local scorer, dashboards. */

import { yieldTurn } from '../../engine/factcheck/yield-turn.ts';
import { DASHBOARDS } from '../../evaluation/dashboards/registry.ts';
import { createDashboardSender, type DashboardSender } from '../../evaluation/dashboards/send-reports.ts';
import { createTextKeys } from '../../evaluation/encrypt-text.ts';
import {
  type EvaluatedChat,
  type EvaluationService,
  readChatExtraction,
} from '../../evaluation/evaluated-chat.ts';
import { createEvaluations, type Evaluations } from '../../evaluation/evaluations.ts';
import type { EvaluationEvents } from '../../evaluation/run-jobs.ts';
import type { ScoredExtraction } from '../../evaluation/score-extraction.ts';
import { createLocalScorer } from '../../evaluation/score-in-thread.ts';
import type { Upstream } from '../../models/upstream/call-provider.ts';
import type { HttpClient } from '../../models/wire/http-client.ts';
import type { Config } from '../config/read-config.ts';
import type { Store } from '../store/store.ts';
import { describeError } from '../telemetry/describe-error.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { textSecretsOf } from './open-secret.ts';
import { randomIds } from './random-ids.ts';
import { USER_AGENT } from './version.ts';
import { warnOfStore } from './watch-store.ts';

interface EvaluationsOptions {
  readonly config: Pick<Config, 'evaluations' | 'oldSecrets'>;
  /** The server's secret. */
  readonly secret: string;
  readonly store: Store;
  readonly upstream: Upstream;
  readonly http: HttpClient;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** What dashboards are given at the end, beyond the evaluations. Milliseconds. */
const LAST_REPORTS = 2_000;

export function openEvaluations(options: EvaluationsOptions) {
  const { config, secret, store, log, metrics, now } = options;
  const settings = config.evaluations;
  const watch = watchEvaluations(log, metrics);
  const evaluations = createEvaluations({
    records: store.evaluations,
    upstream: options.upstream,
    textKeys: createTextKeys(textSecretsOf(config.oldSecrets, secret, 'evaluations')),
    local: createLocalScorer(),
    owner: randomIds(12)(),
    storeText: settings.storeText,
    askModel: settings.scorer === 'model',
    concurrency: settings.concurrency,
    lease: settings.lease,
    retentionDays: settings.retentionDays,
    now,
    random: Math.random,
    events: watch.events,
  });
  const dashboards = createDashboardSender({
    http: options.http,
    settings: DASHBOARDS.flatMap((dashboard) => {
      const { enabled, baseUrl } = settings.dashboards[dashboard.name] ?? { enabled: true };
      return enabled ? [{ dashboard, baseUrl }] : [];
    }),
    userAgent: USER_AGENT,
    random: Math.random,
    onDone: watch.onReport,
  });
  watch.follow(evaluations);
  evaluations.start();

  const service: EvaluationService = {
    async begin(chat) {
      const { id, caller, target } = chat;
      const notice = { id, report_url: `/v1/evaluations/${id}/report` };
      try {
        const extraction = await readChatExtraction(chat, yieldTurn);
        const report = reportToDashboard(dashboards, chat, now());
        const status = await evaluations.begin({ id, caller, target, extraction, ...report });
        return { ...notice, status };
      } catch (error) {
        watch.events.failed(error);
        return { ...notice, status: 'failed' };
      }
    },
  };
  return {
    service,
    evaluations,
    /** Waits for what is running, but no longer than so many milliseconds and a little more. */
    async drain(milliseconds: number): Promise<void> {
      await evaluations.drain(milliseconds);
      await dashboards.drain(LAST_REPORTS);
    },
  };
}

/** @returns what sends the report to the caller's dashboard, where its key was given. */
function reportToDashboard(dashboards: DashboardSender, chat: EvaluatedChat, began: number) {
  const { dashboardKey, id, target } = chat;
  if (dashboardKey === undefined) return {};
  return {
    onReport({ rows, scorer }: ScoredExtraction): void {
      const ended = rows[0]?.timestamp ?? began;
      const report = { id, model: target.model.id, scorer, began, ended, rows };
      dashboards.send(report, dashboardKey, target.endpoint.sandbox);
    },
  };
}

function watchEvaluations(log: Log, { counter, gauge }: Metrics) {
  const done = counter(
    'claimgate_evaluations_total',
    'Evaluations, by who scored them, or how they ended otherwise.',
    ['outcome'],
  );
  const claims = counter('claimgate_evaluated_claims_total', 'Claims that were scored, by who scored them.', [
    'scorer',
  ]);
  const fallbacks = counter(
    'claimgate_evaluation_fallbacks_total',
    'Evaluations that a model did not judge in full, by why.',
    ['reason'],
  );
  const takenOver = counter(
    'claimgate_evaluations_taken_over_total',
    'Evaluations taken over from processes that are gone.',
  );
  const reports = counter(
    'claimgate_dashboard_reports_total',
    'Reports for dashboards, by what became of them.',
    ['dashboard', 'outcome', 'reason'],
  );
  const events: EvaluationEvents = {
    completed(scorer, count, failure) {
      done.inc({ outcome: scorer });
      claims.inc({ scorer }, count);
      if (failure !== undefined) fallbacks.inc({ reason: failure });
    },
    failed(error) {
      done.inc({ outcome: 'failed' });
      log.error(describeError(error), 'an evaluation failed');
    },
    lost: () => done.inc({ outcome: 'lost' }),
    takenOver(count) {
      takenOver.inc(count);
      log.warn({ count }, 'took over evaluations of a process that has ended');
    },
    storeAway: warnOfStore(log, 'evaluations cannot use the database, tried again'),
  };
  return {
    events,
    onReport(dashboard: string, outcome: 'sent' | 'dropped', reason = ''): void {
      reports.inc({ dashboard, outcome, reason });
      if (outcome === 'dropped') log.warn({ dashboard, reason }, 'a dashboard did not take a report');
    },
    follow(evaluations: Evaluations): void {
      const help = 'Evaluations that this process works on.';
      gauge('claimgate_evaluations_running', help, () => evaluations.running);
      const waits = 'Of these, the ones that wait until a model may be asked.';
      gauge('claimgate_evaluations_waiting', waits, () => evaluations.waiting);
    },
  };
}
