/** GET and DELETE /v1/responses/{id}, GET /v1/responses/{id}/input_items: for the key that asked alone. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import { isResponseId } from '../../../models/dialects/responses/item-ids.ts';
import type { KeptResponse, KeptResponses } from '../../responses/kept-response.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { validate, withNumber } from '../body/validate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import type { Server } from '../server/server.ts';
import { listItems } from './input-items.ts';
import { deletedDocs, itemListDocs, keptDocs } from './response-docs.ts';

interface KeptResponsesOptions {
  readonly gate: Gate;
  readonly kept: KeptResponses;
}

const idParams = z.object({ id: z.string().meta({ description: 'The id of the response.' }) });
const listQuery = z.object({
  limit: z.int().min(1).max(100).optional().meta({ description: 'The most items; 20 by default.' }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: 'The newest first (`desc`) by default.' }),
  after: z.string().optional().meta({ description: 'The id of the item that the page begins behind.' }),
});

export function serveKeptResponses(server: Server, { gate, kept }: KeptResponsesOptions): void {
  const find = async (request: FastifyRequest): Promise<KeptResponse> => {
    const { key } = requireIdentity(gate.identify(request, 'header-first'));
    const id = idOf(request);
    const found = isResponseId(id) ? (await kept.find(key, [id])).get(id) : undefined;
    if (found === undefined) throw notThere(id);
    return found;
  };

  server.get(
    '/v1/responses/:id',
    {
      schema: {
        summary: 'A response that is kept',
        operationId: 'readResponse',
        tags: ['Responses'],
        params: idParams,
        response: keptDocs,
      },
    },
    async (request, reply) => {
      const { response } = await find(request);
      if ((request.query as { stream?: unknown }).stream === 'true') {
        throw new GatewayError('unsupported', 'A kept response is not streamed', { param: 'stream' });
      }
      return sendJson(reply, response);
    },
  );

  server.get(
    '/v1/responses/:id/input_items',
    {
      schema: {
        summary: 'The items that a response was asked with',
        operationId: 'listInputItems',
        tags: ['Responses'],
        params: idParams,
        querystring: listQuery,
        response: itemListDocs,
      },
    },
    async (request, reply) => {
      const query = validate(listQuery, withNumber(request.query, 'limit'), [], 'query');
      const { input } = await find(request);
      return sendJson(reply, listItems(input, query));
    },
  );

  server.delete(
    '/v1/responses/:id',
    {
      schema: {
        summary: 'Delete a response',
        operationId: 'deleteResponse',
        tags: ['Responses'],
        params: idParams,
        response: deletedDocs,
      },
    },
    async (request) => {
      const { key } = requireIdentity(gate.identify(request, 'header-first'));
      const id = idOf(request);
      if (!isResponseId(id) || !(await kept.remove(key, id))) throw notThere(id);
      return { id, object: 'response', deleted: true };
    },
  );
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function notThere(id: string): GatewayError {
  return new GatewayError('response_not_found', `Response with id '${id}' not found.`);
}
