/** Opens what commands need to ask a model. */

import { ApiKey, isIssuedKey } from '../domain/api-key.ts';
import { textMessage } from '../domain/chat.ts';
import { createExampleBank } from '../engine/factcheck/normalize/example-bank.ts';
import { normalizeWithModel } from '../engine/factcheck/normalize/normalize-with-model.ts';
import type { PairScorer } from '../engine/judge/pair-scorer.ts';
import type { Config } from '../gateway/config/read-config.ts';
import type { Providers } from '../gateway/wiring/open-providers.ts';
import { createSandboxCallers } from '../gateway/wiring/sandbox-callers.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { Upstream } from '../models/upstream/call-provider.ts';
import { CommandFailed } from './command-failed.ts';
import type { Terminal } from './terminal.ts';

export type OpenModel = Awaited<ReturnType<typeof openModel>>;

/**
 * @param judge by which the sandbox's models judge; where it is absent, they are sure of nothing.
 * @returns the ways to providers, to be closed at the end.
 */
export async function openProvidersOf(config: Config, judge?: PairScorer): Promise<Providers> {
  const { openProviders } = await import('../gateway/wiring/open-providers.ts');
  return openProviders(config, { judge });
}

/**
 * @returns the model with its key, asked through providers that are open.
 * @throws CommandFailed where there is no key; GatewayError where there is no such model, or the key is refused.
 */
export async function findModel(
  id: string,
  { readProviderKey }: Pick<Terminal, 'readProviderKey'>,
  config: Config,
  { models, sandbox }: Providers,
): Promise<JsonTarget> {
  const provider = models.providerOf(id);
  const given = (await readProviderKey(provider)) ?? config.providers[provider]?.key ?? '';
  if (given === '') throw new NoKey(provider);
  const key = ApiKey.parse(given);
  if (key === undefined)
    throw new CommandFailed('the key is not one: at most 512 characters of printable ASCII');
  if (isIssuedKey(key)) {
    throw new CommandFailed('an issued key is for callers of the gateway: set a key of the provider');
  }
  createSandboxCallers(sandbox !== undefined).screen(key);
  const { model, endpoint } = models.find(id, key);
  return { model, endpoint, key };
}

/** There is no key of a provider. */
export class NoKey extends CommandFailed {
  constructor(provider: string) {
    super(`no key for ${provider}: set CLAIMGATE_API_KEY, or the provider's own variable`);
  }
}

/** @returns a function that asks a model for the claims of a text. @throws GatewayError where it fails. */
export function normalizerOf(target: JsonTarget, upstream: Upstream, config: Config) {
  const examples = createExampleBank(config.examples);
  return (text: string, signal: AbortSignal) => {
    const request = { messages: [textMessage('user', text)], stream: false };
    return normalizeWithModel({ upstream, target, request, examples }, signal);
  };
}

/**
 * @returns the model, to be closed at the end; `normalize` asks it for the claims of a text.
 * @throws as `findModel`.
 */
export async function openModel(id: string, terminal: Terminal) {
  const config = await terminal.readConfig();
  const providers = await openProvidersOf(config);
  const { upstream, http, close } = providers;
  try {
    const target = await findModel(id, terminal, config, providers);
    return { upstream, http, target, normalize: normalizerOf(target, upstream, config), close };
  } catch (error) {
    await close();
    throw error;
  }
}
