/** POST /chat: one question and its answer, with the claims beside it. */

import type { ChatEvent } from '../../chat/narrate.ts';
import { textMessage } from '../../domain/chat.ts';
import type { Log } from '../../telemetry/log.ts';
import { chatSchema } from '../chat-schema.ts';
import { formatChatAnswer } from '../format-chat-answer.ts';
import type { Gate } from '../gate.ts';
import { findFaults, readFactCheck, readMessage } from '../read-chat-request.ts';
import { chatResponses } from '../response-schema.ts';
import { sendEventStream } from '../send-event-stream.ts';
import { type ChatAsk, type ChatDesk, requireIdentity } from '../serve-chat.ts';
import { explainError, type Server } from '../server.ts';
import { validate } from '../validate.ts';

export interface ChatRouteOptions {
  readonly gate: Gate;
  readonly desk: ChatDesk;
  readonly log: Log;
  readonly sources: readonly string[];
  /** Milliseconds of silence in a stream after which a sign of life is sent. */
  readonly silence: number | undefined;
}

export function serveChat(server: Server, options: ChatRouteOptions): void {
  const { gate, desk, log } = options;
  server.post(
    '/chat',
    {
      config: { limited: true },
      schema: {
        summary: 'Ask one question',
        operationId: 'chat',
        description: 'With `Accept: text/plain` the answer alone, streamed as text.',
        tags: ['Chat'],
        body: chatSchema,
        response: chatResponses,
      },
    },
    async (request, reply) => {
      const identified = gate.identify(request, 'header-first');
      const body = validate(chatSchema, request.body, findFaults(request.body, options.sources));
      const factCheck = { ...readFactCheck(body.fact_check, 'verify'), streamEvents: false };
      const identity = requireIdentity(identified);
      const asText = wantsText(request.headers.accept);
      const ask: ChatAsk = {
        modelId: body.model,
        request: {
          messages: [
            ...(body.conversation_history ?? []).map(readMessage),
            textMessage('user', body.user_query.toWellFormed()),
          ],
          stream: asText,
        },
        task: 'auto',
        factCheck,
      };
      if (!asText) {
        const answer = await desk.answer(request, reply, identity, ask);
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(formatChatAnswer(answer)));
      }
      const stream = await desk.stream(request, reply, identity, ask);
      return sendEventStream(reply, stream, {
        format: textOfEvents,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        done: '',
        keepAlive: '',
        silence: options.silence,
        formatError: (error) => `\n\n[${error.message}]\n`,
        explain: (thrown) => {
          const error = explainError(thrown, request, log);
          request.failure = error.code;
          return error;
        },
      });
    },
  );
}

function textOfEvents(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Whether text is preferred to JSON: named, and JSON not named before it. */
function wantsText(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const types = accept
    .toLowerCase()
    .split(',')
    .map((type) => type.split(';', 1)[0]?.trim());
  const text = types.indexOf('text/plain');
  const json = types.indexOf('application/json');
  return text !== -1 && (json === -1 || text < json);
}
