/** /admin/v1/webhooks: endpoints, and messages that wait for them or could not be sent. */
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import { describeMessage, isMessageId, type WebhookManagement } from '../../admin/manage-webhooks.ts';
import { validate, withNumber } from '../body/validate.ts';
import type { Server } from '../server/server.ts';
import { operatorOf } from './admin-access.ts';
import { adminResponses, webhookMessagesQuery } from './admin-schema.ts';
import { listPage, PAGE } from './paging.ts';

export interface WebhookRoutesOptions {
  readonly webhooks: WebhookManagement;
  /** A message is to be sent at once. */
  readonly wakeWebhooks: () => void;
}

const tags = ['Webhooks'];
const params = z.object({ id: z.string() });

export function serveWebhooks(server: Server, { webhooks, wakeWebhooks }: WebhookRoutesOptions): void {
  server.get(
    '/admin/v1/webhooks',
    {
      schema: { summary: 'Webhooks', operationId: 'listWebhooks', tags, response: adminResponses.webhooks },
    },
    async () => ({ object: 'list' as const, data: await webhooks.list(), next: null }),
  );

  server.get(
    '/admin/v1/webhooks/messages',
    {
      schema: {
        summary: 'Messages that wait, and dead letters',
        operationId: 'listWebhookMessages',
        tags,
        querystring: webhookMessagesQuery,
        response: adminResponses.webhookMessages,
      },
    },
    async (request) => {
      const query = withNumber(request.query, 'limit');
      const { limit = PAGE, ...rest } = validate(webhookMessagesQuery, query, [], 'query');
      const found = await webhooks.messages({ ...rest, limit: limit + 1 });
      return listPage(found, limit, describeMessage, ({ id }) => id);
    },
  );

  server.post(
    '/admin/v1/webhooks/:id/retry',
    {
      config: { audited: 'webhook.retry' },
      schema: {
        summary: 'Send a dead letter again',
        description: 'Its tries begin anew. It has the same `webhook-id`.',
        operationId: 'retryWebhookMessage',
        tags,
        params,
        response: adminResponses.webhookMessage,
      },
    },
    async (request) => {
      const message = await webhooks.retry(idOf(request.params), operatorOf(request).actor);
      if (message === undefined) throw notThere();
      wakeWebhooks();
      return describeMessage(message);
    },
  );

  server.delete(
    '/admin/v1/webhooks/:id',
    {
      config: { audited: 'webhook.remove' },
      schema: {
        summary: 'Remove a message, or a dead letter',
        operationId: 'removeWebhookMessage',
        tags,
        params,
        response: adminResponses.messageRemoved,
      },
    },
    async (request, reply) => {
      if (!(await webhooks.remove(idOf(request.params), operatorOf(request).actor))) throw notThere();
      return reply.code(204).send();
    },
  );
}

/** @throws GatewayError where no message can have this id: PostgreSQL refuses some characters as such. */
function idOf(params: unknown): string {
  const { id } = params as { readonly id: string };
  if (!isMessageId(id)) throw notThere();
  return id;
}

function notThere(): GatewayError {
  return new GatewayError('not_found', 'No such message');
}
