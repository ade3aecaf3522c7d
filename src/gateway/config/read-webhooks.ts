/** Webhooks in the config file, with the secrets that their messages are signed with. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ApiKey } from '../../domain/api-key.ts';
import type { WebhookReason } from '../../domain/webhook-reason.ts';
import { ConfigError } from './config-error.ts';
import { readNamed } from './read-config-file.ts';
import { type Environment, readText, splitList } from './read-environment.ts';
import type { webhooksSection } from './webhook-config.ts';

export interface WebhookConfig {
  /** Made of the address: what waits for it is found again after a restart, in whatever order config names them. */
  readonly id: string;
  readonly url: string;
  /** The first is the newest; a message is signed with each. */
  readonly secrets: readonly ApiKey[];
  /** What is reported. */
  readonly on: readonly WebhookReason[];
  /** Whether messages hold what was said. */
  readonly texts: boolean;
  /** Milliseconds that one try may take. */
  readonly timeout: number;
  /** Milliseconds to wait before each further try. */
  readonly retries: readonly number[];
}

const VARIABLE = 'CLAIMGATE_WEBHOOK_SECRETS';
/** Bytes of a secret (Standard Webhooks). */
const [LEAST_SECRET, LONGEST_SECRET] = [24, 64];
const PREFIX = 'whsec_';

/**
 * A webhook without a secret of its own has those of `CLAIMGATE_WEBHOOK_SECRETS`, or of the file that
 * `CLAIMGATE_WEBHOOK_SECRETS_FILE` names.
 * @throws ConfigError, without any part of a secret.
 */
export function readWebhooks(
  section: z.output<typeof webhooksSection>,
  env: Environment,
): readonly WebhookConfig[] {
  const webhooks = section.map(({ secret, secret_file: file, url, ...rest }, index) => {
    const secrets = readSecrets(`webhooks.${index}`, { secret, file }, env);
    const id = `wh_${createHash('sha256').update(url).digest('hex').slice(0, 12)}`;
    return { ...rest, id, url, secrets };
  });
  const twice = webhooks.findIndex(({ id }, index) => webhooks.findIndex((one) => one.id === id) !== index);
  if (twice >= 0) throw new ConfigError(`webhooks.${twice}.url: is there twice`);
  return webhooks;
}

/** A webhook's own take precedence. */
function readSecrets(
  place: string,
  { secret, file }: { readonly secret: string | string[] | undefined; readonly file: string | undefined },
  env: Environment,
): ApiKey[] {
  const ofFile = (key: string, name: string) => parse(key, splitList(readNamed(name, key)));
  if (secret !== undefined) return parse(`${place}.secret`, [secret].flat());
  if (file !== undefined) return ofFile(`${place}.secret_file`, file);
  const [text, named] = [readText(env, VARIABLE), readText(env, `${VARIABLE}_FILE`)];
  if (text !== undefined) return parse(VARIABLE, splitList(text));
  if (named !== undefined) return ofFile(`${VARIABLE}_FILE`, named);
  throw new ConfigError(`${place}.secret: is missing; so are secret_file and ${VARIABLE}`);
}

function parse(place: string, texts: readonly string[]): ApiKey[] {
  if (texts.length === 0) throw new ConfigError(`${place}: holds no secret`);
  return texts.map((text) => {
    const encoded = text.trim().replace(PREFIX, '');
    const bytes = Buffer.from(encoded, 'base64');
    const isWhole = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
    const parsed = ApiKey.parse(bytes.toString('base64'));
    if (isWhole && bytes.length >= LEAST_SECRET && bytes.length <= LONGEST_SECRET && parsed !== undefined) {
      return parsed;
    }
    throw new ConfigError(
      `${place}: must be ${PREFIX} and base64 of ${LEAST_SECRET} to ${LONGEST_SECRET} bytes, such as "${PREFIX}$(openssl rand -base64 32)"`,
    );
  });
}
