/**
 * An OpenID provider, asked by the library `openid-client`, which is loaded with the first sign-in: authorization code
 * flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1; RFC 7636, RFC 9207).
 */
import type { ClientAuth, Configuration } from 'openid-client';
import type { ApiKey } from '../../../domain/api-key.ts';
import type { Claims } from './person.ts';
import type { PendingSignIn } from './sessions.ts';

/** Why nobody was signed in. */
export type SignInFault =
  /** The sign-in took too long, or was finished before. */
  | 'over'
  /** It was begun by somebody else, or in another tab. */
  | 'foreign'
  /** The person or the provider has refused. */
  | 'denied'
  /** The provider does not know this gateway, or its secret. */
  | 'client'
  /** The provider did not answer. */
  | 'away'
  /** The provider's time is another. */
  | 'clock'
  /** What the provider answered is not valid. */
  | 'invalid'
  /** The person is no operator. */
  | 'role';

/** Nobody was signed in. It has nothing of what the provider said but words that standards define. */
export class SignInFailed extends Error {
  readonly fault: SignInFault;
  /** What the library or the provider calls it, for the log; letters, digits and `_` alone. */
  readonly code: string | undefined;

  constructor(fault: SignInFault, code?: unknown) {
    super(`Nobody was signed in: ${fault}`);
    this.name = 'SignInFailed';
    this.fault = fault;
    this.code = typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : undefined;
  }
}

/** As `fetch`, of what the library needs of it. Rejects with a TypeError where there is no answer. */
export type ProviderFetch = (
  url: string,
  call: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<Response>;

export interface IdentityProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: ApiKey;
  readonly scopes: readonly string[];
  /** Where the provider sends people back to. */
  readonly redirectUri: string;
  readonly fetch: ProviderFetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

/** Seconds for one answer of the provider. */
const TIMEOUT = 10;
/** Milliseconds after which the provider's own description is read anew. */
const DESCRIBED_FOR = 3_600_000;

export function createIdentityProvider(options: IdentityProviderOptions) {
  const { clientId, redirectUri, now } = options;
  let known: { readonly config: Configuration; readonly at: number } | undefined;

  const discover = async (): Promise<Configuration> => {
    if (known !== undefined && now() - known.at < DESCRIBED_FOR) return known.config;
    const client = await import('openid-client');
    const issuer = new URL(options.issuer);
    const secret = options.clientSecret.reveal();
    const ways = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)] as const;
    // What a provider says nothing of is client_secret_basic (OpenID Connect Discovery 1.0, 3).
    const authenticate: ClientAuth = (server, ...rest) => {
      const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      ways[supported.includes('client_secret_basic') ? 0 : 1](server, ...rest);
    };
    const config = await client.discovery(issuer, clientId, undefined, authenticate, {
      timeout: TIMEOUT,
      [client.customFetch]: options.fetch,
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    known = { config, at: now() };
    return config;
  };

  return {
    /** @returns where a person signs in. @throws SignInFailed */
    async addressFor({ state, nonce, verifier }: PendingSignIn): Promise<string> {
      try {
        const config = await discover();
        const client = await import('openid-client');
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: options.scopes.join(' '),
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      } catch (error) {
        throw asFailure(error);
      }
    },

    /**
     * Takes what the provider sent a person back with.
     * @param query of the address that the person came back to.
     * @param isEnough whether the claims of the ID token say what is to be known; else those of the userinfo endpoint
     *   are added.
     * @returns verified claims. @throws SignInFailed
     */
    async redeem(
      query: string,
      { state, nonce, verifier }: PendingSignIn,
      isEnough: (claims: Claims) => boolean,
    ): Promise<Claims & { readonly sub: string }> {
      try {
        const config = await discover();
        const client = await import('openid-client');
        const tokens = await client.authorizationCodeGrant(config, new URL(`?${query}`, redirectUri), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new SignInFailed('invalid');
        const isWhole = isEnough(claims) || config.serverMetadata().userinfo_endpoint === undefined;
        if (isWhole) return claims;
        return { ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
      } catch (error) {
        throw asFailure(error);
      }
    },

    /**
     * @param back where the provider sends people who have signed out there.
     * @returns where a person ends the session at the provider; undefined where it has no such place, or is away.
     */
    async endAddress(back: string): Promise<string | undefined> {
      try {
        const config = await discover();
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        const client = await import('openid-client');
        return client.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
      } catch {
        return undefined;
      }
    },
  };
}

/** Errors of the library are told apart by their codes: classes would have it loaded here. */
function asFailure(thrown: unknown): SignInFailed {
  if (thrown instanceof SignInFailed) return thrown;
  const { code, error, status } = thrown as { code?: unknown; error?: unknown; status?: unknown };
  const said = error ?? code;
  switch (code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
      return new SignInFailed('away', code);
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return new SignInFailed(AUTHORIZATION_FAULTS.get(error) ?? 'denied', said);
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return new SignInFailed(TOKEN_FAULTS.get(error) ?? (Number(status) >= 500 ? 'away' : 'invalid'), said);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      // Such as the page of a proxy that finds no provider behind it.
      return new SignInFailed(isUnavailable(thrown) ? 'away' : 'invalid', code);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return new SignInFailed('clock', code);
    default:
      return new SignInFailed(thrown instanceof TypeError && code === undefined ? 'away' : 'invalid', code);
  }
}

/** OpenID Connect Core 1.0, 3.1.2.6; RFC 6749, 4.1.2.1. */
const AUTHORIZATION_FAULTS: ReadonlyMap<unknown, SignInFault> = new Map([
  ['server_error', 'away'],
  ['temporarily_unavailable', 'away'],
  ['unauthorized_client', 'client'],
  ['invalid_scope', 'client'],
  ['invalid_request', 'client'],
]);
/** RFC 6749, 5.2. */
const TOKEN_FAULTS: ReadonlyMap<unknown, SignInFault> = new Map([
  ['invalid_grant', 'over'],
  ['invalid_client', 'client'],
  ['unauthorized_client', 'client'],
]);

function isUnavailable(thrown: unknown): boolean {
  const { cause } = thrown as { readonly cause?: unknown };
  return cause instanceof Response && cause.status >= 500;
}
