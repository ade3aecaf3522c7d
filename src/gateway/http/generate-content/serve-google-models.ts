/** GET /v1beta/models and /v1beta/models/{model}: the catalogue in the words of Google's API. */
import { z } from 'zod';
import type { Catalogue, Model } from '../../../domain/catalogue.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { GENERATE_ERRORS } from '../../../models/dialects/generate-content/generate-error.ts';
import { type CheckKey, OPTIONAL_KEY } from '../admission/check-optional-key.ts';
import type { Server } from '../server/server.ts';
import { GOOGLE_KEYS, METHODS, modelDocs, modelListDocs } from './generate-docs.ts';

interface GoogleModelsOptions {
  readonly checkKey: CheckKey;
  /** The catalogue as it is at the moment. */
  readonly catalogue: () => Catalogue;
  /** The operator's own names for models, each with those that it stands for. */
  readonly aliases: () => Readonly<Record<string, readonly string[]>>;
}

export function serveGoogleModels(server: Server, options: GoogleModelsOptions): void {
  const { checkKey, catalogue, aliases } = options;
  const config = { ...GOOGLE_KEYS, errorForm: GENERATE_ERRORS };
  server.get(
    '/v1beta/models',
    {
      config,
      schema: {
        summary: "The models, in the words of Google's API",
        operationId: 'listModelsAsGoogle',
        tags: ['Google'],
        security: OPTIONAL_KEY,
        response: modelListDocs,
      },
    },
    async (request) => {
      checkKey(request);
      const models = [...catalogue().models.values()].map(modelResource);
      // One page holds them all.
      return { models: [...models, ...Object.entries(aliases()).map(aliasResource)] };
    },
  );

  server.get(
    '/v1beta/models/*',
    {
      config,
      schema: {
        summary: "One model, in the words of Google's API",
        operationId: 'readModelAsGoogle',
        tags: ['Google'],
        security: OPTIONAL_KEY,
        params: z.object({ '*': z.string() }),
        response: modelDocs,
      },
    },
    async (request) => {
      checkKey(request);
      const { '*': id } = request.params as { '*': string };
      const names = aliases();
      if (Object.hasOwn(names, id)) return aliasResource([id, names[id] ?? []]);
      const model = catalogue().models.get(id);
      if (model === undefined) throw new GatewayError('model_not_listed');
      return modelResource(model);
    },
  );
}

/** https://ai.google.dev/api/models#Model */
function modelResource({ id, name, description, contextWindow, outputCap }: Model) {
  return {
    name: `models/${id}`,
    displayName: name,
    description,
    ...(contextWindow === undefined ? {} : { inputTokenLimit: contextWindow }),
    ...(outputCap === undefined ? {} : { outputTokenLimit: outputCap }),
    supportedGenerationMethods: METHODS,
  };
}

function aliasResource([name, ids]: readonly [name: string, ids: readonly string[]]) {
  return {
    name: `models/${name}`,
    displayName: name,
    description: `Stands for ${ids.join(', ')}, asked in this order.`,
    supportedGenerationMethods: METHODS,
  };
}
