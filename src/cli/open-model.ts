/** Opens what commands need to ask a model. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/read-config.ts';
import { ApiKey, isIssuedKey } from '../domain/api-key.ts';
import { textMessage } from '../domain/chat.ts';
import { createExampleBank } from '../factcheck/example-bank.ts';
import { normalizeWithModel } from '../factcheck/normalize-with-model.ts';
import type { Providers } from '../wiring/open-providers.ts';
import { createSandboxCallers } from '../wiring/sandbox-callers.ts';
import { CommandFailed } from './command-failed.ts';
import type { Terminal } from './terminal.ts';

export type OpenModel = Awaited<ReturnType<typeof openModel>>;

/** The ways to providers, to be closed at the end. */
export async function openProvidersOf(config: Config): Promise<Providers> {
  const { openProviders } = await import('../wiring/open-providers.ts');
  return openProviders(config, {
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  });
}

/**
 * @returns the model, to be closed at the end; `normalize` asks it for the claims of a text.
 * @throws CommandFailed where there is no key; GatewayError where there is no such model, or the key is refused.
 */
export async function openModel(id: string, { readConfig, readProviderKey }: Terminal) {
  const config = await readConfig();
  const { upstream, models, http, sandbox, close } = await openProvidersOf(config);
  try {
    const provider = models.providerOf(id);
    const key = ApiKey.parse((await readProviderKey(provider)) ?? config.providers[provider]?.key ?? '');
    if (key === undefined) {
      throw new CommandFailed(
        `no key for ${provider}: set CLAIMGATE_API_KEY, or the provider's own variable`,
      );
    }
    if (isIssuedKey(key)) {
      throw new CommandFailed('an issued key is for callers of the gateway: set a key of the provider');
    }
    createSandboxCallers(sandbox !== undefined).screen(key);
    const { model, endpoint } = models.find(id, key);
    const target = { model, endpoint, key };
    const examples = createExampleBank(config.examples);
    const normalize = (text: string, signal: AbortSignal) => {
      const request = { messages: [textMessage('user', text)], stream: false };
      return normalizeWithModel({ upstream, target, request, examples }, signal);
    };
    return { upstream, http, target, normalize, close };
  } catch (error) {
    await close();
    throw error;
  }
}
