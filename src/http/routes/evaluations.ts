/** GET /v1/evaluations/{id}/report and DELETE /v1/evaluations/{id}: reports, for the key that made them alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ScoredClaim } from '../../domain/evaluation.ts';
import { GatewayError, ValidationError } from '../../errors.ts';
import type { EvaluationState, Evaluations } from '../../evaluation/evaluations.ts';
import {
  contentDisposition,
  formatRows,
  REPORT_HEADER_LINE,
  REPORT_HEADERS,
} from '../../evaluation/report-csv.ts';
import { errorBody } from '../error-body.ts';
import { deletedResponses, reportResponses } from '../evaluation-schema.ts';
import type { Gate, Identity } from '../gate.ts';
import { sendReport } from '../send-report.ts';
import { requireIdentity } from '../serve-chat.ts';
import type { Server } from '../server.ts';

export interface EvaluationsRouteOptions {
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
      description: `Seconds that a running evaluation is waited for; ${WAIT} unless said otherwise.`,
    }),
  format: z.enum(['csv', 'json']).optional().meta({
    description: '`json` tells also what was added, what is missing and what is wrong, in words.',
  }),
});

export function serveEvaluations(server: Server, { gate, evaluations }: EvaluationsRouteOptions): void {
  const find = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { caller }: Identity,
  ): Promise<EvaluationState> => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const wait = readWait(request.query) * 1_000;
    const state = await evaluations.find(idOf(request), caller, wait, gone.signal);
    if (state === undefined) throw notThere();
    return state;
  };

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
      const state = await find(request, reply, identity);
      if (state.status === 'running') return tellRunning(reply);
      if (state.status === 'failed') return tellFailed(request, reply, state);
      reply.header('x-claimgate-scorer', state.scorer ?? 'local');
      const pages = evaluations.rows(state.id, identity.key);
      return sendReport(reply, pages, wantsJson(request.query) ? jsonFormat(state) : csvFormat(state));
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

function tellRunning(reply: FastifyReply) {
  return reply
    .code(202)
    .header('retry-after', String(AGAIN_AFTER))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ detail: 'The evaluation is still running', status: 'running' }));
}

/** There is no report, and never will be one: the reason is told where a missing one is. */
function tellFailed(request: FastifyRequest, reply: FastifyReply, { failure }: EvaluationState) {
  const reason = failure ?? 'The evaluation could not be scored';
  request.failure = 'evaluation_failed';
  return reply
    .code(404)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...errorBody(new GatewayError('not_found', reason)), status: 'failed' }));
}

function csvFormat({ id }: EvaluationState) {
  return {
    headers: { ...REPORT_HEADERS, 'content-disposition': contentDisposition(id) },
    opening: REPORT_HEADER_LINE,
    page: (rows: readonly ScoredClaim[]) => formatRows(rows),
    closing: '',
  };
}

function jsonFormat({ id, status, scorer, createdAt, usage }: EvaluationState) {
  const head = {
    id,
    status,
    scorer,
    created: Math.floor(createdAt / 1_000),
    ...(usage === undefined
      ? {}
      : {
          usage: {
            prompt_tokens: usage.promptTokens,
            completion_tokens: usage.completionTokens,
            total_tokens: usage.promptTokens + usage.completionTokens,
          },
        }),
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

function wantsJson(query: unknown): boolean {
  const { format } = query as { format?: unknown };
  if (format === undefined || format === 'csv') return false;
  if (format === 'json') return true;
  throw fault('format', "Input should be 'csv' or 'json'", 'literal_error');
}

/** @throws ValidationError where `wait` is no number from 0 to 30. */
function readWait(query: unknown): number {
  const { wait } = query as { wait?: unknown };
  if (wait === undefined) return WAIT;
  const seconds = typeof wait === 'string' && wait.trim() !== '' ? Number(wait) : Number.NaN;
  if (Number.isNaN(seconds)) throw fault('wait', 'Input should be a valid number', 'float_parsing');
  if (seconds < 0) throw fault('wait', 'Input should be greater than or equal to 0', 'greater_than_equal');
  if (seconds > LONGEST_WAIT) {
    throw fault('wait', `Input should be less than or equal to ${LONGEST_WAIT}`, 'less_than_equal');
  }
  return seconds;
}

function fault(name: string, msg: string, type: string): ValidationError {
  return new ValidationError([{ loc: ['query', name], msg, type }]);
}
