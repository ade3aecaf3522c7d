/** /admin/v1/shared-checks: checks that callers share with others. */
import { z } from 'zod';
import { describeShared, isReportId, type SharedManagement } from '../../admin/manage-published.ts';
import { validate, withNumber } from '../body/validate.ts';
import { notShared } from '../reports/serve-shared.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, publishedQuery } from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';

export interface SharedRoutesOptions {
  readonly shared: SharedManagement;
}

const tags = ['Shared checks'];

export function serveSharedForOperators(server: Server, { shared }: SharedRoutesOptions): void {
  server.get(
    '/admin/v1/shared-checks',
    {
      schema: {
        summary: 'Checks that callers share with others',
        description: 'When, by whom and how large; nothing of their texts.',
        operationId: 'listSharedChecks',
        tags,
        querystring: publishedQuery,
        response: adminResponses.shared,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, ...rest } = validate(publishedQuery, query, [], 'query');
      const found = await shared.list({ ...rest, limit: limit + 1 });
      return listPage(found, limit, describeShared, ({ id }) => id);
    },
  );

  server.delete(
    '/admin/v1/shared-checks/:id',
    {
      config: { audited: 'share.remove' },
      schema: {
        summary: 'Remove a shared check',
        operationId: 'removeSharedCheck',
        tags,
        params: z.object({ id: z.string() }),
        response: adminResponses.publishedRemoved,
      },
    },
    async (request, reply) => {
      const { id } = request.params as { readonly id: string };
      const removed = isReportId(id) && (await shared.remove(id, operatorOf(request).actor));
      if (!removed) throw notShared();
      return reply.code(204).send();
    },
  );
}
