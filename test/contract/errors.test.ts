/** Contract, section 6: every status, both forms of the body, the headers, and what a provider's errors become. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, type ProviderKey, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { type ErrorBody, expectError, readJson } from '../harness/read-answer.ts';
import { parseResponse, sendBytes, sendRaw } from '../harness/send-raw.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
let clockFails = false;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: 1000 } }\nlimits: { failed_keys_per_minute: 1000 }',
    app: {
      now: () => {
        if (clockFails) throw new Error('the inside of the gateway, sk-secret-of-the-inside');
        return Date.now();
      },
    },
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const NOT_FOUND = { status: 404, detail: 'Not found', type: 'invalid_request_error', code: 'not_found' };
const chat = (fields: Record<string, unknown> = {}) => gateway.chat({ api_key: 'sk-test', ...fields });
const ask = (provider: ProviderKey, fields: Record<string, unknown> = {}) =>
  chat({ model: WIRES[provider].model, ...fields });

describe('404: no such path', () => {
  it.each([
    ['GET', '/nope'],
    ['POST', '/nope'],
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v2/models'],
    ['GET', '//models'],
    ['GET', '/MODELS'],
    ['GET', '/models/x'],
    ['GET', '/v1%2Fmodels'],
    ['GET', '/%zz'],
    ['GET', '/v1/models/%zz'],
    ['GET', '/%00'],
    ['GET', '/..%2f..%2fetc%2fpasswd'],
    ['GET', '/../../etc/passwd'],
    ['GET', '/models;x=1'],
    ['POST', '/v1/chat'],
    ['POST', '/v1/completions'],
    ['POST', '/v1/embeddings'],
    ['GET', `/${'x'.repeat(5_000)}`],
    ['OPTIONS', '*'],
    ['OPTIONS', '/nope'],
    ['PROPFIND', '/nope'],
  ])('%s %s', async (method, target) => {
    await expectError(await sendRaw(gateway.url, { method, target }), {
      ...NOT_FOUND,
      ...(target.startsWith('/v1/models/') ? { detail: undefined, code: undefined } : {}),
    } as typeof NOT_FOUND);
  });

  it('whatever the body is', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'hello'],
      ['application/json', 'x'.repeat(5 * 1024 * 1024)],
    ]) {
      const headers = { 'content-type': type as string };
      await expectError(
        await fetch(`${gateway.url}/nope`, { method: 'POST', headers, body: body as string }),
        NOT_FOUND,
      );
    }
  });

  it('a trailing slash and a query make no other path', async () => {
    for (const path of [
      '/models/',
      '/v1/models/?x=1',
      '/health/',
      '/ready/',
      '/metrics/',
      '/models?a=b&a=%zz',
    ]) {
      expect((await sendRaw(gateway.url, { method: 'GET', target: path })).status).toBe(200);
    }
    const body = { api_key: 'sk-test', model: 'gpt-6-luna', messages: [{ role: 'user', content: 'Hi' }] };
    expect((await gateway.post('/v1/chat/completions/', body)).status).toBe(200);
    expect((await gateway.post('/v1/chat/completions?stream=true', body)).status).toBe(200);
  });
});

describe('405: wrong method, with Allow', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
  it.each([
    ['/v1/chat/completions', ['POST']],
    ['/chat', ['POST']],
    ['/models', ['GET', 'HEAD']],
    ['/v1/models', ['GET', 'HEAD']],
    ['/v1/models/gpt-6-luna', ['GET', 'HEAD']],
    ['/v1/models/zai-org/GLM-5.3-Flash', ['GET', 'HEAD']],
    ['/v1/limits', ['GET', 'HEAD']],
    ['/health', ['GET', 'HEAD']],
    ['/ready', ['GET', 'HEAD']],
    ['/metrics', ['GET', 'HEAD']],
    ['/openapi.json', ['GET', 'HEAD']],
  ])('%s takes %j', async (target, allowed) => {
    for (const method of METHODS.filter((name) => !allowed.includes(name))) {
      const response = await sendRaw(gateway.url, { method, target });
      expect({ method, status: response.status }).toEqual({ method, status: 405 });
      expect(response.headers.get('allow')?.split(', ')).toEqual(allowed);
      if (method === 'HEAD') continue;
      await expectError(response, {
        status: 405,
        detail: 'Method not allowed',
        type: 'invalid_request_error',
        code: 'method_not_allowed',
      });
    }
  });

  it('whatever the body is', async () => {
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'hello'],
    ]) {
      const response = await sendRaw(gateway.url, {
        method: 'PUT',
        target: '/v1/chat/completions',
        headers: { 'Content-Type': type as string },
        body: body as string,
      });
      await expectError(response, { status: 405 });
    }
  });
});

describe('what is hardly HTTP', () => {
  const json = async (text: string, status: number) => {
    const response = parseResponse(text);
    await expectError(response, { status, type: 'invalid_request_error' });
  };

  it('431: headers over the limit', async () => {
    await json(
      await sendBytes(gateway.url, `GET /models HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`),
      431,
    );
  });

  it('400: no HTTP at all', async () => {
    await json(await sendBytes(gateway.url, 'HELLO\r\n\r\n'), 400);
  });

  it('400: an unknown method', async () => {
    await json(await sendBytes(gateway.url, 'BREW /models HTTP/1.1\r\nHost: x\r\n\r\n'), 400);
  });

  it('400: no Host', async () => {
    await json(await sendBytes(gateway.url, 'GET /models HTTP/1.1\r\nConnection: close\r\n\r\n'), 400);
  });

  it('400: two lengths, which could smuggle a request', async () => {
    const head = 'POST /chat HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    await json(
      await sendBytes(gateway.url, `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      400,
    );
    await json(
      await sendBytes(gateway.url, `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`),
      400,
    );
  });

  it('an expectation that nobody knows is no obstacle', async () => {
    const request = { method: 'GET', target: '/health', headers: { Expect: 'the-unexpected' } };
    const response = await sendRaw(gateway.url, request);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-request-id')).toBeTruthy();
  });
});

it('500: a fault of the gateway says nothing of the inside', async () => {
  clockFails = true;
  try {
    for (const stream of [false, true]) {
      const response = await chat({ stream });
      const text = await response.clone().text();
      await expectError(response, {
        status: 500,
        detail: 'Internal server error',
        type: 'server_error',
        param: null,
        code: 'internal_error',
      });
      expect(text).not.toContain('inside');
    }
  } finally {
    clockFails = false;
  }
  expect(gateway.logLines.join('')).toContain('"failure":"internal"');
  expect(gateway.logLines.join('')).not.toContain('sk-secret-of-the-inside');
  expect((await chat()).status).toBe(200);
});

describe('X-Request-Id', () => {
  const idOf = async (id: string, path = '/health') =>
    (
      await sendRaw(gateway.url, { method: 'GET', target: path, headers: { 'X-Request-Id': id } })
    ).headers.get('x-request-id');

  it.each(['a', 'abc-123_X.y', 'x'.repeat(64)])("is the caller's: %s", async (id) => {
    expect(await idOf(id)).toBe(id);
    expect(await idOf(id, '/nope')).toBe(id);
  });

  it.each(['', ' ', 'a b', 'x'.repeat(65), 'a/b', 'a"b', 'a,b', 'ü', '{jndi:ldap://x}'])(
    'is a new one for %j',
    async (id) => {
      expect(await idOf(id)).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      expect(await idOf(id)).not.toBe(id);
    },
  );

  it('is new each time, on every kind of response', async () => {
    const responses = await Promise.all([
      chat(),
      chat({ stream: true }),
      chat({ api_key: '' }),
      gateway.post('/v1/chat/completions', '{'),
      gateway.post('/v1/chat/completions', '{}', { 'content-type': 'text/plain' }),
      fetch(`${gateway.url}/nope`),
      fetch(`${gateway.url}/models`, { method: 'PUT' }),
      fetch(`${gateway.url}/models`),
      fetch(`${gateway.url}/metrics`),
      fetch(`${gateway.url}/docs/`),
      fetch(`${gateway.url}/openapi.json`),
    ]);
    const ids = responses.map((response) => response.headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    expect(new Set(ids).size).toBe(ids.length);
    await Promise.all(responses.map((response) => response.text()));
  });

  it('is in the log line of the request', async () => {
    await idOf('to-be-found-in-the-log');
    await (await chat({ stream: true })).text();
    const lines = gateway.logLines.map((line) => JSON.parse(line) as { request_id?: string; route?: string });
    expect(lines.find((line) => line.request_id === 'to-be-found-in-the-log')?.route).toBe('/health');
    for (const line of lines.filter(({ route }) => route !== undefined)) {
      expect(line.request_id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    }
  });
});

/** How each provider says that something went wrong. */
const errorOf: Readonly<Record<ProviderKey, (message: string, word?: string) => unknown>> = {
  openai: (message, word = 'x') => ({ error: { message, type: word, param: null, code: word } }),
  anthropic: (message, word = 'api_error') => ({ type: 'error', error: { type: word, message } }),
  google: (message, word = 'UNKNOWN') => ({ error: { code: 0, message, status: word } }),
  xai: (message, word = 'x') => ({ code: word, error: message }),
  together: (message, word = 'x') => ({ error: { message, type: word, param: null, code: word } }),
};

