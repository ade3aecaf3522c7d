/** POST /chat: one question and its answer, with the claims beside it. */

import { textMessage } from '../../../domain/chat.ts';
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import { findFaults } from '../../../models/dialects/chat-completions/read-chat-request.ts';
import { readMessages } from '../../../models/dialects/chat-completions/read-messages.ts';
import type { StreamForm } from '../../../models/dialects/stream-form.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { Gate } from '../admission/gate.ts';
import { prefersToJson } from '../answer/prefers-to-json.ts';
import { sendJson } from '../answer/send-json.ts';
import { sendStream } from '../answer/send-stream.ts';
import { validate } from '../body/validate.ts';
import { chatSchema } from '../chat-schema.ts';
import { type AskDefaults, type ChatAsk, type ChatService, requireIdentity } from '../chats/chat-service.ts';
import { formatChatAnswer } from '../format-chat-answer.ts';
import { ownFaults } from '../own-faults.ts';
import { chatResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';

interface ChatRouteOptions extends Pick<AskDefaults, 'task'> {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly sources: readonly string[];
}

const PLAIN_TEXT: StreamForm = {
  contentType: 'text/plain; charset=utf-8',
  end: '',
  keepAlive: '',
  formatError: (error) => `\n\n[${error.message}]\n`,
};

export function serveChat(server: Server, { gate, chats, models, sources, task }: ChatRouteOptions): void {
  server.post(
    '/chat',
    {
      config: { limited: true },
      schema: {
        summary: 'Ask one question',
        operationId: 'chat',
        description: 'With `Accept: text/plain` only the answer, streamed as text.',
        tags: ['Chat'],
        body: chatSchema,
        response: chatResponses,
      },
    },
    async (request, reply) => {
      const identified = gate.identify(request, 'header-first');
      const body = validate(chatSchema, request.body, [
        ...ownFaults(request.body, sources),
        ...findFaults(request.body, models.callRules),
      ]);
      const identity = requireIdentity(identified);
      const asText = prefersToJson('text/plain', request.headers.accept);
      const history = readMessages(body.conversation_history ?? [], (at) => `conversation_history.${at}`);
      const ask: ChatAsk = {
        modelId: body.model,
        request: {
          messages: [...history.messages, textMessage('user', body.user_query.toWellFormed())],
          stream: asText,
        },
        media: history.media,
        task,
        factCheck: {
          ...body.fact_check,
          mode: body.fact_check?.mode ?? 'verify',
          isModeNamed: body.fact_check?.mode != null,
          stream_events: false,
        },
      };
      if (!asText) {
        return sendJson(reply, formatChatAnswer(await chats.answer(request, reply, identity, ask)));
      }
      return sendStream(reply, await chats.stream(request, reply, identity, ask), textOfEvents, PLAIN_TEXT);
    },
  );
}

function textOfEvents(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}
