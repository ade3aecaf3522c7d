/** Contract, section 1: where a key may stand, which place wins, and where it goes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, providerOf, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { expectError, faultsOf, readJson } from '../harness/read-answer.ts';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const MISSING = ['body.api_key missing'];
const REQUIRED = { status: 401, detail: 'API key is required', type: 'authentication_error', param: null };
const INVALID = { status: 401, detail: 'Invalid API key', type: 'authentication_error', param: null };

let fake: FakeProvider;
let gateway: Gateway;
let strict: Gateway;

beforeAll(async () => {
  fake = await startFakeProvider(speak());
  [gateway, strict] = await Promise.all([
    startGateway({ env: envFor(fake) }),
    startGateway({ env: envFor(fake), yaml: 'models: { require_key: true }' }),
  ]);
});
afterAll(() => Promise.all([gateway.stop(), strict.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const ask = { user_query: 'Hello', model: 'gpt-6-luna' };
/** The key that the provider was sent, of the one request that it got. */
const sentKey = () => {
  expect(fake.received).toHaveLength(1);
  return fake.received[0]?.headers.authorization;
};

describe('POST /v1/chat/completions', () => {
  it('takes the key from the body', async () => {
    expect((await gateway.chat({ api_key: 'sk-body' })).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-body');
  });

  it('takes the key from the header, with nothing else changed', async () => {
    expect((await gateway.chat({}, bearer('sk-header'))).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-header');
  });

  it('prefers the body where both are given', async () => {
    expect((await gateway.chat({ api_key: 'sk-body' }, bearer('sk-header'))).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-body');
  });

  it('prefers the body over a blank header', async () => {
    expect((await gateway.chat({ api_key: 'sk-body' }, bearer(''))).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-body');
  });

  it('takes null in the body as if it were absent', async () => {
    expect((await gateway.chat({ api_key: null }, bearer('sk-header'))).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-header');
    expect(await faultsOf(await gateway.chat({ api_key: null }))).toEqual(MISSING);
  });

  it('misses the key, as a field of the body, where there is none', async () => {
    const body = await expectError(await gateway.chat({}), { status: 422, param: 'api_key' });
    expect(body.detail).toEqual([{ loc: ['body', 'api_key'], msg: 'Field required', type: 'missing' }]);
  });

  it('takes an Authorization of another scheme as no key', async () => {
    expect(await faultsOf(await gateway.chat({}, { authorization: 'Basic c2s6' }))).toEqual(MISSING);
  });

  it.each([5, true, ['sk'], { key: 'sk' }])(
    'says that a key of another type is no string (%j)',
    async (key) => {
      expect(await faultsOf(await gateway.chat({ api_key: key }))).toEqual(['body.api_key string_type']);
      expect(await faultsOf(await gateway.chat({ api_key: key }, bearer('sk-header')))).toEqual([
        'body.api_key string_type',
      ]);
    },
  );

  it.each(['', ' ', '   ', '\t', '\n'])(
    'says that a blank key is required, whatever the header (%j)',
    async (key) => {
      await expectError(await gateway.chat({ api_key: key }), REQUIRED);
      await expectError(await gateway.chat({ api_key: key }, bearer('sk-header')), REQUIRED);
    },
  );
});

describe('POST /chat', () => {
  it('takes the key from the header', async () => {
    expect((await gateway.post('/chat', ask, bearer('sk-header'))).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-header');
  });

  it('takes the key from the body', async () => {
    expect((await gateway.post('/chat', { ...ask, api_key: 'sk-body' })).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-body');
  });

  it('prefers the header where both are given', async () => {
    expect((await gateway.post('/chat', { ...ask, api_key: 'sk-body' }, bearer('sk-header'))).status).toBe(
      200,
    );
    expect(sentKey()).toBe('Bearer sk-header');
  });

  it('requires a key', async () => {
    await expectError(await gateway.post('/chat', ask), REQUIRED);
    await expectError(await gateway.post('/chat', { ...ask, api_key: null }), REQUIRED);
  });

  it('does not look into the body for want of words in the header', async () => {
    await expectError(await gateway.post('/chat', { ...ask, api_key: 'sk-body' }, bearer('')), REQUIRED);
  });

  it('says that a blank key is required', async () => {
    await expectError(await gateway.post('/chat', { ...ask, api_key: '' }), REQUIRED);
    await expectError(await gateway.post('/chat', ask, bearer('')), REQUIRED);
  });
});

describe.each(['/models', '/v1/models'])('GET %s', (target) => {
  const get = (at: Gateway, headers: Record<string, string>, body?: string) =>
    sendRaw(at.url, { method: 'GET', target, headers, ...(body === undefined ? {} : { body }) });
  const json = { 'Content-Type': 'application/json' };

  it('needs no key', async () => {
    const response = await get(gateway, {});
    expect(response.status).toBe(200);
    expect(await readJson(response)).toHaveProperty('models_list');
  });

  it.each([
    ['in the header', { Authorization: 'Bearer sk-header' }, undefined],
    ['in a JSON body', json, '{"api_key":"sk-body"}'],
  ])('takes a key %s', async (_place, headers, body) => {
    expect((await get(gateway, headers, body)).status).toBe(200);
    expect((await get(strict, headers, body)).status).toBe(200);
  });

  it.each([
    ['no key', {}, undefined],
    ['null', json, '{"api_key":null}'],
    ['an empty body', json, '{}'],
    ['another scheme', { Authorization: 'Basic c2s6' }, undefined],
  ])('is 401 for %s where config requires a key', async (_what, headers, body) => {
    expect((await get(gateway, headers, body)).status).toBe(200);
    await expectError(await get(strict, headers, body), REQUIRED);
  });

  it('is 401 for a blank key', async () => {
    await expectError(await get(gateway, { Authorization: 'Bearer ' }), REQUIRED);
    await expectError(await get(gateway, { Authorization: 'Bearer' }), REQUIRED);
    await expectError(await get(gateway, json, '{"api_key":""}'), REQUIRED);
  });

  it('prefers the header', async () => {
    await expectError(
      await get(gateway, { ...json, Authorization: 'Bearer ' }, '{"api_key":"sk"}'),
      REQUIRED,
    );
  });

  it('says what is wrong with the body', async () => {
    expect(await faultsOf(await get(gateway, json, '{"api_key":5}'))).toEqual(['body.api_key string_type']);
    expect(await faultsOf(await get(gateway, json, '["sk"]'))).toEqual(['body model_attributes_type']);
    expect(await faultsOf(await get(gateway, json, '{"api_key"'))).toEqual(['body.10 json_invalid']);
  });
});

it.each(['/health', '/ready', '/metrics', '/openapi.json'])(
  'GET %s needs no key, and minds none',
  async (path) => {
    expect((await fetch(gateway.url + path)).status).toBe(200);
    expect((await fetch(gateway.url + path, { headers: { authorization: 'Bearer ' } })).status).toBe(200);
  },
);

it('GET /v1/limits requires a key', async () => {
  await expectError(await fetch(`${gateway.url}/v1/limits`), REQUIRED);
  await expectError(await fetch(`${gateway.url}/v1/limits`, { headers: bearer('') }), REQUIRED);
});

describe('the form of a key', () => {
  it.each(['bearer', 'BEARER', 'BeArEr'])('the scheme may be written %s', async (scheme) => {
    expect((await gateway.chat({}, { authorization: `${scheme} sk-header` })).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-header');
  });

  it('blanks around it count for nothing', async () => {
    expect((await gateway.chat({}, { authorization: 'Bearer    sk-header  ' })).status).toBe(200);
    expect(sentKey()).toBe('Bearer sk-header');
  });

  it('may have 512 characters', async () => {
    expect((await gateway.chat({ api_key: 'k'.repeat(512) })).status).toBe(200);
    expect(sentKey()).toBe(`Bearer ${'k'.repeat(512)}`);
  });

  it.each([
    ['control characters', 'sk-a\u0001b'],
    ['a line break', 'sk-a\r\nX-Injected: 1'],
    ['a trailing line break', 'sk-a\n'],
    ['a NUL', 'sk-a\u0000'],
    ['a DEL', 'sk-a\u007f'],
    ['a tab within', 'sk-a\tb'],
    ['a blank within', 'sk a'],
    ['non-ASCII characters', 'sk-ä'],
    ['an emoji', 'sk-🔑'],
    ['a lone surrogate', 'sk-\ud800'],
    ['a no-break space', 'sk-\u00a0'],
    ['over 512 characters', 'k'.repeat(513)],
  ])('with %s it is invalid, and never sent', async (_what, key) => {
    await expectError(await gateway.chat({ api_key: key }), INVALID);
    await expectError(await gateway.post('/chat', { ...ask, api_key: key }), INVALID);
    expect(fake.received).toEqual([]);
  });

  it.each([
    ['non-ASCII characters', 'sk-é'],
    ['a tab within', 'sk-a\tb'],
    ['over 512 characters', 'k'.repeat(513)],
  ])('with %s in the header it is invalid too', async (_what, key) => {
    const headers = { Authorization: `Bearer ${key}` };
    await expectError(await sendRaw(gateway.url, { method: 'GET', target: '/v1/models', headers }), INVALID);
    await expectError(await sendRaw(gateway.url, { method: 'GET', target: '/v1/limits', headers }), INVALID);
  });
});

describe('where a key goes', () => {
  it.each(PROVIDERS)(
    "to %s, in its own header and nowhere else, for that provider's model",
    async (provider) => {
      const key = `key-of-${provider}-0123456789`;
      expect((await gateway.chat({ api_key: key, model: WIRES[provider].model })).status).toBe(200);
      expect(fake.received.map(providerOf)).toEqual([provider]);
      const { headers, url, text } = fake.received[0]!;
      const [name, value] = WIRES[provider].keyHeader;
      expect(headers[name]).toBe(value(key));
      const { [name]: _key, ...others } = headers;
      expect(JSON.stringify([others, url, text])).not.toContain(key);
    },
  );

  it('nothing of a caller but what the request needs goes with it', async () => {
    await gateway.chat(
      { api_key: 'sk-body' },
      { cookie: 'a=b', 'x-forwarded-for': '1.2.3.4', 'x-custom': 'c' },
    );
    expect(Object.keys(fake.received[0]!.headers).sort()).toEqual(
      [
        'accept',
        'accept-encoding',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
      ].filter((name) => name in fake.received[0]!.headers),
    );
  });
});

describe("a provider's word on a key", () => {
  const REVOKED = { ...INVALID, detail: 'API key has been revoked or expired' };
  const openaiError = (code: string, message: string) => ({
    error: { message, type: 'invalid_request_error', param: null, code },
  });
  const anthropicError = (type: string, message: string) => ({ type: 'error', error: { type, message } });
  const googleError = (code: number, status: string, message: string, reason?: string) => ({
    error: { code, message, status, details: reason === undefined ? [] : [{ reason }] },
  });

  it.each([
    ['openai', 401, openaiError('invalid_api_key', 'Incorrect API key provided: sk-a***b')],
    ['anthropic', 401, anthropicError('authentication_error', 'invalid x-api-key')],
    [
      'google',
      400,
      googleError(
        400,
        'INVALID_ARGUMENT',
        'API key not valid. Please pass a valid API key.',
        'API_KEY_INVALID',
      ),
    ],
    ['xai', 400, { code: 'invalid-argument', error: 'Incorrect API key provided: xa***bc. ' }],
    ['xai', 401, { code: 'unauthenticated', error: 'Invalid API key' }],
    ['together', 401, openaiError('invalid_api_key', 'Invalid API key provided')],
  ] as const)('%s says %i: invalid', async (provider, status, body) => {
    fake.answer(respond(status, body));
    for (const stream of [false, true]) {
      await expectError(
        await gateway.chat({ api_key: 'sk-x', model: WIRES[provider].model, stream }),
        INVALID,
      );
    }
  });

  it.each([
    ['openai', 401, openaiError('account_deactivated', 'The account has been deactivated')],
    ['anthropic', 400, anthropicError('invalid_request_error', 'This organization has been disabled.')],
    [
      'google',
      400,
      googleError(400, 'INVALID_ARGUMENT', 'API key expired. Please renew it.', 'API_KEY_INVALID'),
    ],
    ['google', 403, googleError(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.')],
    ['google', 403, googleError(403, 'PERMISSION_DENIED', 'Suspended', 'CONSUMER_SUSPENDED')],
    ['xai', 403, { code: 'permission-denied', error: 'The API key was blocked.' }],
  ] as const)('%s says %i: revoked or expired', async (provider, status, body) => {
    fake.answer(respond(status, body));
    for (const stream of [false, true]) {
      await expectError(
        await gateway.chat({ api_key: 'sk-x', model: WIRES[provider].model, stream }),
        REVOKED,
      );
    }
  });
});
