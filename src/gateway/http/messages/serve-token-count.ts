/** POST /v1/messages/count_tokens: how long a prompt is, before it is answered. */
import { isInOwnDialect } from '../../../models/dialects/adapter.ts';
import { requireInputs } from '../../../models/dialects/check-parts.ts';
import { inMessagesWords } from '../../../models/dialects/messages/in-messages-words.ts';
import { MESSAGE_ERRORS } from '../../../models/dialects/messages/message-error.ts';
import { readMessagesRequest } from '../../../models/dialects/messages/read-messages-request.ts';
import type { PromptCounts } from '../../../models/upstream/call-provider.ts';
import { estimateInput } from '../../../models/upstream/estimate-input.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { validate } from '../body/validate.ts';
import { noteModel, requireIdentity } from '../chats/chat-service.ts';
import { candidatesOf } from '../chats/fall-back.ts';
import type { OpenRequests } from '../server/open-requests.ts';
import type { Server } from '../server/server.ts';
import { messagesWritten } from '../written-request.ts';
import { countDocs } from './message-docs.ts';
import { countedSchema } from './messages-request.ts';

interface TokenCountOptions extends PromptCounts {
  readonly gate: Gate;
  readonly models: ModelDirectory;
  readonly openRequests: OpenRequests;
}

export function serveTokenCount(server: Server, options: TokenCountOptions): void {
  const { gate, models } = options;
  server.post(
    '/v1/messages/count_tokens',
    {
      config: { limited: true, keyHeader: 'x-api-key', errorForm: MESSAGE_ERRORS },
      schema: {
        summary: "Count a prompt's tokens",
        operationId: 'countMessageTokens',
        tags: ['Messages'],
        body: countedSchema,
        response: countDocs,
      },
    },
    async (request, reply) => {
      reply.header('request-id', request.id);
      const identified = gate.identify(request, 'body-first');
      const body = validate(countedSchema, request.body);
      const identity = requireIdentity(identified);
      const { request: asked, media } = readMessagesRequest(
        body,
        models.callRules(body.model),
        messagesWritten(request, countedSchema),
      );
      const first = models.find(body.model, identity.key);
      const [found] = candidatesOf(models, gate, first, identity);
      const { model, endpoint } = found;
      noteModel(request, model, found.listed);
      requireInputs(media, model, isInOwnDialect(asked, endpoint.adapter));
      const admitted = await gate.admit(request, reply, identity, found);
      try {
        const signal = options.openRequests.signalOf(reply.raw);
        const counted = await options.countPrompt({ endpoint, model, key: identity.key }, asked, signal);
        if (counted !== undefined) {
          admitted.accepted();
          return sendJson(reply, { input_tokens: counted });
        }
        admitted.keep();
        reply.header('X-Claimgate-Adjusted', 'input_tokens=estimated');
        return sendJson(reply, { input_tokens: estimateInput(asked) });
      } catch (error) {
        await gate.failed(reply, admitted, error);
        throw inMessagesWords(error);
      }
    },
  );
}
