/**
 * GET /models and GET /v1/models: the specification's list and OpenAI's in one body; Anthropic's list for its own clients,
 * which name the version of its API, and Google's for its own, which put the key in a header of its own.
 */

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { NO_KEY } from '../../../domain/api-key.ts';
import type { Capabilities, Catalogue, Model, Provider } from '../../../domain/catalogue.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { type CheckKey, OPTIONAL_KEY } from '../admission/check-optional-key.ts';
import { capabilitiesResponses, modelResponses, modelsResponses } from '../response-schema.ts';
import type { Server } from '../server/server.ts';
import { type Aliases, listOfGoogle, modelOfGoogle } from './google-models.ts';

interface ModelsOptions {
  readonly checkKey: CheckKey;
  /** The catalogue as it is at the moment. */
  readonly catalogue: () => Catalogue;
  /** The operator's own names for models, each with those that it stands for. */
  readonly aliases: () => Aliases;
}

/** Unix seconds, for `created`: the models' own dates are not known. The same at every start and replica. */
const CREATED = Date.UTC(2026, 10, 1) / 1_000;

const GOOGLE_KEY_HEADER = 'x-goog-api-key';
/** Of Anthropic's clients, and of Google's. */
const KEY_HEADERS = ['x-api-key', GOOGLE_KEY_HEADER] as const;

const LIST = { summary: 'The models, by provider', response: modelsResponses } as const;

export function serveModels(server: Server, options: ModelsOptions): void {
  const { checkKey, catalogue, aliases } = options;
  let listed:
    | {
        readonly catalogue: Catalogue;
        readonly aliases: object;
        readonly list: string;
        readonly anthropic: string;
        readonly google: string;
        readonly capabilities: string;
      }
    | undefined;
  /** Made once for each catalogue. */
  const lists = () => {
    const [now, names] = [catalogue(), aliases()];
    if (listed?.catalogue !== now || listed.aliases !== names) {
      listed = { catalogue: now, aliases: names, ...describeCatalogue(now, names) };
    }
    return listed;
  };

  for (const { url, operationId, summary, response, body } of [
    { url: '/models', operationId: 'listModels', ...LIST, body: () => lists().list },
    {
      url: '/v1/models',
      operationId: 'listModelsAsOpenAI',
      ...LIST,
      body: (request: FastifyRequest) => lists()[formOf(request)],
    },
    {
      url: '/models/capabilities',
      operationId: 'listModelCapabilities',
      summary: 'What each model supports',
      response: capabilitiesResponses,
      body: () => lists().capabilities,
    },
  ]) {
    server.get(
      url,
      {
        config: { keyHeader: KEY_HEADERS },
        schema: { summary, operationId, tags: ['Models'], security: OPTIONAL_KEY, response },
      },
      async (request, reply) => {
        checkKey(request);
        return reply.type('application/json; charset=utf-8').send(body(request));
      },
    );
  }

  server.get(
    '/v1/models/*',
    {
      config: { keyHeader: KEY_HEADERS },
      schema: {
        summary: 'One model',
        operationId: 'readModel',
        tags: ['Models'],
        security: OPTIONAL_KEY,
        params: z.object({ '*': z.string() }),
        response: modelResponses,
      },
    },
    async (request) => {
      checkKey(request);
      const { '*': id } = request.params as { '*': string };
      const form = formOf(request);
      if (form === 'google') return modelOfGoogle(id, catalogue(), aliases());
      const inAnthropicsForm = form === 'anthropic';
      if (Object.hasOwn(aliases(), id)) {
        return inAnthropicsForm ? modelInfo({ id, name: id }) : aliasObject([id, aliases()[id]!]);
      }
      const { models, providers } = catalogue();
      const model = models.get(id);
      const provider = providers.find(({ key }) => key === model?.provider);
      if (model === undefined || provider === undefined) throw new GatewayError('model_not_listed');
      return inAnthropicsForm ? modelInfo(model) : modelObject(model, provider);
    },
  );
}

function describeCatalogue(catalogue: Catalogue, names: Aliases) {
  const { providers, models, defaultModel } = catalogue;
  const aliases = Object.entries(names);
  const infos = [...models.values(), ...aliases.map(([id]) => ({ id, name: id }))].map(modelInfo);
  return {
    google: JSON.stringify(listOfGoogle(catalogue, names)),
    anthropic: JSON.stringify({
      data: infos,
      has_more: false,
      first_id: infos[0]?.id ?? null,
      last_id: infos.at(-1)?.id ?? null,
    }),
    list: JSON.stringify({
      models_list: providers.map(listProvider),
      default_model: defaultModel,
      object: 'list',
      data: [
        ...providers.flatMap((provider) => provider.models.map((model) => modelObject(model, provider))),
        ...aliases.map(aliasObject),
      ],
    }),
    capabilities: JSON.stringify(
      Object.fromEntries([...models.values()].map((model) => [model.id, namesOf(model.capabilities)])),
    ),
  };
}

function listProvider(provider: Provider) {
  return {
    provider: provider.name,
    ...(provider.keyless ? { key: NO_KEY } : {}),
    available_models: provider.models.map((model) => ({
      name: model.name,
      model_id: model.id,
      description: model.description,
      tier: model.tier,
      ...(model.contextWindow === undefined ? {} : { context_window: model.contextWindow }),
    })),
  };
}

/** What a model takes beyond messages, by the names of the request's fields. */
function namesOf(can: Capabilities): string[] {
  const taken = {
    reasoning_effort: can.reasoningEffort,
    json_schema: can.responseFormat === 'json_schema',
    json_object: can.responseFormat !== 'none',
    temperature: can.temperature !== 'none',
    top_p: can.topP !== 'none',
    stop: can.stop,
    seed: can.seed,
    penalties: can.penalties,
  };
  return Object.entries(taken).flatMap(([name, takes]) => (takes ? [name] : []));
}

/** An operator's name as OpenAI's clients know models; `models` says what it stands for, in the order of asking. */
function aliasObject([name, ids]: readonly [name: string, ids: readonly string[]]) {
  return { id: name, object: 'model', created: CREATED, owned_by: 'alias', models: ids };
}

function modelObject(model: Model, provider: Provider) {
  return { id: model.id, object: 'model', created: CREATED, owned_by: provider.name };
}

/** In whose words a list is read: stock clients always send these headers. */
function formOf({ headers }: FastifyRequest): 'list' | 'anthropic' | 'google' {
  if (headers['anthropic-version'] !== undefined) return 'anthropic';
  return headers[GOOGLE_KEY_HEADER] === undefined ? 'list' : 'google';
}

/** https://platform.claude.com/docs/en/api/models-list */
function modelInfo({
  id,
  name,
  contextWindow = null,
  outputCap = null,
}: Pick<Model, 'id' | 'name'> & { readonly [limit in 'contextWindow' | 'outputCap']?: number | null }) {
  return {
    type: 'model',
    id,
    display_name: name,
    created_at: new Date(CREATED * 1_000).toISOString(),
    max_input_tokens: contextWindow,
    max_tokens: outputCap,
  };
}
