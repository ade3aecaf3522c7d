/** Who may publish reports and share checks, and who counts as a caller of the gateway's. */
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/errors.ts';
import type { Makers } from '../../reports/publish-reports.ts';
import type { Gate, Identity } from '../admission/gate.ts';
import { requireIdentity } from '../chats/chat-service.ts';

export interface Publishers {
  /** @throws GatewayError 401 or 403. */
  requirePublisher(request: FastifyRequest): Promise<Makers>;
  /** @throws GatewayError 401 unless the key is one that the gateway knows. */
  requireKnown(request: FastifyRequest): Promise<void>;
  /** @throws GatewayError 401 */
  makersOf(request: FastifyRequest): Makers;
}

interface PublishersOptions {
  readonly gate: Gate;
  /** Whether the caller's plan includes it. */
  readonly mayPublish: (identity: Identity) => boolean;
  /** Whether anybody may have the key. */
  readonly isPublic: (identity: Identity) => boolean;
  readonly makersOf: (identity: Identity) => Makers;
}

const UNKNOWN = 'No provider has accepted this key lately: ask something with it first';

export function createPublishers({ gate, mayPublish, isPublic, makersOf }: PublishersOptions): Publishers {
  const identify = (request: FastifyRequest): Identity =>
    requireIdentity(gate.identify(request, 'header-first'));
  return {
    async requirePublisher(request) {
      const identity = identify(request);
      if (!mayPublish(identity)) throw new GatewayError('publishing_not_in_plan');
      // Whoever makes up a key must not publish with it.
      if (!(await gate.findAccepted(identity))) throw new GatewayError('publishing_not_in_plan', UNKNOWN);
      return makersOf(identity);
    },
    async requireKnown(request) {
      const identity = identify(request);
      if (isPublic(identity)) throw new GatewayError('api_key_invalid');
      if (!(await gate.findAccepted(identity))) throw new GatewayError('api_key_invalid', UNKNOWN);
    },
    makersOf: (request) => makersOf(identify(request)),
  };
}
