/** GET /v1beta/models and /v1beta/models/{model}: the catalogue in the words of Google's API. */
import { z } from 'zod';
import type { Catalogue } from '../../../domain/catalogue.ts';
import { GENERATE_ERRORS } from '../../../models/dialects/generate-content/generate-error.ts';
import { type CheckKey, OPTIONAL_KEY } from '../admission/check-optional-key.ts';
import { type Aliases, listOfGoogle, modelOfGoogle } from '../models/google-models.ts';
import type { Server } from '../server/server.ts';
import { GOOGLE_KEYS, modelDocs, modelListDocs } from './generate-docs.ts';

interface GoogleModelsOptions {
  readonly checkKey: CheckKey;
  /** The catalogue as it is at the moment. */
  readonly catalogue: () => Catalogue;
  /** The operator's own names for models, each with those that it stands for. */
  readonly aliases: () => Aliases;
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
      return listOfGoogle(catalogue(), aliases());
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
      return modelOfGoogle(id, catalogue(), aliases());
    },
  );
}
