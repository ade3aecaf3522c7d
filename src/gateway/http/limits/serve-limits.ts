/** GET /v1/limits: what a key may still do, spending nothing. */
import type { Gate } from '../admission/gate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import { limitsResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';

export function serveLimits(server: Server, gate: Gate): void {
  server.get(
    '/v1/limits',
    {
      schema: {
        summary: 'Remaining requests of the key',
        operationId: 'readLimits',
        tags: ['Limits'],
        response: limitsResponses,
      },
    },
    async (request) => {
      const identity = requireIdentity(gate.identify(request, 'header-first'));
      const { plan, models, windows, budgets } = await gate.allowanceOf(identity);
      return { plan, models, windows, ...(budgets === undefined ? {} : { budgets }) };
    },
  );
}
