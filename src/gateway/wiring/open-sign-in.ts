/** Joins what sign-in needs: the provider, by the gateway's own way out, and what sessions are sealed under. */
import { randomBytes } from 'node:crypto';
import { createHttpClient } from '../../models/wire/http-client.ts';
import { createIdentityProvider, type ProviderFetch } from '../admin/sign-in/identity-provider.ts';
import { createSessions } from '../admin/sign-in/sessions.ts';
import { createSignIn, type SignIn } from '../admin/sign-in/sign-in.ts';
import { deriveSubkey } from '../admission/derive-subkey.ts';
import type { Config } from '../config/read-config.ts';
import { CALLBACK_PATH } from '../http/admin/sign-in-routes.ts';
import { USER_AGENT } from './version.ts';

interface SignInOptions {
  readonly config: Pick<Config, 'signIn' | 'upstream'>;
  /** The server's. */
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Bytes of an answer of the provider; keys and claims are far smaller. */
const MOST_BYTES = 1024 * 1024;
/** Milliseconds for an answer to begin, and between two of its pieces. */
const PATIENCE = 10_000;

/** @returns undefined where config has no sign-in. */
export function openSignIn({ config, secret, now }: SignInOptions) {
  if (config.signIn === undefined) return undefined;
  const { name, issuer, clientId, clientSecret, url: origin, scopes, roles, idle, lifetime } = config.signIn;
  const http = createHttpClient({ connectTimeout: config.upstream.connectTimeout });
  const fetch: ProviderFetch = async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    try {
      const reply = await http.call({
        method: method === 'POST' ? 'POST' : 'GET',
        origin: url.origin,
        path: url.pathname + url.search,
        headers: { ...headers, 'user-agent': USER_AGENT },
        ...(body == null ? {} : { body: String(body) }),
        ...(signal === undefined ? {} : { signal }),
        firstByteTimeout: PATIENCE,
        idleTimeout: PATIENCE,
      });
      const text = await reply.body.text(MOST_BYTES);
      const known = ['content-type', 'www-authenticate'].flatMap((header) => {
        const value = reply.header(header);
        return value === undefined ? [] : [[header, value] as [string, string]];
      });
      return new Response(text === '' ? null : text, { status: reply.status, headers: known });
    } catch (cause) {
      // As the standard's own does it.
      throw new TypeError('fetch failed', { cause });
    }
  };
  const signIn: SignIn = createSignIn({
    name,
    origin,
    roles,
    provider: createIdentityProvider({
      ...{ issuer, clientId, clientSecret, scopes, fetch, now },
      redirectUri: origin + CALLBACK_PATH,
    }),
    sessions: createSessions({
      subkey: deriveSubkey(secret, 'operator-sessions'),
      rules: [issuer, clientId, roles],
      ...{ idle, lifetime, now },
    }),
    random: randomBytes,
  });
  return { signIn, close: () => http.close() };
}
