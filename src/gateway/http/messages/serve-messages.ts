/** POST /v1/messages: Anthropic's Messages API, the same story as chat completions in other words. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/errors.ts';
import { formatMessage } from '../../../models/dialects/messages/format-message.ts';
import {
  adjustedInMessagesWords,
  inMessagesWords,
} from '../../../models/dialects/messages/in-messages-words.ts';
import { MESSAGE_ERRORS } from '../../../models/dialects/messages/message-error.ts';
import { messageEvents } from '../../../models/dialects/messages/message-events.ts';
import { readMessagesRequest } from '../../../models/dialects/messages/read-messages-request.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { sendStream } from '../answer/send-stream.ts';
import { validate } from '../body/validate.ts';
import {
  type AskDefaults,
  askOf,
  type ChatAsk,
  type ChatService,
  requireIdentity,
} from '../chats/chat-service.ts';
import { evaluationHeaders } from '../evaluation-schema.ts';
import { ownFaults } from '../own-faults.ts';
import type { Server } from '../server/server.ts';
import { messageDocs } from './message-docs.ts';
import { messagesSchema } from './messages-request.ts';

interface MessagesOptions extends AskDefaults {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
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
        errorForm: MESSAGE_ERRORS,
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
      const body = validate(messagesSchema, request.body, ownFaults(request.body, options.sources));
      const identity = requireIdentity(identified);
      const read = readMessagesRequest(body, models.callRules(body.model));
      const ask: ChatAsk = {
        ...askOf(body, request, options),
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

  refuseOthers(server, '/v1/messages/*');
}

/** Other paths of Anthropic's API, which its clients call on the same base URL: they read errors of its form only. */
function refuseOthers(server: Server, url: string): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply, done: (error: Error) => void): void => {
    reply.header('request-id', request.id);
    done(new GatewayError('not_found'));
  };
  // Before the body is read: nothing in it makes a difference.
  const options = { config: { errorForm: MESSAGE_ERRORS }, schema: { hide: true }, onRequest: refuse };
  server.all(url, options, async () => undefined);
}