describe.each(PROVIDERS)("a provider's error becomes ours: %s", (provider) => {
  const say =
    (status: number, message: string, word?: string, headers?: Record<string, string>): Handler =>
    (request, response) =>
      respond(status, errorOf[provider](message, word), headers)(request, response);
  const both = async (handler: Handler, check: (response: Response) => Promise<unknown>) => {
    fake.answer(handler);
    for (const stream of [false, true]) await check(await ask(provider, { stream }));
  };

  it.each([400, 413, 422])('%i is a 400 with its message', (status) =>
    both(say(status, 'The value of foo is wrong'), (response) =>
      expectError(response, {
        status: 400,
        detail: 'The value of foo is wrong',
        type: 'invalid_request_error',
      }),
    ),
  );

  it('404 is a 400: the model is not there', () =>
    both(say(404, 'No such model'), (response) =>
      expectError(response, { status: 400, type: 'invalid_request_error', code: 'model_not_found' }),
    ));

  it('a conversation that is too long says so', () =>
    both(
      say(
        400,
        'This model has a maximum context length of 100 tokens, prompt is too long, input token count',
        provider === 'anthropic' ? 'invalid_request_error' : undefined,
      ),
      (response) => expectError(response, { status: 400, code: 'context_length_exceeded' }),
    ));

  it('401 is a 401', () =>
    both(say(401, 'No'), (response) =>
      expectError(response, {
        status: 401,
        detail: 'Invalid API key',
        type: 'authentication_error',
      }),
    ));

  it('402 is a 429: the money is used up', () =>
    both(say(402, 'Pay'), async (response) => {
      expect(response.headers.get('retry-after')).toBe('1');
      await expectError(response, { status: 429, type: 'rate_limit_error', code: 'insufficient_quota' });
    }));

  it.each(['7', '3600', 'Fri, 20 Nov 2099 07:28:00 GMT'])('429 passes Retry-After on exactly: %s', (after) =>
    both(say(429, 'Slow down', undefined, { 'retry-after': after }), async (response) => {
      expect(response.headers.get('retry-after')).toBe(after);
      await expectError(response, {
        status: 429,
        type: 'rate_limit_error',
        code: 'provider_rate_limit_exceeded',
      });
    }),
  );

  it('429 without Retry-After gets one of 1', () =>
    both(say(429, 'Slow down'), async (response) => {
      expect(response.headers.get('retry-after')).toBe('1');
      await expectError(response, { status: 429 });
    }));

  it.each([403, 410])('%i that is no fault of the key is a 502', (status) =>
    both(say(status, 'Your country is not served'), (response) =>
      expectError(response, { status: 502, type: 'server_error' }),
    ),
  );

  it.each([503, 529])('%i is a 503 with Retry-After', (status) =>
    both(say(status, 'Overloaded', undefined, { 'retry-after': '30' }), async (response) => {
      expect(response.headers.get('retry-after')).toBe('30');
      await expectError(response, { status: 503, type: 'server_error', code: 'provider_overloaded' });
    }),
  );

  it.each([500, 502, 520])('%i is a 502', (status) =>
    both(
      say(status, 'Stack trace at db.internal:5432', undefined, { 'retry-after': '30' }),
      async (response) => {
        const text = await response.clone().text();
        await expectError(response, { status: 502, type: 'server_error' });
        expect(text).not.toContain('internal:5432');
      },
    ),
  );

  it.each([200, 201])('%i with nonsense is a 502', (status) =>
    both(
      (_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end('<html>not json</html>');
      },
      (response) => expectError(response, { status: 502, type: 'server_error' }),
    ),
  );

  it('an empty answer is a 502', () =>
    both(respond(200, {}), (response) => expectError(response, { status: 502 })));

  it('a redirect is a 502, and is not followed', () =>
    both(
      (_request, response) => {
        response.writeHead(307, { location: `${fake.url}/elsewhere` });
        response.end();
      },
      async (response) => {
        await expectError(response, { status: 502 });
        expect(fake.received.every(({ url }) => !url.includes('elsewhere'))).toBe(true);
      },
    ));

  it('one whose message is a web page keeps it to itself', () =>
    both(
      (_request, response) => {
        response.writeHead(400, { 'content-type': 'text/html' });
        response.end('<html><h1>Bad Request</h1><p>nginx/1.2.3 at 10.0.0.7</p></html>');
      },
      async (response) => {
        const text = await response.clone().text();
        await expectError(response, { status: 400 });
        expect(text).not.toMatch(/nginx|10\.0\.0\.7|<h1>/);
      },
    ));
});

