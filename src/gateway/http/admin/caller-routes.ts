/** /admin/v1/callers: plans of callers with keys of their own, by their fingerprints. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiKey } from '../../../domain/api-key.ts';
import { faultAt, GatewayError } from '../../../domain/errors.ts';
import { noSuchPlan } from '../../admin/key-terms.ts';
import {
  type CallerManagement,
  type CallerTerms,
  describeCaller,
  SHORTEST_NAME,
} from '../../admin/manage-callers.ts';
import type { CallerIds } from '../../admission/caller-id.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, callerByKeySchema, callerSchema, callersQuery } from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';

export interface CallerRoutesOptions {
  readonly callers: CallerManagement;
  readonly callerIds: Pick<CallerIds, 'callerOf'>;
  /** The plans that there are at the moment. */
  readonly plans: () => readonly string[];
}

const tags = ['Callers'];
const params = z.object({
  id: z
    .string()
    .meta({ description: `The fingerprint, or the first characters of it, ${SHORTEST_NAME} at least.` }),
});

export function serveCallers(server: Server, { callers, callerIds, plans }: CallerRoutesOptions): void {
  const toTerms = (body: z.output<typeof callerSchema>): CallerTerms => {
    if (!plans().includes(body.plan)) throw faultAt('body', 'plan', noSuchPlan(plans()));
    return {
      plan: body.plan,
      ...(body.per_hour == null ? {} : { perHour: body.per_hour }),
      ...(body.per_month == null ? {} : { perMonth: body.per_month }),
      ...(body.note == null ? {} : { note: body.note }),
    };
  };
  /** @throws GatewayError 404, or 409 where several match. */
  const find = async (request: FastifyRequest) => {
    const { id } = request.params as { id: string };
    const found = /^[A-Za-z0-9_-]{8,43}$/.test(id) ? await callers.find(id) : [];
    if (found[0] === undefined) throw new GatewayError('not_found', 'No caller on the list matches');
    if (found.length > 1) throw new GatewayError('conflict', 'Several callers match: give more characters');
    return found[0];
  };

  server.get(
    '/admin/v1/callers',
    {
      schema: {
        summary: 'Callers whose plan was set',
        operationId: 'listCallers',
        tags,
        querystring: callersQuery,
        response: adminResponses.callers,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, after } = validate(callersQuery, query, [], 'query');
      const found = await callers.page(limit + 1, after);
      return listPage(found, limit, describeCaller, ({ callerId }) => callerId);
    },
  );

  server.post(
    '/admin/v1/callers',
    {
      config: { audited: 'caller.set' },
      schema: {
        summary: "Set the plan of a key, which replaces all of the caller's settings",
        operationId: 'setCallerByKey',
        tags,
        body: callerByKeySchema,
        response: adminResponses.caller,
      },
    },
    async (request) => {
      const { key: text, ...body } = validate(callerByKeySchema, request.body);
      const terms = toTerms(body);
      const key = ApiKey.parse(text.trim());
      if (key === undefined) throw faultAt('body', 'key', 'must be printable characters without blanks');
      return describeCaller(
        await callers.setByKey(callerIds.callerOf(key), terms, operatorOf(request).actor),
      );
    },
  );

  server.put(
    '/admin/v1/callers/:id',
    {
      config: { audited: 'caller.set' },
      schema: {
        summary: 'Set the plan of a caller on the list, which replaces all of its settings',
        operationId: 'setCaller',
        tags,
        params,
        body: callerSchema,
        response: adminResponses.caller,
      },
    },
    async (request) => {
      const terms = toTerms(validate(callerSchema, request.body));
      return describeCaller(await callers.setListed(await find(request), terms, operatorOf(request).actor));
    },
  );

  server.delete(
    '/admin/v1/callers/:id',
    {
      config: { audited: 'caller.remove' },
      schema: {
        summary: 'Take a caller from the list',
        operationId: 'removeCaller',
        tags,
        params,
        response: adminResponses.removed,
      },
    },
    async (request, reply) => {
      const { callerId } = await find(request);
      await callers.remove([callerId], operatorOf(request).actor);
      return reply.code(204).send();
    },
  );
}
