import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectDigits, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: 'f00d',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

const url = (provider: string) =>
  `${sandbox.baseUrl(provider)}${provider === 'google' ? '/v1beta/openai' : ''}/embeddings`;
const embed = (body: object, key = 'sandbox', provider = 'openai') =>
  fetch(url(provider), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'text-embedding-3-small', ...body }),
  });

describe.each(['openai', 'google', 'together', 'an-own'])('the vectors of %s', (provider) => {
  it('come in the order of the texts, and are counted', async () => {
    const body = await jsonOf(await embed({ input: ['Hello there', 'Bees'] }, 'sandbox', provider));
    expect(body).toMatchObject({ object: 'list', model: 'text-embedding-3-small' });
    expect(body.usage).toEqual({ prompt_tokens: 4, total_tokens: 4 });
    const one = await jsonOf(await embed({ input: 'Bees' }, 'sandbox', provider));
    expect(body.data[1]).toEqual({ object: 'embedding', index: 1, embedding: one.data[0].embedding });
    expect(one.data).toHaveLength(1);
  });

  it('are not for a wrong key', async () => {
    const { status } = await embed({ input: 'x' }, 'sandbox-invalid', provider);
    expect(status).toBe(provider === 'google' ? 400 : 401);
  });
});

it('has vectors of the wanted length and form', async () => {
  const lengthOf = async (body: object) =>
    (await jsonOf(await embed({ input: 'x', ...body }))).data[0].embedding.length;
  expect(await lengthOf({})).toBe(1_536);
  expect(await lengthOf({ model: 'text-embedding-3-large' })).toBe(3_072);
  expect(await lengthOf({ dimensions: 8 })).toBe(8);
  const plain = await jsonOf(await embed({ input: 'Hello', dimensions: 8, encoding_format: 'float' }));
  const packed = await jsonOf(await embed({ input: 'Hello', dimensions: 8, encoding_format: 'base64' }));
  const bytes = Buffer.from(packed.data[0].embedding, 'base64');
  expect(bytes).toHaveLength(32);
  for (const [i, value] of plain.data[0].embedding.entries()) expect(bytes.readFloatLE(4 * i)).toBe(value);
});

it('takes tokens in place of texts', async () => {
  const one = await jsonOf(await embed({ input: [15339, 1917] }));
  const two = await jsonOf(await embed({ input: [[15339, 1917], [1]] }));
  expect([one.data.length, two.data.length]).toEqual([1, 2]);
  expect(two.data[0].embedding).toEqual(one.data[0].embedding);
  expect([one.usage.prompt_tokens, two.usage.prompt_tokens]).toEqual([2, 3]);
  expect((await embed({ input: Array.from({ length: 5_000 }, () => 1) })).status).toBe(200);
});

it.each([
  [{}, 'input'],
  [{ input: '' }, null],
  [{ input: [] }, 'input'],
  [{ input: ['a', ''] }, null],
  [{ input: [1.5] }, null],
  [{ input: Array.from({ length: 2_049 }, () => 'a') }, 'input'],
  [{ input: 'a', dimensions: 0 }, 'dimensions'],
  [{ input: 'a', encoding_format: 'xml' }, 'encoding_format'],
])('refuses %j', async (body, param) => {
  const response = await embed(body);
  expect(response.status).toBe(400);
  expect((await jsonOf(response)).error).toMatchObject({ type: 'invalid_request_error', param });
});

it.each([
  ['sandbox-ratelimited', 429],
  ['sandbox-quota', 429],
  ['sandbox-overloaded', 503],
  ['sandbox-error', 500],
  ['sandbox-revoked', 401],
])('plays %s', async (key, status) => {
  expect((await embed({ input: 'x' }, key)).status).toBe(status);
});

it('breaks off in the middle for sandbox-cut', async () => {
  const response = await embed({ input: 'x' }, 'sandbox-cut');
  await expect(response.text()).rejects.toThrow();
});
