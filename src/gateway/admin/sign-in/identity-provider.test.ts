/** What a provider can get wrong. It is simulated by the specification: `test/contract/sign-in.test.ts` has a real one. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import { createIdentityProvider, type ProviderFetch } from './identity-provider.ts';

const ISSUER = 'https://login.example.org/realms/staff';
const SECRET = 'client-secret-canary';
const REDIRECT = 'https://facts.example.org/admin/v1/sign-in/callback';
const PENDING = { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) };
const QUERY = 'code=the-code&state=the-state';

const keys = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const DESCRIPTION = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/auth`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  jwks_uri: `${ISSUER}/keys`,
  end_session_endpoint: `${ISSUER}/logout`,
  id_token_signing_alg_values_supported: ['RS256'],
};

interface Simulated {
  readonly description?: object;
  /** Of the ID token, over good ones. */
  readonly claims?: object;
  readonly userinfo?: object;
  readonly signer?: typeof keys;
  /** In place of an answer, by the end of the address. */
  readonly answers?: Readonly<Record<string, () => Response>>;
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function idToken(claims: object, { privateKey }: typeof keys): string {
  const seconds = Math.floor(Date.now() / 1_000);
  const all = {
    iss: ISSUER,
    aud: 'claimgate',
    sub: 's1',
    nonce: 'the-nonce',
    iat: seconds,
    exp: seconds + 300,
    ...claims,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'k1' })}.${part(all)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

function simulate({ description, claims = {}, userinfo = {}, signer = keys, answers = {} }: Simulated = {}) {
  const calls: {
    readonly path: string;
    readonly body: string;
    readonly authorization: string | undefined;
  }[] = [];
  const clock = { now: 0 };
  const fetch: ProviderFetch = async (url, { headers, body }) => {
    const path = url.replace(ISSUER, '');
    calls.push({ path, body: String(body ?? ''), authorization: headers.authorization });
    const own = Object.entries(answers).find(([end]) => path.endsWith(end));
    if (own !== undefined) return own[1]();
    if (path.endsWith('openid-configuration')) return json({ ...DESCRIPTION, ...description });
    if (path === '/keys') {
      const key = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' };
      return json({ keys: [key] });
    }
    if (path === '/userinfo') return json({ sub: 's1', ...userinfo });
    return json({
      access_token: 'at',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken(claims, signer),
    });
  };
  const provider = createIdentityProvider({
    issuer: ISSUER,
    clientId: 'claimgate',
    clientSecret: ApiKey.parse(SECRET)!,
    scopes: ['openid', 'email'],
    redirectUri: REDIRECT,
    fetch,
    now: () => clock.now,
  });
  return { provider, calls, clock };
}
const redeem = (simulated: Simulated, query = QUERY) =>
  simulate(simulated).provider.redeem(query, PENDING, () => true);
const seconds = (more: number) => Math.floor(Date.now() / 1_000) + more;
const refuse = (): never => {
  throw new TypeError('fetch failed');
};

it('a person is sent to the provider with a challenge, a state and a nonce, and no secret', async () => {
  const address = await simulate().provider.addressFor(PENDING);
  const { origin, pathname, searchParams } = new URL(address);
  expect(origin + pathname).toBe(`${ISSUER}/auth`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: 'claimgate',
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'openid email',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(PENDING.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
});

it('the provider’s description is read once an hour', async () => {
  const { provider, calls, clock } = simulate();
  await provider.addressFor(PENDING);
  clock.now += 3_599_999;
  await provider.addressFor(PENDING);
  expect(calls).toHaveLength(1);
  clock.now += 1;
  await provider.addressFor(PENDING);
  expect(calls).toHaveLength(2);
});

describe('a code becomes claims', () => {
  it('with the verifier, and the secret in a header', async () => {
    const { provider, calls } = simulate({ claims: { groups: ['a'] } });
    expect(await provider.redeem(QUERY, PENDING, () => true)).toMatchObject({ sub: 's1', groups: ['a'] });
    const asked = calls.find(({ path }) => path === '/token')!;
    expect(Object.fromEntries(new URLSearchParams(asked.body))).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-code',
      code_verifier: PENDING.verifier,
      redirect_uri: REDIRECT,
    });
    expect(asked.authorization).toMatch(/^Basic /);
    expect(asked.body).not.toContain(SECRET);
    expect(calls.map(({ path }) => path)).not.toContain('/userinfo');
  });

  it('with the secret in the body, where the provider takes it there alone', async () => {
    const description = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const { provider, calls } = simulate({ description });
    await provider.redeem(QUERY, PENDING, () => true);
    const asked = calls.find(({ path }) => path === '/token')!;
    expect(asked.body).toContain(`client_secret=${SECRET}`);
    expect(asked.authorization).toBeUndefined();
  });

  it('with those of the userinfo endpoint, where the token says too little; the token’s own go before', async () => {
    const { provider } = simulate({ claims: { email: 'a' }, userinfo: { email: 'b', groups: ['a'] } });
    expect(await provider.redeem(QUERY, PENDING, () => false)).toMatchObject({ email: 'a', groups: ['a'] });
  });
});

describe('nobody is signed in by', () => {
  it.each<[string, Simulated, string]>([
    ['a token for another', { claims: { aud: 'another' } }, 'invalid'],
    ['a token of another provider', { claims: { iss: 'https://evil.example' } }, 'invalid'],
    ['a token of another sign-in', { claims: { nonce: 'another' } }, 'invalid'],
    ['a token without a nonce', { claims: { nonce: undefined } }, 'invalid'],
    ['a token that another has signed', { signer: others }, 'invalid'],
    ['a token that is over', { claims: { exp: seconds(-60) } }, 'clock'],
    ['a token of a later time', { claims: { nbf: seconds(600) } }, 'clock'],
    [
      'no token',
      { answers: { '/token': () => json({ access_token: 'a', token_type: 'Bearer' }) } },
      'invalid',
    ],
    [
      'an answer that is none',
      { answers: { '/token': () => new Response('<html>', { status: 200 }) } },
      'invalid',
    ],
    ['a code that was used', { answers: { '/token': () => json({ error: 'invalid_grant' }, 400) } }, 'over'],
    ['a wrong secret', { answers: { '/token': () => json({ error: 'invalid_client' }, 401) } }, 'client'],
    ['a provider that fails', { answers: { '/token': () => new Response('', { status: 502 }) } }, 'away'],
    ['a provider that is away', { answers: { '/token': refuse } }, 'away'],
    ['keys that are away', { answers: { '/keys': refuse } }, 'away'],
    ['a description of another', { description: { issuer: 'https://evil.example' } }, 'invalid'],
    [
      'no description',
      { answers: { 'openid-configuration': () => new Response('', { status: 404 }) } },
      'invalid',
    ],
    ['a description that is none', { answers: { 'openid-configuration': () => json([]) } }, 'invalid'],
    [
      'a description without https',
      { description: { token_endpoint: 'http://login.example.org/t' } },
      'invalid',
    ],
  ])('%s', async (_what, simulated, fault) => {
    await expect(redeem(simulated)).rejects.toMatchObject({ name: 'SignInFailed', fault });
  });

  it.each([
    ['error=access_denied&state=the-state', 'denied', 'access_denied'],
    ['error=temporarily_unavailable&state=the-state', 'away', 'temporarily_unavailable'],
    ['error=unauthorized_client&state=the-state', 'client', 'unauthorized_client'],
    ['error=%3Cscript%3E&state=the-state', 'denied', undefined],
    ['state=the-state', 'invalid', 'OAUTH_INVALID_RESPONSE'],
    ['code=a&code=b&state=the-state', 'invalid', 'OAUTH_INVALID_RESPONSE'],
    ['code=a&state=another', 'invalid', 'OAUTH_INVALID_RESPONSE'],
    [`${QUERY}&iss=https://evil.example`, 'invalid', 'OAUTH_INVALID_RESPONSE'],
  ])('an address with %s', async (query, fault, code) => {
    await expect(redeem({}, query)).rejects.toMatchObject({ fault, code });
  });

  it('a token of a time that differs by less than half a minute is good', async () => {
    expect(await redeem({ claims: { exp: seconds(-15), iat: seconds(15), nbf: seconds(15) } })).toMatchObject(
      {
        sub: 's1',
      },
    );
  });

  it('userinfo of another person', async () => {
    const { provider } = simulate({ userinfo: { sub: 's2' } });
    await expect(provider.redeem(QUERY, PENDING, () => false)).rejects.toMatchObject({ fault: 'invalid' });
  });
});

describe('a session at the provider is ended', () => {
  it('at its address, which holds no token', async () => {
    const address = await simulate().provider.endAddress('https://facts.example.org/');
    expect(address).toBe(
      `${ISSUER}/logout?post_logout_redirect_uri=https%3A%2F%2Ffacts.example.org%2F&client_id=claimgate`,
    );
  });

  it('nowhere, where it has no such address or is away', async () => {
    const none = simulate({ description: { end_session_endpoint: undefined } });
    const away = simulate({ answers: { 'openid-configuration': refuse } });
    for (const { provider } of [none, away])
      expect(await provider.endAddress('https://a.example/')).toBeUndefined();
  });
});
