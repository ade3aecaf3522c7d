/** GET /v1/limits: what a key may still do, spending nothing. */
import type { Gate, Identity } from '../admission/gate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import { limitsResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';

interface LimitsOptions {
  readonly gate: Gate;
  /** Whether the caller may publish reports. */
  readonly mayPublish: (identity: Identity) => boolean;
}

export function serveLimits(server: Server, { gate, mayPublish }: LimitsOptions): void {
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
      const { plan, models, windows, tokensPerMinute, budgets } = await gate.allowanceOf(identity);
      return {
        ...{ plan, models, windows },
        ...(tokensPerMinute === undefined ? {} : { tokens_per_minute: tokensPerMinute }),
        ...(budgets === undefined ? {} : { budgets }),
        ...(mayPublish(identity) ? { publish: true } : {}),
      };
    },
  );
}
