/** POST /v1/chat/completions: the OpenAI API's endpoint, with `fact_check_metadata`. */

import type { FactCheckMode } from '../../domain/fact-check-mode.ts';
import type { GatewayError } from '../../errors.ts';
import type { Log } from '../../telemetry/log.ts';
import { type ChatCompletionsBody, chatCompletionsSchema } from '../chat-schema.ts';
import { readEvaluateAsk } from '../evaluate-answer.ts';
import { evaluationHeaders } from '../evaluation-schema.ts';
import { chunkFormat } from '../format-chunks.ts';
import { formatCompletion } from '../format-completion.ts';
import type { Gate } from '../gate.ts';
import { findFaults, readChatRequest, readFactCheck, refuseUnsupported } from '../read-chat-request.ts';
import { completionResponses } from '../response-schema.ts';
import { sendEventStream } from '../send-event-stream.ts';
import { sendJson } from '../send-json.ts';
import type { ChatAsk, ChatDesk } from '../serve-chat.ts';
import { requireIdentity } from '../serve-chat.ts';
import { explainError, type Server } from '../server.ts';
import { isJsonObject, validate } from '../validate.ts';

export interface ChatCompletionsOptions {
  readonly gate: Gate;
  readonly desk: ChatDesk;
  readonly log: Log;
  readonly factCheckMode: FactCheckMode;
  readonly sources: readonly string[];
  /** Milliseconds of silence in a stream after which a sign of life is sent. */
  readonly silence: number | undefined;
}

const PATH = '/v1/chat/completions';
const MISSING_KEY = { loc: ['body', 'api_key'], msg: 'Field required', type: 'missing' };

export function serveChatCompletions(server: Server, options: ChatCompletionsOptions): void {
  const { gate, desk, log } = options;
  server.post(
    PATH,
    {
      config: { limited: true },
      schema: {
        summary: 'Ask a model, and have the claims checked',
        operationId: 'createChatCompletion',
        tags: ['Chat'],
        headers: evaluationHeaders,
        body: chatCompletionsSchema,
        response: completionResponses,
      },
    },
    async (request, reply) => {
      request.endpoint = PATH;
      const identified = gate.identify(request, 'body-first');
      const body = validate(chatCompletionsSchema, request.body, [
        ...(identified === 'absent' && lacksKey(request.body) ? [MISSING_KEY] : []),
        ...findFaults(request.body, options.sources),
      ]);
      const factCheck = readFactCheck(body.fact_check, options.factCheckMode);
      const chatRequest = readChatRequest(body);
      const identity = requireIdentity(identified);
      refuseUnsupported(body);
      const evaluate = readEvaluateAsk(body.enable_evaluations, request.headers['x-evaluation-api-key']);
      const ask: ChatAsk = {
        modelId: body.model,
        request: chatRequest,
        task: body.task ?? 'auto',
        factCheck,
        ...(evaluate === undefined ? {} : { evaluate }),
      };
      if (!chatRequest.stream) {
        const answer = await desk.answer(request, reply, identity, ask);
        return sendJson(reply, formatCompletion(answer));
      }
      const stream = await desk.stream(request, reply, identity, ask);
      const { format } = chunkFormat(stream, includesUsage(body));
      return sendEventStream(reply, stream, {
        format,
        silence: options.silence,
        explain: (thrown): GatewayError => {
          const error = explainError(thrown, request, log);
          request.failure = error.code;
          return error;
        },
      });
    },
  );
}

/** Whether the body has no key, rather than one that is no text, which is a fault of its own. */
function lacksKey(body: unknown): boolean {
  return isJsonObject(body) && (body.api_key === undefined || body.api_key === null);
}

function includesUsage(body: ChatCompletionsBody): boolean {
  return body.stream_options?.include_usage === true;
}
