/**
 * POST /v1beta/models/{model}:generateContent and :streamGenerateContent: Google's API, the same story as chat completions;
 * and :countTokens.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { GatewayError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import { formatGenerated } from '../../../models/dialects/generate-content/format-generated.ts';
import { GENERATE_ERRORS } from '../../../models/dialects/generate-content/generate-error.ts';
import { generatedChunks } from '../../../models/dialects/generate-content/generated-chunks.ts';
import {
  adjustedInGoogleWords,
  inGoogleWords,
  readGenerateRequest,
} from '../../../models/dialects/generate-content/read-generate-request.ts';
import { readNames } from '../../../models/dialects/generate-content/read-names.ts';
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
import type { PromptCounter } from '../chats/count-prompt.ts';
import { evaluationHeaders } from '../evaluation-schema.ts';
import { METHODS } from '../models/google-models.ts';
import { ownFaults } from '../own-faults.ts';
import type { Server } from '../server/server.ts';
import { countedSchema, GOOGLE_KEYS, generateDocs, generateSchema, OWN_NAMES } from './generate-docs.ts';

interface GenerateOptions extends AskDefaults {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly sources: readonly string[];
  readonly counter: PromptCounter;
}

export function serveGenerateContent(server: Server, options: GenerateOptions): void {
  const { gate, chats, models, counter } = options;

  const generate = async (request: FastifyRequest, reply: FastifyReply, model: string, isStream: boolean) => {
    const identified = gate.identify(request, 'body-first');
    const names = readNames(request.body, OWN_NAMES);
    const body = validate(generateSchema, names?.body ?? request.body, [
      ...(names?.faults ?? []),
      ...ownFaults(request.body, options.sources),
    ]);
    const identity = requireIdentity(identified);
    const read = readGenerateRequest(body, isStream, models.callRules(model), names?.written);
    const ask: ChatAsk = {
      ...askOf({ ...body, model }, request, options),
      ...read,
      inWords: adjustedInGoogleWords,
    };
    if (!isStream) {
      const answer = await chats.answer(request, reply, identity, ask).catch(rethrow);
      return sendJson(reply, formatGenerated(answer));
    }
    const stream = await chats.stream(request, reply, identity, ask).catch(rethrow);
    const asEvents = isObject(request.query) && request.query.alt === 'sse';
    const { source, form } = generatedChunks(stream, asEvents);
    return sendStream(reply, source, (texts) => texts.join(''), form);
  };

  const count = async (request: FastifyRequest, reply: FastifyReply, model: string) => {
    const identified = gate.identify(request, 'body-first');
    const names = readNames(countedOf(request.body), OWN_NAMES);
    const body = validate(countedSchema, names?.body ?? request.body, names?.faults ?? []);
    const identity = requireIdentity(identified);
    const read = readGenerateRequest(body, false, models.callRules(model), names?.written);
    const counted = await counter.count(request, reply, identity, model, read).catch(rethrow);
    if (counted.isEstimated) reply.header('X-Claimgate-Adjusted', 'totalTokens=estimated');
    return sendJson(reply, { totalTokens: counted.tokens });
  };

  server.post(
    '/v1beta/models/*',
    {
      config: { limited: true, ...GOOGLE_KEYS, errorForm: GENERATE_ERRORS },
      schema: {
        summary:
          "Ask a model in the words of Google's API: {model}:generateContent, {model}:streamGenerateContent, {model}:countTokens",
        operationId: 'generateContent',
        tags: ['Google'],
        headers: evaluationHeaders,
        params: z.object({ '*': z.string() }),
        body: generateSchema,
        response: generateDocs,
      },
    },
    async (request, reply) => {
      const { '*': path } = request.params as { '*': string };
      const [, model, method] = PATH.exec(path) ?? [];
      if (model === undefined) throw new GatewayError('not_found');
      if (method === 'countTokens') return count(request, reply, model);
      return generate(request, reply, model, method === 'streamGenerateContent');
    },
  );
}

const PATH = new RegExp(`^(.+):(${METHODS.join('|')})$`);

function rethrow(error: unknown): never {
  throw inGoogleWords(error);
}

/** What is counted may stand in an object of its own (https://ai.google.dev/api/tokens). */
function countedOf(body: unknown): unknown {
  if (!isObject(body)) return body;
  return body.generateContentRequest ?? body.generate_content_request ?? body;
}
