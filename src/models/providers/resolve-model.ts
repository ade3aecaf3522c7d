import type { Catalogue, Model, Provider } from '../../domain/catalogue.ts';
import { isModelId } from '../dialects/model-id.ts';
import { dialectOf } from './registry.ts';

function unlisted(id: string, wireId: string, provider: Provider): Model {
  const dialect = dialectOf(provider.dialect);
  const outputCap = dialect.outputCapOf?.(wireId);
  return {
    id,
    provider: provider.key,
    wireId,
    name: wireId,
    description: `${wireId} at ${provider.name}, not listed`,
    // What is not listed is not basic.
    tier: 'standard',
    ...(outputCap === undefined ? {} : { outputCap }),
    capabilities: dialect.capabilitiesOf(wireId),
  };
}

/** Ids that say by themselves whose they are. */
const PLAIN: readonly (readonly [provider: string, ids: RegExp])[] = [
  ['openai', /^(?:chat)?gpt-.|^o[134](?:-|$)/],
  ['anthropic', /^claude-./],
  ['google', /^gemini-./],
  ['xai', /^grok-./],
];

/**
 * Finds the model that a caller means: a listed id, whole, even where it holds a slash; else `provider/id`, or an
 * id whose provider is plain, for one that is not listed.
 * @returns the model, its `id` as it was asked for; `undefined` where there can be none (`Unknown model`).
 */
export function resolveModel(catalogue: Catalogue, id: string): Model | undefined {
  if (!isModelId(id)) return undefined;
  const listed = catalogue.models.get(id);
  if (listed !== undefined) return listed;

  const slash = id.indexOf('/');
  const key = slash < 0 ? PLAIN.find(([, ids]) => ids.test(id))?.[0] : id.slice(0, slash);
  const provider = catalogue.providers.find((candidate) => candidate.key === key);
  const wireId = id.slice(slash + 1);
  if (provider === undefined || wireId.split('/').includes('')) return undefined;
  const known = provider.models.find((model) => model.wireId === wireId || model.id === wireId);
  return known === undefined ? unlisted(id, wireId, provider) : { ...known, id };
}
