/** The catalogue as Google's API has its models (https://ai.google.dev/api/models#Model). */
import type { Catalogue, Model } from '../../../domain/catalogue.ts';
import { GatewayError } from '../../../domain/errors.ts';

/** The operator's own names for models, each with those that it stands for. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** What can be asked of each model. */
export const METHODS = ['generateContent', 'streamGenerateContent', 'countTokens'] as const;

/** @returns all models, in one page. */
export function listOfGoogle({ models }: Catalogue, aliases: Aliases) {
  return {
    models: [...[...models.values()].map(modelResource), ...Object.entries(aliases).map(aliasResource)],
  };
}

/** @throws GatewayError 404 for a model that is not listed. */
export function modelOfGoogle(id: string, { models }: Catalogue, aliases: Aliases) {
  if (Object.hasOwn(aliases, id)) return aliasResource([id, aliases[id] ?? []]);
  const model = models.get(id);
  if (model === undefined) throw new GatewayError('model_not_listed');
  return modelResource(model);
}

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
