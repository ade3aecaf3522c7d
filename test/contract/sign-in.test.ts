/** Operators sign in on the page by an OpenID provider, with one of two roles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTE_CLASSES } from '../../src/gateway/http/admin/route-classes.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider, Visitor } from '../harness/openid-provider.ts';
import { expectError } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { freePort } from '../servers/free-port.ts';

const KEY = 'admin-key-of-this-test-0123456789abcdef';
const PEOPLE = {
  ann: { email: 'ann@example.org', groups: ['staff', 'gateway-admins'] },
  vic: { email: 'vic@example.org', groups: ['gateway-viewers'] },
  guest: { email: 'guest@example.org', groups: ['staff'] },
};

let provider: OpenIdProvider;
let gateway: Gateway;
/** Another of the same operator, with an admin listener, and without admin keys. */
let replica: Gateway;
const configFor = (issuer: string, url: string, more: string) => `
admin:
  ${more}
  sign_in:
    name: Example
    issuer: ${issuer}
    client_id: ${CLIENT.id}
    url: ${url}
    roles: { claim: groups, admin: [gateway-admins], viewer: [gateway-viewers] }
`;
const env = { CLAIMGATE_SIGN_IN_SECRET: CLIENT.secret, CLAIMGATE_SECRET: 'a-secret-of-both-gateways' };

