/** /admin/v1/reports: reports that callers have published. */
import { z } from 'zod';
import { describePublished, isReportId, type PublishedManagement } from '../../admin/manage-published.ts';
import { validate, withNumber } from '../body/validate.ts';
import { notThere } from '../reports/report-addresses.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, publishedQuery } from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';

export interface PublishedRoutesOptions {
  readonly published: PublishedManagement;
}

const tags = ['Published reports'];

export function servePublishedForOperators(server: Server, { published }: PublishedRoutesOptions): void {
  server.get(
    '/admin/v1/reports',
    {
      schema: {
        summary: 'Reports that callers have published',
        operationId: 'listPublishedReports',
        tags,
        querystring: publishedQuery,
        response: adminResponses.published,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, ...rest } = validate(publishedQuery, query, [], 'query');
      const found = await published.list({ ...rest, limit: limit + 1 });
      return listPage(found, limit, describePublished, ({ id }) => id);
    },
  );

  server.delete(
    '/admin/v1/reports/:id',
    {
      config: { audited: 'report.remove' },
      schema: {
        summary: 'Remove a published report',
        operationId: 'removePublishedReport',
        tags,
        params: z.object({ id: z.string() }),
        response: adminResponses.publishedRemoved,
      },
    },
    async (request, reply) => {
      const { id } = request.params as { readonly id: string };
      const removed = isReportId(id) && (await published.remove(id, operatorOf(request).actor));
      if (!removed) throw notThere();
      return reply.code(204).send();
    },
  );
}
