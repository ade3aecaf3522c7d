/** How long a prompt is, before it is answered; whichever dialect it is written in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isInOwnDialect } from '../../../models/dialects/adapter.ts';
import type { ReadRequest } from '../../../models/dialects/chat-completions/read-chat-request.ts';
import { requireInputs } from '../../../models/dialects/check-parts.ts';
import type { PromptCounts } from '../../../models/upstream/call-provider.ts';
import { estimateInput } from '../../../models/upstream/estimate-input.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate, Identity } from '../admission/gate.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import { noteModel } from './chat-service.ts';
import { candidatesOf } from './fall-back.ts';

interface CountOptions extends PromptCounts {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly openRequests: OpenRequests;
}

interface Counted {
  readonly tokens: number;
  /** The provider counts nothing in advance. */
  readonly isEstimated: boolean;
}

export interface PromptCounter {
  /**
   * @param modelId as the caller wrote it.
   * @throws GatewayError as a chat; it is one request of the plan.
   */
  count(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    modelId: string,
    read: Pick<ReadRequest, 'request' | 'media'>,
  ): Promise<Counted>;
}

export function createPromptCounter(options: CountOptions): PromptCounter {
  const { gate, models, openRequests } = options;
  return {
    async count(request, reply, identity, modelId, { request: asked, media }) {
      const first = models.find(modelId, identity.key);
      const [found] = candidatesOf(models, gate, first, identity);
      const { model, endpoint } = found;
      noteModel(request, model, found.listed);
      requireInputs(media, model, isInOwnDialect(asked, endpoint.adapter));
      const admitted = await gate.admit(request, reply, identity, found);
      try {
        const signal = openRequests.signalOf(reply.raw);
        const counted = await options.countPrompt({ endpoint, model, key: identity.key }, asked, signal);
        if (counted === undefined) {
          admitted.keep();
          return { tokens: estimateInput(asked), isEstimated: true };
        }
        admitted.accepted();
        return { tokens: counted, isEstimated: false };
      } catch (error) {
        await gate.failed(reply, admitted, error);
        throw error;
      }
    },
  };
}
