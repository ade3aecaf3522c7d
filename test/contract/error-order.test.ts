/** Contract, section 6: which error is told where several apply. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, speak } from '../harness/provider-wires.ts';
import { expectError, faultsOf } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider(speak());
  gateway = await startGateway({ env: envFor(fake) });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));
beforeEach(() => {
  fake.received.length = 0;
});

const KEY = { api_key: 'sk-test' };
const chat = (fields: Record<string, unknown>) => gateway.chat({ ...KEY, ...fields });

describe('where several errors apply', () => {
  const big = 'x'.repeat(5 * 1024 * 1024);
  const premium = 'gpt-6.1-sol';

  it('415 comes before 413', async () => {
    const response = await gateway.post('/v1/chat/completions', big, { 'content-type': 'text/plain' });
    await expectError(response, { status: 415 });
  });

  it('413 comes before 422', async () => {
    await expectError(await gateway.post('/v1/chat/completions', `{${big}`), { status: 413 });
  });

  it('422 comes before 401', async () => {
    for (const key of ['', 'sk-ä', 'sandbox-nobody']) {
      expect(await faultsOf(await chat({ api_key: key, temperature: 9 }))).toEqual([
        'body.temperature less_than_equal',
      ]);
      expect(await faultsOf(await gateway.post('/chat', { api_key: key, model: 'x' }))).toEqual([
        'body.user_query missing',
      ]);
    }
    expect(await faultsOf(await gateway.post('/chat', { model: 'x' }))).toEqual(['body.user_query missing']);
    const source = { fact_check: { sources: ['nowhere'] } };
    expect((await chat({ api_key: '', ...source })).status).toBe(422);
    const differing = { max_tokens: 1, max_completion_tokens: 2 };
    expect((await chat({ api_key: '', ...differing })).status).toBe(422);
  });

  it('401 comes before 400', async () => {
    for (const wrong of [
      { model: 'nobody' },
      { tools: [{ type: 'web_search' }] },
      { model: 'claude-haiku-5-5', n: 2 },
      { model: 'claude-haiku-5-5', logit_bias: { 1: 1 } },
    ]) {
      await expectError(await chat({ api_key: '', ...wrong }), { status: 401 });
      await expectError(await chat({ api_key: 'sandbox-nobody', ...wrong }), { status: 401 });
    }
  });

  it('400 comes before 403', async () => {
    const free = { api_key: 'sandbox-free' };
    const ask = (fields: object) => chat({ ...free, model: 'claude-opus-5-5', ...fields });
    const choice = { tools: [{ type: 'web_search' }], tool_choice: { type: 'web_search' } };
    await expectError(await ask(choice), { status: 400, param: 'tool_choice' });
    await expectError(await ask({ n: 2 }), { status: 400, param: 'n' });
    await expectError(await ask({ logit_bias: { 1: 1 } }), { status: 400, param: 'logit_bias' });
    const content = [{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'ogg' } }];
    expect((await ask({ messages: [{ role: 'user', content }] })).status).toBe(422);
  });

  it('403 comes before 429', async () => {
    const limited = await startGateway({ yaml: 'plans: { free: { per_hour: 1 } }' });
    try {
      const send = (model: string) => limited.chat({ api_key: 'sandbox-free', model });
      expect((await send('gpt-6-luna')).status).toBe(200);
      await expectError(await send('gpt-6-luna'), { status: 429 });
      await expectError(await send(premium), { status: 403 });
    } finally {
      await limited.stop();
    }
  });
});
