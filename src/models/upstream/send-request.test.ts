import { expect, it, vi } from 'vitest';
import type { HttpCall, HttpReply } from '../wire/http-client.ts';
import type { Endpoint } from './endpoint.ts';
import { requireSuccess, sendRequest } from './send-request.ts';

const signal = new AbortController().signal;
const endpointOf = (rest: object = {}) =>
  ({
    ...{ origin: 'https://a.b', pathPrefix: '/v1', firstByteTimeout: 1, idleTimeout: 2 },
    ...rest,
  }) as Endpoint;

/** The call that is made. */
async function sent(request: object, endpoint = endpointOf()): Promise<HttpCall> {
  const call = vi.fn(async (_: HttpCall) => ({}) as HttpReply);
  const http = { call, close: async () => {} };
  const outgoing = { path: '/chat', headers: {}, ...request };
  await sendRequest({ http, userAgent: 'claimgate' }, endpoint, outgoing, 'text/event-stream', signal);
  return call.mock.calls[0]![0];
}

it('a request is posted to its provider, with what it waits for', async () => {
  expect(await sent({ body: '{}', headers: { authorization: 'Bearer k', 'x-other': 'o' } })).toEqual({
    method: 'POST',
    origin: 'https://a.b',
    path: '/v1/chat',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'user-agent': 'claimgate',
      authorization: 'Bearer k',
      'x-other': 'o',
    },
    body: '{}',
    signal,
    firstByteTimeout: 1,
    idleTimeout: 2,
  });
});

it('one without a body has no type of it', async () => {
  const { method, headers, ...rest } = await sent({ method: 'GET' });
  expect(method).toBe('GET');
  expect(headers).not.toHaveProperty('content-type');
  expect(rest).not.toHaveProperty('body');
});

it.each(['authorization', 'x-api-key', 'x-goog-api-key'])(
  'a provider that needs no key is sent none: %s',
  async (name) => {
    const headers = { [name]: 'k', 'x-other': 'o' };
    expect((await sent({ headers })).headers).toHaveProperty(name, 'k');
    const without = (await sent({ headers }, endpointOf({ keyless: true }))).headers;
    expect(without).not.toHaveProperty(name);
    expect(without).toHaveProperty('x-other', 'o');
  },
);

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [404, false],
])('of status %d an answer is a success: %s', async (status, isSuccess) => {
  const reply = {
    status,
    header: () => undefined,
    body: { textUpTo: async () => 'why' },
  } as unknown as HttpReply;
  const readError = (...[status, , body]: unknown[]) => new Error(`${status} ${body}`);
  const required = requireSuccess(reply, endpointOf({ adapter: { readError } }), signal);
  if (isSuccess) await expect(required).resolves.toBe(reply);
  else await expect(required).rejects.toThrow(`${status} why`);
});

it('whoever left meanwhile gets no error of the provider', async () => {
  const reply = {
    status: 500,
    header: () => undefined,
    body: { textUpTo: async () => '' },
  } as unknown as HttpReply;
  const readError = () => new Error('500');
  const left = requireSuccess(reply, endpointOf({ adapter: { readError } }), AbortSignal.abort());
  await expect(left).rejects.toMatchObject({ fault: 'aborted' });
});
