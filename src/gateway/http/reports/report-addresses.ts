/** Where reports are read, and what is said of one beside its content. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import type { ListedReport } from '../../reports/publish-reports.ts';

export interface ReportAddresses {
  /** The gateway's address as readers know it, without a slash at its end. */
  baseOf(request: FastifyRequest): string;
  urlOf(base: string, id: string): string;
  /** What the API says of a report. */
  describe(request: FastifyRequest, report: ListedReport): object;
}

/** @param url the gateway's address as config says it; that of each request where absent, whose header may say anything. */
export function createReportAddresses(url: string | undefined): ReportAddresses {
  const given = url?.replace(/\/+$/, '');
  const baseOf = (request: FastifyRequest): string => {
    if (given !== undefined) return given;
    return URL.parse(`${request.protocol}://${request.host}`)?.origin ?? 'http://localhost';
  };
  const urlOf = (base: string, id: string): string => `${base}/reports/${id}`;
  return {
    baseOf,
    urlOf,
    describe: (request, { id, title, claims, bytes, createdAt, changedAt }) => ({
      id,
      object: 'report',
      url: urlOf(baseOf(request), id),
      ...{ title, claims, bytes },
      created_at: secondsOf(createdAt),
      changed_at: secondsOf(changedAt),
    }),
  };
}

export const idParams = z.object({ id: z.string().meta({ description: 'The id of the report.' }) });

export function notThere(): GatewayError {
  return new GatewayError('not_found', 'No such report');
}

/** Unix seconds. */
export const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1_000);
