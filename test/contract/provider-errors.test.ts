/** Contract, section 6: what the errors of each provider become. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, type Handler, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, PROVIDERS, type ProviderKey, respond, speak, WIRES } from '../harness/provider-wires.ts';
import { expectError } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { per_hour: 1000 } }\nlimits: { failed_keys_per_minute: 1000 }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
  fake.answer(speak());
});

const chat = (fields: Record<string, unknown> = {}) => gateway.chat({ api_key: 'sk-test', ...fields });
const ask = (provider: ProviderKey, fields: Record<string, unknown> = {}) =>
  chat({ model: WIRES[provider].model, ...fields });

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

  it.each([200, 201])('%i with a body that cannot be read is a 502', (status) =>
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