describe('a provider that cannot be reached', () => {
  it('is a 502', async () => {
    const nobody = await startFakeProvider();
    await nobody.stop();
    const lonely = await startGateway({ env: envFor(nobody) });
    try {
      for (const stream of [false, true]) {
        const response = await lonely.chat({ api_key: 'sk-test', stream });
        const text = await response.clone().text();
        await expectError(response, { status: 502, type: 'server_error', code: 'provider_unreachable' });
        expect(text).not.toMatch(/127\.0\.0\.1|ECONN/);
      }
    } finally {
      await lonely.stop();
    }
  });

  it('or closes without a word, is a 502', async () => {
    fake.answer((_request, response) => void response.destroy());
    await expectError(await chat(), { status: 502, type: 'server_error' });
  });
});

describe('a short trouble of a provider', () => {
  it('is tried again, and the caller sees the answer', async () => {
    let tries = 0;
    fake.answer((request, response) => {
      tries += 1;
      if (tries === 1) respond(503, { error: { message: 'Overloaded' } })(request, response);
      else speak()(request, response);
    });
    expect((await chat()).status).toBe(200);
    expect(tries).toBe(2);
  });

  it('is tried at most twice again', async () => {
    fake.answer(respond(500, { error: { message: 'Oops' } }));
    await expectError(await chat(), { status: 502 });
    expect(fake.received.length).toBeLessThanOrEqual(3);
  });

  it.each([400, 401, 402, 403, 404, 422])('is none where it says %i', async (status) => {
    fake.answer(respond(status, { error: { message: 'No' } }));
    await chat();
    expect(fake.received).toHaveLength(1);
  });
});

