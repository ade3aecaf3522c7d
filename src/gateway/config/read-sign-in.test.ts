import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';
import { readSignIn } from './read-sign-in.ts';

const SECRET = 'client-secret-canary-0123';
const LEAST = {
  issuer: 'https://login.example.org/realms/staff',
  client_id: 'claimgate',
  url: 'https://facts.example.org/',
  roles: { admin: ['gateway-admins'] },
};
const parse = (signIn: object) => configSchema.parse({ admin: { sign_in: signIn } }).admin.sign_in;
const read = (signIn: object, env: Record<string, string> = {}) => readSignIn(parse(signIn), env);

it('nobody signs in as shipped', () => {
  expect(readSignIn(configSchema.parse({}).admin.sign_in, {})).toBeUndefined();
});

it('what is needed at least is the provider, the client, the page and a role', () => {
  const { clientSecret, ...rest } = read(LEAST, { CLAIMGATE_SIGN_IN_SECRET: SECRET })!;
  expect(clientSecret.reveal()).toBe(SECRET);
  expect(rest).toEqual({
    name: 'login.example.org',
    issuer: LEAST.issuer,
    clientId: 'claimgate',
    url: 'https://facts.example.org',
    scopes: ['openid', 'profile', 'email'],
    roles: { claim: 'groups', admin: ['gateway-admins'], viewer: [] },
    idle: 3_600_000,
    lifetime: 28_800_000,
  });
});

it('the secret comes from the config, a file or the environment', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'claimgate-sign-in-')), 'secret');
  writeFileSync(file, `${SECRET}\n`);
  for (const [more, env] of [
    [{ client_secret: SECRET }, { CLAIMGATE_SIGN_IN_SECRET: 'another' }],
    [{ client_secret_file: file }, {}],
    [{}, { CLAIMGATE_SIGN_IN_SECRET_FILE: file }],
  ] as const) {
    expect(read({ ...LEAST, ...more }, env)?.clientSecret.reveal()).toBe(SECRET);
  }
});

describe('what is wrong is said, without the secret', () => {
  it.each([
    [{}, 'admin.sign_in.client_secret: is missing; so are client_secret_file and CLAIMGATE_SIGN_IN_SECRET'],
    [{ client_secret: `${SECRET} two` }, 'admin.sign_in.client_secret: must be printable characters'],
  ])('%j', (more, message) => {
    const failed = () => read({ ...LEAST, ...more });
    expect(failed).toThrow(message);
    expect(failed).not.toThrow(SECRET);
  });

  it.each([
    [{ issuer: 'http://login.example.org' }, ['issuer'], 'must begin with https://'],
    [{ issuer: 'login.example.org' }, ['issuer'], 'must be an http(s) URL'],
    [{ issuer: 'https://a:b@login.example.org' }, ['issuer'], 'must not hold a user or a password'],
    [{ url: 'http://facts.example.org' }, ['url'], 'must begin with https://'],
    [{ url: 'https://facts.example.org/console' }, ['url'], 'must be an origin such as'],
    [{ scopes: ['profile'] }, ['scopes'], 'must have openid'],
    [{ roles: { claim: 'groups' } }, ['roles', 'admin'], 'nobody could sign in'],
    [{ idle: '10s' }, ['idle'], 'must be from 1m to 720h'],
    [{ client: 'a' }, [], 'Unrecognized key'],
  ])('%j', (more, place, message) => {
    const { error } = configSchema.safeParse({ admin: { sign_in: { ...LEAST, ...more } } });
    expect(error?.issues).toEqual([
      expect.objectContaining({
        path: ['admin', 'sign_in', ...place],
        message: expect.stringContaining(message),
      }),
    ]);
  });

  it('a provider and a page on this machine may do without https', () => {
    const local = { ...LEAST, issuer: 'http://localhost:8081/realms/a', url: 'http://127.0.0.1:8080' };
    expect(read({ ...local, client_secret: SECRET })?.url).toBe('http://127.0.0.1:8080');
  });
});
