/** Contract, section 14: pages of other origins, as far as config lets them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const ORIGIN = 'https://app.example.org';
const EXPOSED =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Claimgate-Action, X-Claimgate-Adjusted, X-Claimgate-Cost, X-Claimgate-Model, X-Claimgate-Scorer, X-Claimgate-Task, Retry-After';
const preflight = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,x-stainless-os',
};

/** The headers of an answer that are about origins. */
async function corsOf(
  gateway: Gateway,
  method: string,
  target: string,
  headers: Record<string, string>,
  body?: object,
) {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await sendRaw(gateway.url, {
    ...{ method, target, headers: { ...type, ...headers } },
    body: body === undefined ? '' : JSON.stringify(body),
  });
  const told = [...answer.headers].filter(([name]) => /^(access-control-.*|vary)$/.test(name));
  return { status: answer.status, headers: Object.fromEntries(told) };
}

const chat = { model: 'gpt-6-luna', api_key: 'sandbox', messages: [{ role: 'user', content: 'Hello' }] };
const allowed = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
});

describe('origins that config names', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGateway({ yaml: `cors: { origins: ["${ORIGIN}", "http://localhost:3000"] }` });
  });
  afterAll(() => gateway.stop());
  const vary = { vary: 'Origin' };

  it('may ask before they send', async () => {
    expect(
      await corsOf(gateway, 'OPTIONS', '/v1/chat/completions', { Origin: ORIGIN, ...preflight }),
    ).toEqual({
      status: 204,
      headers: {
        ...vary,
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
        'access-control-allow-headers': preflight['Access-Control-Request-Headers'],
        'access-control-max-age': '600',
      },
    });
  });

  it.each<[number, string, string, object?]>([
    [200, 'GET', '/models'],
    [200, 'POST', '/v1/chat/completions', chat],
    [200, 'POST', '/v1/chat/completions', { ...chat, stream: true }],
    [422, 'POST', '/v1/chat/completions', { ...chat, temperature: 9 }],
    [401, 'POST', '/v1/chat/completions', { ...chat, api_key: 'sandbox-invalid' }],
    [404, 'GET', '/nowhere'],
    [404, 'GET', '/%zz'],
    [405, 'OPTIONS', '/models'],
  ])('may read a %i of %s %s', async (status, method, target, body) => {
    expect(await corsOf(gateway, method, target, { Origin: 'http://localhost:3000' }, body)).toEqual({
      status,
      headers: { ...vary, ...allowed('http://localhost:3000') },
    });
  });

  it.each(['https://other.example.org', 'http://app.example.org', 'null', `${ORIGIN}.evil.com`])(
    'are no others: %s',
    async (origin) => {
      expect(await corsOf(gateway, 'GET', '/models', { Origin: origin })).toEqual({
        status: 200,
        headers: vary,
      });
      const asked = await corsOf(gateway, 'OPTIONS', '/models', { Origin: origin, ...preflight });
      expect(asked).toEqual({ status: 405, headers: vary });
    },
  );
});

it('every origin may where config says so, and none gets credentials', async () => {
  const gateway = await startGateway({ yaml: 'cors: { origins: "*" }' });
  try {
    expect(await corsOf(gateway, 'GET', '/models', { Origin: ORIGIN })).toEqual({
      status: 200,
      headers: allowed('*'),
    });
  } finally {
    await gateway.stop();
  }
});

it('no origin may as shipped', async () => {
  const gateway = await startGateway();
  try {
    expect(await corsOf(gateway, 'GET', '/models', { Origin: ORIGIN })).toEqual({ status: 200, headers: {} });
    const asked = await corsOf(gateway, 'OPTIONS', '/models', { Origin: ORIGIN, ...preflight });
    expect(asked).toEqual({ status: 405, headers: {} });
  } finally {
    await gateway.stop();
  }
});

it.each(['app.example.org', 'https://app.example.org/', 'ftp://app.example.org', 'null'])(
  '%s is no origin',
  async (origin) => {
    await expect(startGateway({ yaml: `cors: { origins: ["${origin}"] }` })).rejects.toThrow(/cors\.origins/);
  },
);
