/** Opens what commands need to ask a model. */
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../config/read-config.ts';
import { readProviderKey } from '../config/read-providers.ts';
import { ApiKey } from '../domain/api-key.ts';
import { textMessage } from '../domain/chat.ts';
import { createExampleBank } from '../factcheck/example-bank.ts';
import { type Normalization, normalizeWithModel } from '../factcheck/normalize-with-model.ts';
import type { JsonTarget } from '../upstream/ask-json.ts';
import type { Upstream } from '../upstream/call-provider.ts';
import { openProviders } from '../wiring/open-providers.ts';
import { CommandFailed } from './command-failed.ts';

export interface OpenModel {
  readonly upstream: Upstream;
  readonly target: JsonTarget;
  /** Asks the model for the claims of a text. */
  normalize(text: string, signal: AbortSignal): Promise<Normalization>;
  close(): Promise<void>;
}

/**
 * The key comes from the environment: see `readProviderKey`.
 * @throws CommandFailed where there is no key; GatewayError where there is no such model, or the key is refused.
 */
export async function openModel(id: string): Promise<OpenModel> {
  const config = readConfig();
  const { upstream, models, close } = await openProviders(config, {
    random: Math.random,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  });
  try {
    const provider = models.providerOf(id);
    const text = readProviderKey(provider);
    const key = text === undefined ? undefined : ApiKey.parse(text);
    if (key === undefined) {
      throw new CommandFailed(
        `no key for ${provider}: set CLAIMGATE_API_KEY, or the provider's own variable`,
      );
    }
    const { model, endpoint } = models.find(id, key);
    const target = { model, endpoint, key };
    const examples = createExampleBank(config.examples);
    return {
      upstream,
      target,
      normalize(content, signal) {
        const request = { messages: [textMessage('user', content)], stream: false };
        return normalizeWithModel({ upstream, target, request, examples }, signal);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
