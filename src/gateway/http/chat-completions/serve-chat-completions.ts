/** POST /v1/chat/completions: the OpenAI API's endpoint, with `fact_check_metadata`. */

import { chunkFormat } from '../../../models/dialects/chat-completions/format-chunks.ts';
import { formatCompletion } from '../../../models/dialects/chat-completions/format-completion.ts';
import {
  findFaults,
  readChatRequest,
  writtenChat,
} from '../../../models/dialects/chat-completions/read-chat-request.ts';
import {
  adjustedInOlderWords,
  inOlderWords,
  usesFunctions,
} from '../../../models/dialects/chat-completions/read-tools.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { sendStream } from '../answer/send-stream.ts';
import { missingFields, validate } from '../body/validate.ts';
import { chatCompletionsSchema } from '../chat-schema.ts';
import {
  type AskDefaults,
  askOf,
  type ChatAsk,
  type ChatService,
  requireIdentity,
} from '../chats/chat-service.ts';
import { evaluationHeaders } from '../evaluation-schema.ts';
import { ownFaults } from '../own-faults.ts';
import { completionResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';
import { writtenRequest } from '../written-request.ts';

interface ChatCompletionsOptions extends AskDefaults {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly sources: readonly string[];
}

export function serveChatCompletions(server: Server, options: ChatCompletionsOptions): void {
  const { gate, chats } = options;
  server.post(
    '/v1/chat/completions',
    {
      config: { limited: true },
      schema: {
        summary: 'Ask a model and check the claims',
        operationId: 'createChatCompletion',
        tags: ['Chat'],
        headers: evaluationHeaders,
        body: chatCompletionsSchema,
        response: completionResponses,
      },
    },
    async (request, reply) => {
      const identified = gate.identify(request, 'body-first');
      const body = validate(chatCompletionsSchema, request.body, [
        ...(identified === 'absent' ? missingFields(request.body, ['api_key']) : []),
        ...ownFaults(request.body, options.sources),
        ...findFaults(request.body, options.models.callRules),
      ]);
      const identity = requireIdentity(identified);
      const written = writtenRequest('chat-completions', request.body, chatCompletionsSchema);
      const read = readChatRequest(body, writtenChat(written));
      const asFunctionCall = usesFunctions(body);
      const ask: ChatAsk = {
        ...askOf(body, request, options),
        ...read,
        ...(asFunctionCall ? { inWords: adjustedInOlderWords } : {}),
      };
      const rethrow = (error: unknown): never => {
        throw asFunctionCall ? inOlderWords(error) : error;
      };
      if (!read.request.stream) {
        const answer = await chats.answer(request, reply, identity, ask).catch(rethrow);
        return sendJson(reply, formatCompletion(answer, asFunctionCall));
      }
      const stream = await chats.stream(request, reply, identity, ask).catch(rethrow);
      return sendStream(
        reply,
        stream,
        chunkFormat(stream, { includeUsage: body.stream_options?.include_usage === true, asFunctionCall }),
      );
    },
  );
}
