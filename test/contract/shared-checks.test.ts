/** Checks that several people decide on: who may share, that nobody's words are lost, and that what is ended is gone. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ADMIN = 'admin-key-of-this-test-0123456789abcdef';
const CHECK = {
  text: 'The secret tower of Oberklammstein is green.',
  claims: [{ id: 'claim-1', text: 'The tower is green.', start: 0, end: 19, verdict: 'refuted' }],
  about: { title: 'On towers' },
};
const ANN = 'person-ann-0123456789abcdef';
const BEN = 'person-ben-0123456789abcdef';
const says = (person: string, name: string, verdict: string | null, over: object = {}) => ({
  person,
  name,
  entries: [{ claim: 'claim-1', verdict, at: 1_764_000_000_000, ...over }],
});

interface Shared {
  readonly id: string;
  readonly code: string;
  readonly url: string;
}
interface Said {
  readonly you: string;
  readonly content_version: number;
  readonly entries: readonly { readonly person: string; readonly name: string; readonly verdict: string }[];
}

let gateway: Gateway;
const send = (method: string, path: string, key?: string, body?: unknown, headers: object = {}) =>
  fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const issue = async (terms: object): Promise<{ readonly id: string; readonly key: string }> =>
  readJson(await send('POST', '/admin/v1/keys', ADMIN, terms));
const share = async (key: string, body: object = CHECK): Promise<Shared> => {
  const response = await send('POST', '/v1/shared-checks', key, body);
  expect(response.status).toBe(201);
  return readJson(response);
};
const say = async (code: string, body: object): Promise<Said> => {
  const response = await send('POST', `/v1/shared-checks/${code}/entries`, undefined, body);
  expect(response.status).toBe(200);
  return readJson(response);
};
const read = async (code: string, rest = '/entries', headers: object = {}) =>
  send('GET', `/v1/shared-checks/${code}${rest}`, undefined, undefined, headers);
const expectRefusal = async (response: Response, status: number, said: RegExp | string): Promise<void> => {
  const { detail } = await expectError(response, { status });
  expect(detail).toEqual(typeof said === 'string' ? said : expect.stringMatching(said));
};
const YAML = `
admin: { keys: ["ann:${ADMIN}"] }
providers: { openai: { keys: [sk-operator-of-this-test] } }
plans: { news: { models: all, publish: true } }
`;

describe('shared checks', () => {
  let maker: { readonly id: string; readonly key: string };
  let other: { readonly id: string; readonly key: string };
  beforeAll(async () => {
    gateway = await startGateway({
      yaml: `${YAML}reports: { url: "https://facts.example.org", max_shared: 2, max_size: 8KiB }`,
    });
    maker = await issue({ plan: 'news' });
    other = await issue({ plan: 'news' });
  });
  afterAll(() => gateway.stop());
  const end = async ({ code }: Shared) => send('DELETE', `/v1/shared-checks/${code}`, maker.key);

  it('are made by callers whose plan includes it, and opened by whoever has the address', async () => {
    const { key } = await issue({ plan: 'pro' });
    await expectRefusal(await send('POST', '/v1/shared-checks', key, CHECK), 403, /does not include/);
    await expectRefusal(
      await send('POST', '/v1/shared-checks', undefined, CHECK),
      401,
      'API key is required',
    );
    const made = await share(maker.key);
    expect(made.code).toMatch(/^[\w-]{24}$/);
    expect(made.url).toBe(`https://facts.example.org/#/check/shared-${made.code}`);
    const response = await read(made.code, '');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(await readJson(response)).toMatchObject({ content: CHECK, content_version: 1, entries: [] });
    for (const wrong of ['unknown', made.id, `${made.code}x`]) {
      await expectRefusal(await read(wrong), 404, 'No such shared check');
    }
    await end(made);
  });

  it('hold what each person says beside what the others say, and nobody overwrites anybody', async () => {
    const made = await share(maker.key);
    await say(made.code, says(ANN, 'Ann', 'refuted', { note: 'It is red.' }));
    const both = await say(
      made.code,
      says(BEN, 'Ben', 'supported', { evidence: [{ url: 'https://b.org/' }] }),
    );
    expect(both.entries).toHaveLength(2);
    const mine = both.entries.find(({ person }) => person === both.you);
    expect(mine).toEqual({
      ...{ person: both.you, name: 'Ben', claim: 'claim-1', verdict: 'supported' },
      ...{ evidence: [{ url: 'https://b.org/' }], at: 1_764_000_000_000 },
    });
    // What identifies a person to the gateway is shown to nobody.
    expect(JSON.stringify(both)).not.toMatch(/person-(?:ann|ben)/);

    const changed = await say(made.code, says(BEN, 'Ben', 'conflicting', { note: 'Green once.' }));
    expect(changed.entries.map(({ name, verdict }) => [name, verdict]).sort()).toEqual([
      ['Ann', 'refuted'],
      ['Ben', 'conflicting'],
    ]);
    const withdrawn = await say(made.code, says(ANN, 'Ann', null));
    expect(withdrawn.entries.map(({ name }) => name)).toEqual(['Ben']);
    await end(made);
  });

  it('are sent again only where something has changed', async () => {
    const made = await share(maker.key);
    const first = await read(made.code);
    const known = { 'if-none-match': first.headers.get('etag') as string };
    expect((await read(made.code, '/entries', known)).status).toBe(304);
    expect((await read(made.code, '', known)).status).toBe(304);
    await say(made.code, says(ANN, 'Ann', 'refuted'));
    const next = await read(made.code, '/entries', known);
    expect((await readJson<Said>(next)).entries).toHaveLength(1);

    const replaced = { ...CHECK, text: 'Another text.' };
    const response = await send('POST', `/v1/shared-checks/${made.code}`, maker.key, replaced);
    expect(await readJson(response)).toMatchObject({ code: made.code, url: made.url });
    expect(await readJson(await read(made.code, ''))).toMatchObject({
      content: replaced,
      content_version: 2,
      entries: [{ name: 'Ann' }],
    });
    await end(made);
  });

  it('are changed, listed and ended by their maker alone, and then 404 at once', async () => {
    const made = await share(maker.key);
    const { code, id } = made;
    await say(code, says(ANN, 'Ann', 'refuted'));
    const known = { 'if-none-match': (await read(code)).headers.get('etag') as string };
    await expectRefusal(await send('POST', `/v1/shared-checks/${code}`, other.key, CHECK), 404, /No such/);
    for (const named of [code, id]) {
      await expectRefusal(await send('DELETE', `/v1/shared-checks/${named}`, other.key), 404, /No such/);
    }
    expect(await readJson(await send('GET', '/v1/shared-checks', other.key))).toMatchObject({ data: [] });
    const list = await readJson<{ data: object[] }>(await send('GET', '/v1/shared-checks', maker.key));
    expect(list.data).toEqual([expect.objectContaining({ id, claims: 1 })]);
    expect(JSON.stringify(list)).not.toContain(code);

    expect((await send('DELETE', `/v1/shared-checks/${id}`, maker.key)).status).toBe(200);
    for (const rest of ['', '/entries']) {
      const gone = await read(code, rest, known);
      expect([gone.status, gone.headers.has('etag')]).toEqual([404, false]);
    }
    const late = await send(
      'POST',
      `/v1/shared-checks/${code}/entries`,
      undefined,
      says(BEN, 'Ben', 'refuted'),
    );
    await expectRefusal(late, 404, 'No such shared check');
  });

  it('are listed and removed by operators, who see nothing of them; that is in the audit log', async () => {
    const made = await share(maker.key);
    const { data } = await readJson<{ data: object[] }>(
      await send('GET', `/admin/v1/shared-checks?maker=${maker.id}`, ADMIN),
    );
    expect(data).toMatchObject([{ id: made.id, maker: maker.id, claims: 1 }]);
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${made.code}|tower`, 'i'));
    expect((await send('DELETE', `/admin/v1/shared-checks/${made.id}`, ADMIN)).status).toBe(204);
    expect((await read(made.code)).status).toBe(404);
    expect((await send('DELETE', `/admin/v1/shared-checks/${made.id}`, ADMIN)).status).toBe(404);
    const audit = await readJson<{ data: object[] }>(
      await send('GET', `/admin/v1/audit?subject=${made.id}`, ADMIN),
    );
    expect(audit.data).toContainEqual(
      expect.objectContaining({ action: 'share.remove', actor: 'admin:ann', outcome: 'done' }),
    );
  });

  it('are bounded in size, number, and what is said of them', async () => {
    const large = { ...CHECK, text: 'x'.repeat(9_000) };
    await expectRefusal(await send('POST', '/v1/shared-checks', maker.key, large), 413, /8,192 bytes/);
    const made = [await share(maker.key), await share(maker.key)];
    await expectRefusal(await send('POST', '/v1/shared-checks', maker.key, CHECK), 409, /stop sharing one/);
    const [{ code }] = made as [Shared, Shared];
    await say(code, says(ANN, 'Ann', 'refuted', { note: 'Kept.' }));
    const long = says(BEN, 'Ben', 'refuted', { note: 'x'.repeat(9_000) });
    await expectRefusal(
      await send('POST', `/v1/shared-checks/${code}/entries`, undefined, long),
      409,
      /as many entries/,
    );
    expect((await readJson<Said>(await read(code))).entries).toMatchObject([{ name: 'Ann', note: 'Kept.' }]);
    for (const one of made) await end(one);
  });

  it.each([
    ['a person that could be guessed', { ...says('ann', 'Ann', 'refuted') }, 'person'],
    ['no name', says(ANN, ' ', 'refuted'), 'name'],
    ['a verdict that is none', says(ANN, 'Ann', 'true'), 'verdict'],
    ['an unknown member', { ...says(ANN, 'Ann', 'refuted'), admin: true }, 'admin'],
  ])('refuse %s', async (_what, body, field) => {
    const made = await share(maker.key);
    const response = await send('POST', `/v1/shared-checks/${made.code}/entries`, undefined, body);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(field);
    await end(made);
  });

  it('are sealed in the database, which does not have their codes', async () => {
    const made = await share(maker.key);
    await say(made.code, says(ANN, 'Ann Inchfawn', 'refuted', { note: 'Vermilion.' }));
    const files = readdirSync(gateway.dataDir)
      .filter((name) => /\.(?:db|sqlite)/.test(name))
      .map((name) => readFileSync(path.join(gateway.dataDir, name), 'latin1'));
    for (const words of ['Oberklammstein', 'Inchfawn', 'Vermilion', ANN, made.code]) {
      expect(files.join('').includes(words), words).toBe(false);
    }
    expect(files.join('')).toContain(made.id);
    await end(made);
  });
});

describe('where the operator wants a key', () => {
  it('the address alone opens nothing', async () => {
    gateway = await startGateway({
      yaml: `${YAML}reports: { shared_need_key: true }\nsandbox: { enabled: true }\ntrusted_proxies: [10.0.0.1]`,
    });
    try {
      const maker = await issue({ plan: 'news' });
      const { key } = await issue({ plan: 'pro' });
      const { code } = await share(maker.key);
      const at = `/v1/shared-checks/${code}`;
      await expectRefusal(await send('GET', at), 401, 'API key is required');
      await expectRefusal(await send('GET', at, 'sandbox'), 401, 'Invalid API key');
      await expectRefusal(await send('GET', at, 'sk-made-up-by-somebody-1234567'), 401, /No provider has/);
      expect((await send('GET', at, key)).status).toBe(200);
      const entry = says(ANN, 'Ann', 'refuted');
      await expectRefusal(await send('POST', `${at}/entries`, undefined, entry), 401, 'API key is required');
      expect((await send('POST', `${at}/entries`, key, entry)).status).toBe(200);
    } finally {
      await gateway.stop();
    }
  });
});
