/** POST /v1beta/models/{model}:generateContent and :streamGenerateContent: Google's API, the same story as chat completions. */
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
import { evaluationHeaders } from '../evaluation-schema.ts';
import { ownFaults } from '../own-faults.ts';
import type { Server } from '../server/server.ts';
import { generateDocs, generateSchema, OWN_NAMES } from './generate-docs.ts';

interface GenerateOptions extends AskDefaults {
  readonly gate: Gate;
  readonly chats: ChatService;
  readonly models: Pick<ModelDirectory, 'callRules'>;
  readonly sources: readonly string[];
}

/** Where the header of Google's clients holds the key. */
export const GOOGLE_KEY_HEADER = 'x-goog-api-key';

export function serveGenerateContent(server: Server, options: GenerateOptions): void {
  const { gate, chats, models } = options;
  server.post(
    '/v1beta/models/*',
    {
      config: { limited: true, keyHeader: GOOGLE_KEY_HEADER, errorForm: GENERATE_ERRORS },
      schema: {
        summary:
          "Ask a model in the words of Google's API: {model}:generateContent, {model}:streamGenerateContent",
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
      const [, model, method] = /^(.+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
      if (model === undefined) throw new GatewayError('not_found');
      const identified = gate.identify(request, 'body-first');
      const names = readNames(request.body, OWN_NAMES);
      const body = validate(generateSchema, names?.body ?? request.body, [
        ...(names?.faults ?? []),
        ...ownFaults(request.body, options.sources),
      ]);
      const identity = requireIdentity(identified);
      const isStream = method === 'streamGenerateContent';
      const read = readGenerateRequest(body, isStream, models.callRules(model), names?.written);
      const ask: ChatAsk = {
        ...askOf({ ...body, model }, request, options),
        ...read,
        inWords: adjustedInGoogleWords,
      };
      const rethrow = (error: unknown): never => {
        throw inGoogleWords(error);
      };
      if (!isStream) {
        return sendJson(
          reply,
          formatGenerated(await chats.answer(request, reply, identity, ask).catch(rethrow)),
        );
      }
      const stream = await chats.stream(request, reply, identity, ask).catch(rethrow);
      const { source, form } = generatedChunks(
        stream,
        isObject(request.query) && request.query.alt === 'sse',
      );
      return sendStream(reply, source, (texts) => texts.join(''), form);
    },
  );
}
