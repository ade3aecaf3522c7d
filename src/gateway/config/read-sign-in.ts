/** How operators sign in on the page, with the secret by which the provider knows the gateway. */
import type { z } from 'zod';
import { ApiKey } from '../../domain/api-key.ts';
import type { OperatorRole } from '../../domain/operator-role.ts';
import { ConfigError } from './config-error.ts';
import { readNamed } from './read-config-file.ts';
import { type Environment, readText } from './read-environment.ts';
import type { signInSection } from './sign-in-config.ts';

/** An OpenID provider, and who of its people are operators. */
export interface SignInConfig {
  /** What people know the provider by. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: ApiKey;
  /** The origin at which people open the page. */
  readonly url: string;
  readonly scopes: readonly string[];
  readonly roles: Readonly<Record<OperatorRole, readonly string[]>> & {
    /** The claim that holds a person's roles or groups. */
    readonly claim: string;
  };
  /** Milliseconds after the last request. */
  readonly idle: number;
  /** Milliseconds after the sign-in. */
  readonly lifetime: number;
}

const VARIABLE = 'CLAIMGATE_SIGN_IN_SECRET';

/**
 * The secret stands in the section, in the file that it names, in `CLAIMGATE_SIGN_IN_SECRET`, or in the file that
 * `CLAIMGATE_SIGN_IN_SECRET_FILE` names; the section takes precedence.
 * @returns undefined where nobody signs in so.
 * @throws ConfigError, without any part of the secret.
 */
export function readSignIn(
  section: z.output<typeof signInSection>,
  env: Environment,
): SignInConfig | undefined {
  if (section === undefined) return undefined;
  const { name, client_id: clientId, client_secret: text, client_secret_file: file, url, ...rest } = section;
  return {
    ...rest,
    name: name ?? new URL(rest.issuer).host,
    clientId,
    clientSecret: readClientSecret(text, file, env),
    url: new URL(url).origin,
  };
}

function readClientSecret(text: string | undefined, file: string | undefined, env: Environment): ApiKey {
  if (text !== undefined) return parse('admin.sign_in.client_secret', text);
  if (file !== undefined) {
    const place = 'admin.sign_in.client_secret_file';
    return parse(place, readNamed(file, place));
  }
  const [given, named] = [readText(env, VARIABLE), readText(env, `${VARIABLE}_FILE`)];
  if (given !== undefined) return parse(VARIABLE, given);
  if (named !== undefined) return parse(`${VARIABLE}_FILE`, readNamed(named, `${VARIABLE}_FILE`));
  throw new ConfigError(`admin.sign_in.client_secret: is missing; so are client_secret_file and ${VARIABLE}`);
}

function parse(place: string, text: string): ApiKey {
  const parsed = ApiKey.parse(text.trim());
  if (parsed === undefined) {
    throw new ConfigError(`${place}: must be printable characters without blanks, at most 512`);
  }
  return parsed;
}
