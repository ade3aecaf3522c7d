/** POST /v1/messages/count_tokens: how long a prompt is, before it is answered. */
import { inMessagesWords } from '../../../models/dialects/messages/in-messages-words.ts';
import { MESSAGE_ERRORS } from '../../../models/dialects/messages/message-error.ts';
import { readMessagesRequest } from '../../../models/dialects/messages/read-messages-request.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { validate } from '../body/validate.ts';
import { requireIdentity } from '../chats/chat-service.ts';
import type { PromptCounter } from '../chats/count-prompt.ts';
import type { Server } from '../server/server.ts';
import { messagesWritten } from '../written-request.ts';
import { countDocs } from './message-docs.ts';
import { countedSchema } from './messages-request.ts';

interface TokenCountOptions {
  readonly gate: Gate;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly counter: PromptCounter;
}

export function serveTokenCount(server: Server, options: TokenCountOptions): void {
  const { gate, models, counter } = options;
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
      const read = readMessagesRequest(
        body,
        models.callRules(body.model),
        messagesWritten(request, countedSchema),
      );
      const { tokens, isEstimated } = await counter
        .count(request, reply, identity, body.model, read)
        .catch((error: unknown) => {
          throw inMessagesWords(error);
        });
      if (isEstimated) reply.header('X-Claimgate-Adjusted', 'input_tokens=estimated');
      return sendJson(reply, { input_tokens: tokens });
    },
  );
}
