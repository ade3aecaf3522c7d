/** POST /v1/responses: OpenAI's Responses API, the same story as chat completions in other words. */
import type { AnswerHead } from '../../../domain/chat-answer.ts';
import { reaches } from '../../../domain/fact-check-mode.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { echoSettings } from '../../../models/dialects/responses/echo-settings.ts';
import { formatResponse } from '../../../models/dialects/responses/format-response.ts';
import {
  adjustedInResponsesWords,
  inResponsesWords,
} from '../../../models/dialects/responses/in-responses-words.ts';
import { inputItemId, responseIdFor } from '../../../models/dialects/responses/item-ids.ts';
import {
  findResponsesFaults,
  readResponsesRequest,
} from '../../../models/dialects/responses/read-responses-request.ts';
import { responseEvents } from '../../../models/dialects/responses/response-events.ts';
import type { ResponsesBody } from '../../../models/dialects/responses/responses-schema.ts';
import type { ResponseObject } from '../../../models/dialects/responses/wire.ts';
import type { ModelDirectory } from '../../../models/upstream/model-directory.ts';
import type { KeptResponses } from '../../responses/kept-response.ts';
import type { Gate } from '../admission/gate.ts';
import { sendJson } from '../answer/send-json.ts';
import { sendStream } from '../answer/send-stream.ts';
import type { BodyLimits } from '../body/read-body.ts';
import { missingFields, validate } from '../body/validate.ts';
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
import { writtenRequest } from '../written-request.ts';
import { findEarlier } from './find-earlier.ts';
import { responseDocs } from './response-docs.ts';
import { responsesSchema } from './responses-request.ts';

export interface ResponsesOptions extends AskDefaults {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly sources: readonly string[];
  readonly kept: KeptResponses;
  /** Of a body; what a request becomes by what it names has the same. */
  readonly bodyLimits: BodyLimits;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** As they were written, tools of types that the gateway does not read included. */
function toolsOf({ tools, tool_choice }: ResponsesBody): Pick<ResponsesBody, 'tools' | 'tool_choice'> {
  return { tools, tool_choice };
}

export function serveResponses(server: Server, options: ResponsesOptions): void {
  const { gate, chats, kept, models } = options;
  const now = (): number => Math.floor(options.now() / 1_000);
  server.post(
    '/v1/responses',
    {
      config: { limited: true },
      schema: {
        summary: 'Ask a model in the words of the Responses API',
        operationId: 'createResponse',
        tags: ['Responses'],
        headers: evaluationHeaders,
        body: responsesSchema,
        response: responseDocs,
      },
    },
    async (request, reply) => {
      const identified = gate.identify(request, 'body-first');
      const body = validate(responsesSchema, request.body, [
        ...(identified === 'absent' ? missingFields(request.body, ['api_key']) : []),
        ...ownFaults(request.body, options.sources),
        ...findResponsesFaults(request.body, models.callRules),
      ]);
      const identity = requireIdentity(identified);
      const { key, caller } = identity;
      const { items, own, written } = await findEarlier(
        kept,
        key,
        body,
        request.body,
        options.bodyLimits,
        (bytes) =>
          // As a value, as a text for the provider, and as it was read.
          request.holding.take(3 * bytes),
      );
      const { forms, ...read } = readResponsesRequest(
        body,
        items,
        models.callRules,
        writtenRequest('responses', { ...(request.body as JsonObject), input: written }, responsesSchema),
      );
      const ask: ChatAsk = {
        ...askOf(body, request, options),
        ...read,
        inWords: adjustedInResponsesWords,
      };
      const rethrow = (error: unknown): never => {
        throw inResponsesWords(error, body);
      };
      const headOf = (answer: AnswerHead) => ({
        id: responseIdFor(answer.id),
        created: answer.created,
        model: answer.model,
        writtenBy: answer.writtenBy,
        settings: echoSettings({ ...body, ...toolsOf(request.body as ResponsesBody) }),
        store: body.store !== false,
        forms,
      });
      const keep = (response: ResponseObject): Promise<boolean> =>
        kept.keep(key, caller.id, {
          id: response.id,
          ...(body.previous_response_id ? { previous: body.previous_response_id } : {}),
          response,
          input: own.map((item, at) => ({ ...item, id: item.id ?? inputItemId(response.id, at) })),
        });
      if (!read.request.stream) {
        const answer = await chats.answer(request, reply, identity, ask).catch(rethrow);
        const response = formatResponse(answer, headOf(answer), now());
        return sendJson(reply, { ...response, store: response.store && (await keep(response)) });
      }
      const stream = await chats.stream(request, reply, identity, ask).catch(rethrow);
      const { source, form } = responseEvents(stream, headOf(stream), {
        mayCite: reaches(ask.factCheck.mode, 'ground'),
        keep,
        now,
      });
      return sendStream(reply, source, (texts) => texts.join(''), form);
    },
  );
}