beforeAll(async () => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const [url, adminUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${adminPort}`];
  provider = await startOpenIdProvider(PEOPLE, () => [url, adminUrl]);
  [gateway, replica] = await Promise.all([
    startGateway({
      env: { ...env, PORT: String(port) },
      yaml: configFor(provider.issuer, url, `keys: ["ci:${KEY}"]`),
    }),
    startGateway({ env, yaml: configFor(provider.issuer, adminUrl, `port: ${adminPort}`) }),
  ]);
});
afterAll(() => Promise.all([gateway.stop(), replica.stop(), provider.stop()]));

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const api = (path: string) => `${gateway.url}/admin/v1${path}`;
async function signedIn(name: keyof typeof PEOPLE): Promise<Visitor> {
  const visitor = new Visitor();
  const { address } = await visitor.signIn(gateway.url, name);
  expect(address).toBe(`${gateway.url}/#/operate`);
  return visitor;
}
const send = (
  visitor: Visitor,
  method: string,
  path: string,
  { body, headers = OWN_PAGE }: { body?: unknown; headers?: object } = {},
) =>
  visitor.ask(api(path), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const read = async <T>(response: Response | Promise<Response>) => (await (await response).json()) as T;
const ISSUE = 'a key of a person';
const VIEWERS = 'The role viewer may look at everything, and change nothing: this is for the role admin';
/** As an admin key reads it. */
const entries = async (action: string) =>
  (
    await read<{ data: { actor: string; outcome: string; changes: unknown }[] }>(
      fetch(api(`/audit?action=${action}`), { headers: { authorization: `Bearer ${KEY}` } }),
    )
  ).data;
/** A sign-in as far as the provider's form, and the state that it has. */
async function begun(): Promise<{ visitor: Visitor; state: string }> {
  const visitor = new Visitor();
  const started = await visitor.ask(api('/sign-in/start'));
  expect(started.status).toBe(303);
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '';
  return { visitor, state };
}
async function expectPage(response: Response, status: number, title: string): Promise<string> {
  const text = await response.text();
  expect([response.status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual([status, title]);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  return text;
}

describe('a person who has signed in', () => {
  it('as admin changes what an admin key changes, and stands in the audit log by name', async () => {
    const ann = await signedIn('ann');
    expect(await read(send(ann, 'GET', '/sign-in'))).toEqual({
      object: 'sign_in',
      provider: 'Example',
      person: { name: 'ann@example.org', role: 'admin', until: expect.any(String) },
    });
    const issued = await send(ann, 'POST', '/keys', { body: { note: ISSUE } });
    expect(issued.status).toBe(201);
    await issued.text();
    const actor = 'person:ann@example.org (ann)';
    expect((await entries('key.issue'))[0]).toMatchObject({ actor, outcome: 'done' });
    const [first] = await entries('session.begin');
    expect(first).toMatchObject({ actor, outcome: 'done', changes: { role: { to: 'admin' } } });
  });

  it('repeats a request as an admin key does, and another person gets none of its keys', async () => {
    const ann = await signedIn('ann');
    const issue = async (visitor: Visitor) => {
      const headers = { ...OWN_PAGE, 'idempotency-key': 'once' };
      return read<{ key: string }>(send(visitor, 'POST', '/keys', { body: { note: ISSUE }, headers }));
    };
    const { key } = await issue(ann);
    expect((await issue(ann)).key).toBe(key);
    const byKey = await fetch(api('/keys'), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        'idempotency-key': 'once',
      },
      body: JSON.stringify({ note: ISSUE }),
    });
    expect((await read<{ key: string }>(byKey)).key).not.toBe(key);
  });

  it('as viewer reads all that the console reads', async () => {
    const vic = await signedIn('vic');
    const known: Readonly<Record<string, string>> = { '/corpus/search': '?query=a' };
    const paths = Object.entries(ROUTE_CLASSES)
      .filter(([route, kind]) => kind === 'read' && route.startsWith('GET ') && !route.includes(':'))
      .map(([route]) => route.replace('GET /admin/v1', ''));
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      const response = await send(vic, 'GET', `${path}${known[path] ?? ''}`);
      expect([path, response.status]).toEqual([path, 200]);
      await response.text();
    }
    const trial = await send(vic, 'POST', '/trials', { body: { claim: 'The tower is 330 m high.' } });
    expect(trial.status).toBe(200);
    await trial.text();
  });

  it('as viewer changes nothing, and is told why', async () => {
    const vic = await signedIn('vic');
    const changing = Object.entries(ROUTE_CLASSES).filter(([, kind]) => kind === 'change');
    expect(changing.length).toBeGreaterThan(10);
    for (const [route] of changing) {
      const [method = '', path = ''] = route.replace('/admin/v1', '').split(' ');
      const body = method === 'DELETE' ? {} : { body: {} };
      const refusal = { status: 403, code: 'role_not_allowed', detail: VIEWERS };
      await expectError(await send(vic, method, path.replace(':id', 'ik_1a2b3c4d5e6f'), body), refusal);
    }
    const outside = { body: { claim: 'The tower is 330 m high.', outside: true } };
    await expectError(await send(vic, 'POST', '/trials', outside), { status: 403, code: 'role_not_allowed' });
    expect((await entries('key.revoke'))[0]).toMatchObject({
      actor: 'person:vic@example.org (vic)',
      outcome: 'role_not_allowed',
    });
  });

  it('signs out, here and at the provider', async () => {
    const ann = await signedIn('ann');
    const { url } = await read<{ url: string }>(send(ann, 'DELETE', '/sign-in'));
    expect(url).toContain(`${provider.issuer}/session/end?`);
    expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${gateway.url}/`);
    expect(url).not.toContain('id_token');
    await expectError(await send(ann, 'GET', '/keys'), { status: 401, code: 'invalid_api_key' });
    expect((await entries('session.end'))[0]).toMatchObject({ actor: 'person:ann@example.org (ann)' });
    expect(await read(send(ann, 'DELETE', '/sign-in'))).toMatchObject({ url: null });
  });

  it('is known to every replica, and through the admin listener', async () => {
    const ann = await signedIn('ann');
    const elsewhere = async (path: string) => {
      const response = await ann.ask(`${replica.adminUrl}/admin/v1${path}`, { headers: OWN_PAGE });
      return [response.status, await response.text()];
    };
    expect(await elsewhere('/keys')).toEqual([200, expect.any(String)]);
    const vic = new Visitor();
    expect((await vic.signIn(replica.adminUrl, 'vic')).address).toBe(`${replica.adminUrl}/#/operate`);
    expect([...vic.cookies.keys()]).toContain('claimgate_session');
    expect([...vic.cookies.keys()]).not.toContain('claimgate_sign_in');
  });

  it('comes back to the section of the console where the sign-in began, and to no other place', async () => {
    for (const [section, place] of [
      ['keys', '/keys'],
      ['..%2F..%2Fevil', ''],
      ['//evil.example', ''],
    ]) {
      const ann = new Visitor();
      const { address } = await ann.visit(`${api('/sign-in/start')}?section=${section}`);
      const back = await ann.visit(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'prompt=login&login=ann&password=any',
      });
      expect(back.address).toBe(`${gateway.url}/#/operate${place}`);
    }
  });

  it('needs no admin key, and one goes before', async () => {
    const vic = await signedIn('vic');
    const headers = { ...OWN_PAGE, authorization: `Bearer ${KEY}` };
    const issued = await send(vic, 'POST', '/keys', { body: { note: ISSUE }, headers });
    expect(issued.status).toBe(201);
    await issued.text();
    const wrong = { ...OWN_PAGE, authorization: 'Bearer no-admin-key-of-anybody-0123456789abc' };
    await expectError(await send(vic, 'GET', '/keys', { headers: wrong }), { status: 401 });
  });
});

