/** GET /health, /ready and /metrics: for load balancers, monitors and people. */
import type { FailingSources } from '../../../engine/factcheck/find/remember-outcomes.ts';
import type { JudgeState } from '../../../engine/judge/pair-scorer.ts';
import { healthResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';

/** `off`: not wanted by the operator, which harms nothing. */
export type CheckResult = 'ok' | 'degraded' | 'down' | 'off';

/** In Prometheus' form. */
interface MetricsText {
  readonly contentType: string;
  metrics(): Promise<string>;
}

interface StatusOptions {
  readonly version: string;
  readonly metrics: MetricsText;
  /** Seconds since the start. */
  readonly uptime: () => number;
  /** Whether chats would be answered. */
  readonly isReady: () => Promise<boolean>;
  /** The state of each part. One that is `down` makes the gateway unhealthy. */
  readonly checks: () => Promise<Readonly<Record<string, CheckResult>>>;
  /** The state of the gateway's own judge, without which everything else works. */
  readonly judge: () => JudgeState;
  /** Sources of evidence whose last search failed, without which answers come too. */
  readonly failingSources: () => FailingSources;
}

export type StatusPath = '/health' | '/ready' | '/metrics';

export interface StatusAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What each path answers at the moment, on whichever listener it is asked. */
export type StatusAnswers = Readonly<Record<StatusPath, () => Promise<StatusAnswer>>>;

export function createStatusAnswers(options: StatusOptions): StatusAnswers {
  const { version, metrics, uptime, isReady, checks, judge, failingSources } = options;
  return {
    async '/health'() {
      const results = await checks();
      const states = Object.values(results);
      const status = states.includes('down')
        ? 'unhealthy'
        : states.includes('degraded')
          ? 'degraded'
          : 'healthy';
      const body = {
        status,
        version,
        uptime_seconds: Math.round(uptime() * 10) / 10,
        judge: judge(),
        checks: results,
        failing_sources: failingSources(),
      };
      return asJson(status === 'unhealthy' ? 503 : 200, body);
    },

    async '/ready'() {
      const ready = await isReady();
      return asJson(ready ? 200 : 503, { ready }, ready ? {} : { 'retry-after': '1' });
    },

    async '/metrics'() {
      const headers = { 'content-type': metrics.contentType };
      return { status: 200, headers, body: await metrics.metrics() };
    },
  };
}

function asJson(status: number, body: unknown, headers: Record<string, string> = {}): StatusAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

export function serveStatus(server: Server, answers: StatusAnswers): void {
  const serve = (path: StatusPath, schema: object): void => {
    server.get(
      path,
      { config: { always: true }, schema: { tags: ['Operation'], security: [], ...schema } },
      async (_request, reply) => {
        const { status, headers, body } = await answers[path]();
        return reply.code(status).headers(headers).send(body);
      },
    );
  };
  serve('/health', { summary: 'Health', operationId: 'readHealth', response: healthResponses });
  serve('/ready', {
    summary: 'Readiness: 503 if chats would be refused',
    operationId: 'readReadiness',
  });
  serve('/metrics', { summary: 'Metrics, for Prometheus', operationId: 'readMetrics' });
}
