/** GET /v1/evaluations/{id}/report and DELETE /v1/evaluations/{id}: reports, for the key that made them alone. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import type { ScoredClaim } from '../../../domain/evaluation.ts';
import type { Evaluations } from '../../../evaluation/evaluations.ts';
import type { EvaluationState } from '../../../evaluation/read-reports.ts';
import {
  contentDisposition,
  formatRows,
  REPORT_HEADER_LINE,
  REPORT_HEADERS,
} from '../../../evaluation/report-csv.ts';
import { formatUsage } from '../../../models/dialects/chat-completions/format-completion.ts';
import type { Gate } from '../admission/gate.ts';
import { errorBody } from '../answer/error-body.ts';
import { sendReport } from '../answer/send-stream.ts';
import { validate, withNumber } from '../body/validate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import { deletedResponses, reportResponses } from '../evaluation-schema.ts';
import { leavingSignal } from '../server/leaving-signal.ts';
import type { Server } from '../server/server.ts';

interface EvaluationsRouteOptions {
  readonly gate: Gate;
  readonly evaluations: Pick<Evaluations, 'find' | 'rows' | 'remove'>;
}

/** Seconds that a report is waited for: unless the request says otherwise, and at most. */
const WAIT = 10;
const LONGEST_WAIT = 30;
/** Seconds after which asking again may help. */
const AGAIN_AFTER = 2;

const idParams = z.object({ id: z.string().meta({ description: 'The id of the completion.' }) });
const reportQuery = z.object({
  wait: z
    .number()
    .min(0)
    .max(LONGEST_WAIT)
    .optional()
    .meta({
      description: `Seconds to wait for a running evaluation; ${WAIT} by default.`,
    }),
  format: z.enum(['csv', 'json']).optional().meta({
    description: '`json` also says what was added, what is missing and what is wrong, in words.',
  }),
});

export function serveEvaluations(server: Server, { gate, evaluations }: EvaluationsRouteOptions): void {
  server.get(
    '/v1/evaluations/:id/report',
    {
      schema: {
        summary: 'The report of an evaluation, as CSV',
        operationId: 'readEvaluationReport',
        tags: ['Evaluations'],
        params: idParams,
        querystring: reportQuery,
        response: reportResponses,
      },
    },
    async (request, reply) => {
      const identity = requireIdentity(gate.identify(request, 'header-first'));
      const { wait = WAIT, format } = validate(reportQuery, withNumber(request.query, 'wait'), [], 'query');
      const gone = leavingSignal(reply);
      const state = await evaluations.find(idOf(request), identity.caller, wait * 1_000, gone);
      if (state === undefined) throw notThere();
      if (state.status === 'running') {
        reply.code(202).header('retry-after', String(AGAIN_AFTER));
        return { detail: 'The evaluation is still running', status: 'running' };
      }
      if (state.status === 'failed') {
        // There is no report, and never will be: the reason stands where that of a missing one does.
        request.failure = 'evaluation_failed';
        reply.code(404);
        const reason = new GatewayError('not_found', state.failure ?? 'The evaluation could not be scored');
        return { ...errorBody(reason), status: 'failed' };
      }
      reply.header('x-claimgate-scorer', state.scorer ?? 'local');
      const pages = evaluations.rows(state.id, identity.key);
      return sendReport(reply, pages, format === 'json' ? jsonFormat(state) : csvFormat(state));
    },
  );

  server.delete(
    '/v1/evaluations/:id',
    {
      schema: {
        summary: 'Delete an evaluation and its report',
        operationId: 'deleteEvaluation',
        tags: ['Evaluations'],
        params: idParams,
        response: deletedResponses,
      },
    },
    async (request, reply) => {
      const { caller } = requireIdentity(gate.identify(request, 'header-first'));
      if (!(await evaluations.remove(idOf(request), caller))) throw notThere();
      return reply.code(204).send();
    },
  );
}

/** @throws GatewayError where no evaluation can have this id: PostgreSQL refuses some characters as such. */
function idOf(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  if (!/^[\w-]+$/.test(id)) throw notThere();
  return id;
}

function notThere(): GatewayError {
  return new GatewayError('not_found', 'No such evaluation');
}

function csvFormat({ id }: EvaluationState) {
  return {
    headers: { ...REPORT_HEADERS, 'content-disposition': contentDisposition(id) },
    opening: REPORT_HEADER_LINE,
    page: formatRows,
    closing: '',
  };
}

function jsonFormat({ id, status, scorer, createdAt, usage }: EvaluationState) {
  const head = {
    id,
    status,
    scorer,
    created: Math.floor(createdAt / 1_000),
    usage: usage && formatUsage(usage),
  };
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    opening: `${JSON.stringify(head).slice(0, -1)},"claims":[`,
    page: (rows: readonly ScoredClaim[], first: boolean) =>
      (first ? '' : ',') + rows.map((row) => JSON.stringify(toJson(row))).join(','),
    closing: ']}',
  };
}

function toJson({ accuracy, completeness, coherence, timestamp, ...row }: ScoredClaim) {
  return {
    ...row,
    accuracy_score: accuracy,
    completeness_score: completeness,
    coherence_score: coherence,
    timestamp: new Date(timestamp).toISOString(),
  };
}
