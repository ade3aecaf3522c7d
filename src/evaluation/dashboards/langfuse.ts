/**
 * Langfuse. A trace is OTLP/HTTP in JSON, a root span and a span a claim, with the header that selects the
 * observation-centric model (langfuse.com/integrations/native/opentelemetry/migration-to-v4, 2026-11). Scores are
 * `score-create` events of the batch API, the only ones that it still takes everywhere
 * (langfuse.com/docs/evaluation/evaluation-methods/scores-via-sdk).
 */
import { hash } from 'node:crypto';
import { inBatches } from '../../domain/in-batches.ts';
import { type Dashboard, type DashboardReport, scoresOf } from './dashboard.ts';

const TRACE_NAME = 'claim extraction';
/** Events of a batch: with the longest reasons one has some 10 KB, and the API takes 3.5 MB. */
const MOST_EVENTS = 300;

export const langfuse: Dashboard = {
  name: 'langfuse',
  most: 20,
  // Public key and secret key, as for HTTP Basic.
  accepts: (key) => /^[^:]+:[^:]+$/.test(key),
  baseUrlFor: () => 'https://cloud.langfuse.com',
  toRequests(reports, key) {
    const headers = { authorization: `Basic ${Buffer.from(key, 'utf8').toString('base64')}` };
    return [
      {
        path: '/api/public/otel/v1/traces',
        headers: { ...headers, 'x-langfuse-ingestion-version': '4' },
        body: JSON.stringify({ resourceSpans: [toSpans(reports)] }),
      },
      ...inBatches(reports.flatMap(toScores), MOST_EVENTS).map((batch) => ({
        path: '/api/public/ingestion',
        headers,
        body: JSON.stringify({ batch }),
      })),
    ];
  },
  isTaken: (body) => {
    const { errors } = (body ?? {}) as { errors?: unknown };
    return !Array.isArray(errors) || errors.length === 0;
  },
};

function toSpans(reports: readonly DashboardReport[]) {
  return {
    resource: { attributes: attributes({ 'service.name': 'claimgate' }) },
    scopeSpans: [{ scope: { name: 'claimgate' }, spans: reports.flatMap(spansOf) }],
  };
}

function spansOf(report: DashboardReport) {
  const context = {
    'langfuse.trace.name': TRACE_NAME,
    'langfuse.trace.metadata.evaluation_id': report.id,
    'langfuse.trace.metadata.model': report.model,
    'langfuse.trace.metadata.scorer': report.scorer,
  };
  const span = (id: string, name: string, own: Record<string, string>, parent?: string) => ({
    traceId: traceIdOf(report.id),
    spanId: id,
    parentSpanId: parent,
    name,
    kind: 1,
    startTimeUnixNano: toNano(report.began),
    endTimeUnixNano: toNano(Math.max(report.ended, report.began)),
    attributes: attributes({ ...context, ...own }),
    status: {},
  });
  const root = spanIdOf(report.id, 'root');
  return [
    span(root, TRACE_NAME, {
      'langfuse.observation.type': 'evaluator',
      'langfuse.observation.input': JSON.stringify(report.rows.map((row) => row.original_text)),
      'langfuse.observation.output': JSON.stringify(report.rows.map((row) => row.extracted_claim)),
    }),
    ...report.rows.map((row) =>
      span(
        spanIdOf(report.id, row.claim_id),
        row.claim_id,
        {
          'langfuse.observation.type': 'span',
          'langfuse.observation.input': row.original_text,
          'langfuse.observation.output': row.extracted_claim,
          'langfuse.observation.metadata.category': row.category,
          'langfuse.observation.metadata.verifiable': String(row.verifiable),
          'langfuse.observation.metadata.confidence': String(row.confidence),
        },
        root,
      ),
    ),
  ];
}

/** Events with ids that follow from the claim's, so that what is sent twice counts once. */
function toScores(report: DashboardReport) {
  return report.rows.flatMap((row) =>
    scoresOf(row).map(({ name, value, reason }) => {
      const id = `${report.id}-${row.claim_id}-${name}`;
      return {
        id,
        type: 'score-create',
        timestamp: new Date(row.timestamp).toISOString(),
        body: {
          id,
          traceId: traceIdOf(report.id),
          observationId: spanIdOf(report.id, row.claim_id),
          name,
          value,
          dataType: 'NUMERIC',
          comment: reason,
          metadata: { scorer: report.scorer, claim_id: row.claim_id },
        },
      };
    }),
  );
}

function attributes(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

function traceIdOf(id: string): string {
  return hash('sha256', id).slice(0, 32);
}

function spanIdOf(id: string, part: string): string {
  return hash('sha256', `${id} ${part}`).slice(0, 16);
}

function toNano(milliseconds: number): string {
  return `${Math.round(milliseconds)}000000`;
}
