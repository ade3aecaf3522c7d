/** GET /health, /ready and /metrics: for load balancers, monitors and people. */
import type { Metrics } from '../../telemetry/metrics.ts';
import { healthResponses } from '../response-schema.ts';
import type { Server } from '../server.ts';

/** `off`: not wanted by the operator, which harms nothing. */
export type CheckResult = 'ok' | 'degraded' | 'down' | 'off';

export interface StatusOptions {
  readonly version: string;
  readonly metrics: Metrics;
  /** Seconds since the start. */
  readonly uptime: () => number;
  /** Whether chats would be answered. */
  readonly isReady: () => Promise<boolean>;
  /** The state of each part. One that is `down` makes the gateway unhealthy. */
  readonly checks: () => Promise<Readonly<Record<string, CheckResult>>>;
}

export function serveStatus(server: Server, options: StatusOptions): void {
  const { version, metrics, uptime, isReady, checks } = options;

  server.get(
    '/health',
    {
      config: { always: true },
      schema: {
        summary: 'Health',
        operationId: 'readHealth',
        tags: ['Operation'],
        security: [],
        response: healthResponses,
      },
    },
    async (_request, reply) => {
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
        checks: results,
      };
      return reply
        .code(status === 'unhealthy' ? 503 : 200)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(body));
    },
  );

  server.get(
    '/ready',
    {
      config: { always: true },
      schema: {
        summary: 'Readiness: 503 wherever chats would be refused',
        operationId: 'readReadiness',
        tags: ['Operation'],
        security: [],
      },
    },
    async (_request, reply) => {
      const ready = await isReady();
      return reply
        .code(ready ? 200 : 503)
        .headers(ready ? {} : { 'retry-after': '1' })
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ ready }));
    },
  );

  server.get(
    '/metrics',
    {
      config: { always: true },
      schema: {
        summary: 'Metrics, for Prometheus',
        operationId: 'readMetrics',
        tags: ['Operation'],
        security: [],
      },
    },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