describe('the cookie of a session', () => {
  it('is for the browser and this site alone, and for a time', async () => {
    const ann = await signedIn('ann');
    const of = (name: string) => ann.set.filter((text) => text.startsWith(`${name}=`));
    expect(of('claimgate_session')).toEqual([
      expect.stringMatching(/^claimgate_session=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/),
    ]);
    expect(of('claimgate_sign_in')).toEqual([
      expect.stringMatching(/^claimgate_sign_in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
      'claimgate_sign_in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ]);
  });

  it('is worth nothing once a letter of it is another', async () => {
    const ann = await signedIn('ann');
    const value = ann.cookies.get('claimgate_session') as string;
    ann.cookies.set(
      'claimgate_session',
      value.replace(/^./, (first) => (first === 'A' ? 'Q' : 'A')),
    );
    await expectError(await send(ann, 'GET', '/keys'), {
      status: 401,
      code: 'session_ended',
      detail: 'The session is over: sign in again',
    });
    expect(await read(send(ann, 'GET', '/sign-in'))).toMatchObject({ person: null });
  });

  it('opens nothing for a cookie of a sign-in under way', async () => {
    const { visitor } = await begun();
    visitor.cookies.set('claimgate_session', visitor.cookies.get('claimgate_sign_in') as string);
    await expectError(await send(visitor, 'GET', '/keys'), { status: 401, code: 'session_ended' });
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of this site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another origin, where the browser says no more', { origin: 'https://evil.example' }],
    ['nobody knows where', {}],
  ])('changes nothing for a request from %s', async (_where, headers) => {
    const ann = await signedIn('ann');
    for (const [method, path] of [
      ['POST', '/keys'],
      ['DELETE', '/sign-in'],
    ] as const) {
      const refused = await send(ann, method, path, { ...(method === 'POST' ? { body: {} } : {}), headers });
      await expectError(refused, { status: 403, code: 'origin_not_allowed' });
    }
    expect((await send(ann, 'GET', '/keys')).status).toBe(200);
  });

  it('changes what the page’s own origin asks for, where the browser says no more', async () => {
    const ann = await signedIn('ann');
    const headers = { origin: gateway.url };
    const issued = await send(ann, 'POST', '/keys', { body: { note: ISSUE }, headers });
    expect(issued.status).toBe(201);
    await issued.text();
  });
});

describe('nobody is signed in', () => {
  it('who has no role, and the audit log says who tried', async () => {
    const guest = new Visitor();
    const { response } = await guest.signIn(gateway.url, 'guest');
    await expectPage(response, 403, 'You have no role here');
    expect(guest.cookies.has('claimgate_session')).toBe(false);
    await expect
      .poll(async () => (await entries('session.begin'))[0])
      .toMatchObject({ actor: 'person:guest@example.org (guest)', outcome: 'sign_in_role' });
  });

  it('with a code that was used before', async () => {
    const ann = new Visitor();
    const { address } = await ann.visit(api('/sign-in/start'));
    const pending = ann.cookies.get('claimgate_sign_in') as string;
    let [next, init]: [string, RequestInit] = [
      address,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'prompt=login&login=ann&password=any',
      },
    ];
    while (!next.includes('/callback')) {
      const response = await ann.ask(next, init);
      [next, init] = [new URL(response.headers.get('location') ?? '', next).href, {}];
    }
    expect((await ann.ask(next)).status).toBe(303);
    await expectPage(await ann.ask(next), 400, 'This sign-in is over');
    ann.cookies.set('claimgate_sign_in', pending);
    const text = await expectPage(await ann.ask(next), 400, 'This sign-in is over');
    expect(text).not.toContain(new URL(next).searchParams.get('code'));
  });

  it('with a state that is not that of this browser', async () => {
    const [{ visitor }, { state }] = [await begun(), await begun()];
    const response = await visitor.ask(api(`/sign-in/callback?code=a&state=${state}`));
    await expectPage(response, 400, 'This sign-in was begun elsewhere');
    const stranger = new Visitor();
    await expectPage(
      await stranger.ask(api(`/sign-in/callback?code=a&state=${state}`)),
      400,
      'This sign-in is over',
    );
  });

  it('who cancels, and nothing of what the address says is shown', async () => {
    const { visitor, state } = await begun();
    const said = 'error=access_denied&error_description=%3Cscript%3Ealert(1)%3C/script%3E';
    const iss = encodeURIComponent(provider.issuer);
    const response = await visitor.ask(api(`/sign-in/callback?${said}&state=${state}&iss=${iss}`));
    const text = await expectPage(response, 403, 'You were not signed in');
    expect(text).not.toContain('alert');
    expect(text).toContain('Example refused it');
  });

  it('with a made-up code, and the log says so in the words of the standard', async () => {
    const { visitor, state } = await begun();
    const iss = encodeURIComponent(provider.issuer);
    const code = 'code-canary-of-this-test-0123456789';
    const response = await visitor.ask(api(`/sign-in/callback?code=${code}&state=${state}&iss=${iss}`));
    await expectPage(response, 400, 'This sign-in is over');
    await gateway.logged();
    const log = gateway.logLines.join('');
    expect(log).toContain('"fault":"over","code":"invalid_grant"');
    for (const secret of [code, CLIENT.secret, state]) expect(log).not.toContain(secret);
  });
});

it('an address that fails too often waits, and the provider is not asked for it', async () => {
  const stranger = new Visitor();
  const statuses: number[] = [];
  for (let i = 0; i < 60 && statuses.at(-1) !== 429; i++) {
    const response = await stranger.ask(`${replica.adminUrl}/admin/v1/sign-in/callback?code=a&state=b`);
    statuses.push(response.status);
    if (response.status === 429) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      await expectPage(response, 429, 'Too many sign-ins failed');
    } else await response.text();
  }
  expect([statuses.at(0), statuses.at(-1)]).toEqual([400, 429]);
});

it('without sign-in there is no such place, and the page is told so', async () => {
  const plain = await startGateway({ yaml: `admin: { keys: ["${KEY}"] }` });
  const at = (path: string) => fetch(`${plain.url}/admin/v1/sign-in${path}`);
  expect(await read(at(''))).toEqual({ object: 'sign_in', provider: null, person: null });
  for (const path of ['/start', '/callback?code=a&state=b'])
    await expectError(await at(path), { status: 404 });
  await plain.stop();
});
