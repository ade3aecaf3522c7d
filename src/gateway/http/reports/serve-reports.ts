/** POST, GET and DELETE /v1/reports: what a caller publishes, lists and takes back. */
import type { FastifyRequest } from 'fastify';
import type { NewReport, ReportShelf } from '../../reports/publish-reports.ts';
import { listPage, PAGE } from '../admin/paging.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { titleOf } from './publication.ts';
import { idParams, notThere, type ReportAddresses } from './report-addresses.ts';
import {
  publishedDocs,
  replacedDocs,
  reportListDocs,
  reportListQuery,
  reportSchema,
  takenBackDocs,
} from './report-schema.ts';
import type { Publishers } from './require-publisher.ts';

export interface ReportsRouteOptions {
  readonly reports: ReportShelf;
  readonly publishers: Publishers;
  readonly addresses: ReportAddresses;
}

const tags = ['Reports'];

export function serveReports(server: Server, options: ReportsRouteOptions): void {
  const { reports, publishers, addresses } = options;

  server.post(
    '/v1/reports',
    {
      schema: {
        summary: 'Publish a report of a check',
        description:
          "For callers whose plan includes it. Anybody can read it at its `url` until it is taken back. It is kept when its key is revoked; the gateway's operator can remove it.",
        operationId: 'publishReport',
        tags,
        body: reportSchema,
        response: publishedDocs,
      },
    },
    async (request, reply) => {
      const report = readReport(request.body);
      const published = await reports.publish(await publishers.requirePublisher(request), report);
      return reply.code(201).send(addresses.describe(request, published));
    },
  );

  server.post(
    '/v1/reports/:id',
    {
      schema: {
        summary: 'Replace a published report under its address',
        operationId: 'replaceReport',
        tags,
        params: idParams,
        body: reportSchema,
        response: replacedDocs,
      },
    },
    async (request) => {
      const report = readReport(request.body);
      const replaced = await reports.replace(
        await publishers.requirePublisher(request),
        idOf(request),
        report,
      );
      if (replaced === undefined) throw notThere();
      return addresses.describe(request, replaced);
    },
  );

  server.get(
    '/v1/reports',
    {
      schema: {
        summary: 'Reports that were published with the key',
        operationId: 'listReports',
        tags,
        querystring: reportListQuery,
        response: reportListDocs,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, after } = validate(reportListQuery, query, [], 'query');
      const found = await reports.list({ makers: publishers.makersOf(request), limit: limit + 1, after });
      return listPage(
        found,
        limit,
        (report) => addresses.describe(request, report),
        ({ id }) => id,
      );
    },
  );

  server.delete(
    '/v1/reports/:id',
    {
      schema: {
        summary: 'Take a published report back',
        description: 'Its address is as if it had never been, and nothing of it is kept.',
        operationId: 'takeReportBack',
        tags,
        params: idParams,
        response: takenBackDocs,
      },
    },
    async (request) => {
      const id = idOf(request);
      if (!(await reports.takeBack(publishers.makersOf(request), id))) throw notThere();
      return { id, object: 'report' as const, deleted: true as const };
    },
  );
}

/** @throws ValidationError with every fault. */
function readReport(body: unknown): NewReport {
  const content = validate(reportSchema, body);
  return {
    title: titleOf(content) ?? '',
    claims: content.claims.length,
    content: JSON.stringify(content),
  };
}

function idOf(request: FastifyRequest): string {
  return (request.params as { readonly id: string }).id;
}
