/** POST /v1/messages: Anthropic's Messages API, the same story as chat completions in other words. */
import type { FactCheckMode } from '../../domain/fact-check-mode.ts';
import type { ModelDirectory } from '../../upstream/model-directory.ts';
import { evaluationHeaders } from '../evaluation-schema.ts';
import type { Gate } from '../gate.ts';
import { formatMessage } from '../messages/format-message.ts';
import { adjustedInMessagesWords, inMessagesWords } from '../messages/in-messages-words.ts';
import { messageDocs } from '../messages/message-docs.ts';
import { messageErrorBody, messageErrorStatus } from '../messages/message-error.ts';
import { messageEvents } from '../messages/message-events.ts';
import { messagesSchema } from '../messages/messages-schema.ts';
import { findMessagesFaults, readMessagesRequest } from '../messages/read-messages-request.ts';
import { sendJson } from '../send-json.ts';
import { sendStream } from '../send-stream.ts';
import { askOf, type ChatAsk, type ChatService, requireIdentity } from '../serve-chat.ts';
import type { Server } from '../server.ts';
import { validate } from '../validate.ts';

interface MessagesOptions {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly factCheckMode: FactCheckMode;
  readonly sources: readonly string[];
}

export function serveMessages(server: Server, options: MessagesOptions): void {
  const { gate, chats, models } = options;
  server.post(
    '/v1/messages',
    {
      config: {
        limited: true,
        keyHeader: 'x-api-key',
        errorForm: { status: messageErrorStatus, body: messageErrorBody },
      },
      schema: {
        summary: "Ask a model in the words of Anthropic's Messages API",
        operationId: 'createMessage',
        tags: ['Messages'],
        headers: evaluationHeaders,
        body: messagesSchema,
        response: messageDocs,
      },
    },
    async (request, reply) => {
      reply.header('request-id', request.id);
      const identified = gate.identify(request, 'body-first');
      const body = validate(messagesSchema, request.body, findMessagesFaults(request.body, options.sources));
      const identity = requireIdentity(identified);
      const read = readMessagesRequest(body, models.callRules(body.model));
      const ask: ChatAsk = {
        ...askOf(body, request, options.factCheckMode),
        ...read,
        inWords: adjustedInMessagesWords,
      };
      const rethrow = (error: unknown): never => {
        throw inMessagesWords(error);
      };
      if (!read.request.stream) {
        const answer = await chats.answer(request, reply, identity, ask).catch(rethrow);
        return sendJson(reply, formatMessage(answer));
      }
      const stream = await chats.stream(request, reply, identity, ask).catch(rethrow);
      const { source, form } = messageEvents(stream, request.id);
      return sendStream(reply, source, (texts) => texts.join(''), form);
    },
  );
}