describe('both forms', () => {
  it('hold the same words', async () => {
    const responses = await Promise.all([
      chat({ model: 'nobody' }),
      chat({ tools: [{}] }),
      chat({ api_key: '' }),
      chat({ model: 'gpt-6.1-sol' }),
      fetch(`${gateway.url}/nope`),
    ]);
    for (const response of responses) {
      const body = await readJson<ErrorBody>(response);
      expect(body.detail).toBe(body.error.message);
      expect(Object.keys(body).sort()).toEqual(['detail', 'error']);
    }
  });

  it.each([
    [() => chat({ model: 'nobody' }), 400, 'invalid_request_error', 'model_not_found', 'model'],
    [() => chat({ tools: [{}] }), 400, 'invalid_request_error', 'unsupported_parameter', 'tools'],
    [() => chat({ api_key: '' }), 401, 'authentication_error', 'invalid_api_key', null],
    [() => chat({ api_key: 'sandbox-nobody' }), 401, 'authentication_error', 'invalid_api_key', null],
    [() => chat({ model: 'gpt-6.1-sol' }), 403, 'permission_error', 'model_not_in_plan', null],
    [() => fetch(`${gateway.url}/nope`), 404, 'invalid_request_error', 'not_found', null],
    [() => fetch(`${gateway.url}/v1/models/x`), 404, 'invalid_request_error', 'model_not_found', null],
    [() => fetch(`${gateway.url}/chat`), 405, 'invalid_request_error', 'method_not_allowed', null],
    [
      () => gateway.post('/chat', `"${'x'.repeat(5 << 20)}"`),
      413,
      'invalid_request_error',
      'body_too_large',
      null,
    ],
    [
      () => gateway.post('/chat', '', { 'content-type': 'text/plain' }),
      415,
      'invalid_request_error',
      'unsupported_media_type',
      null,
    ],
    [() => chat({ n: 'x' }), 422, 'invalid_request_error', 'invalid_body', 'n'],
  ])('%#: the type, the code and the field', async (make, status, type, code, param) => {
    await expectError(await make(), { status, type, code, param });
  });
});
