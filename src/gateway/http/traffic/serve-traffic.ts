/** GET /v1/traffic: what requests with a key came to over time, spending nothing. */
import type { ReadTraffic } from '../../traffic/read-traffic.ts';
import type { Gate, Identity } from '../admission/gate.ts';
import { validate } from '../body/validate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import type { Server } from '../server/server.ts';
import { ownTrafficQuery, ownTrafficResponses } from '../traffic-schema.ts';
import { answerTraffic } from './answer-traffic.ts';

interface TrafficRouteOptions {
  readonly gate: Pick<Gate, 'identify'>;
  readonly read: ReadTraffic;
  /** What the caller's key is called in its series. */
  readonly namesOf: (identity: Identity) => readonly string[];
}

export function serveTraffic(server: Server, { gate, read, namesOf }: TrafficRouteOptions): void {
  server.get(
    '/v1/traffic',
    {
      schema: {
        summary: 'What requests with the key came to over time',
        description:
          'Of this key alone: requests, errors, tokens, money, latency, and the claims of its answers by verdict. Requests are counted for a key once a provider has accepted it.',
        operationId: 'readTraffic',
        tags: ['Limits'],
        querystring: ownTrafficQuery,
        response: ownTrafficResponses,
      },
    },
    async (request, reply) => {
      const identity = requireIdentity(gate.identify(request, 'header-first'));
      const question = validate(ownTrafficQuery, request.query, [], 'query');
      return answerTraffic(request, reply, read, question, namesOf(identity));
    },
  );
}
