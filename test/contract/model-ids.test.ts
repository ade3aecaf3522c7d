/** Contract, section 2: which model an id means, where it is asked, and what is unknown. */
import { describe, expect, it } from 'vitest';
import { type CompletionBody, expectError, readJson, readStream } from '../harness/read-answer.ts';
import { openRecordingGateway } from '../harness/recording-gateway.ts';

const { post, ask, send, last, received } = openRecordingGateway();

describe('models', () => {
  const sentModel = (): string => {
    const { body, url } = last();
    return typeof body.model === 'string'
      ? body.model
      : (decodeURIComponent(url.split('/models/')[1] ?? '').split(':')[0] ?? '');
  };

  it.each([
    ['gpt-6-luna', 'openai', 'gpt-6-luna'],
    ['openai/gpt-6-luna', 'openai', 'gpt-6-luna'],
    ['openai/gpt-7-preview', 'openai', 'gpt-7-preview'],
    ['openai/ft:gpt-6-luna:acme::abc123', 'openai', 'ft:gpt-6-luna:acme::abc123'],
    ['claude-haiku-5-5', 'anthropic', 'claude-haiku-5-5'],
    ['anthropic/claude-next', 'anthropic', 'claude-next'],
    ['gemini-3.8-flash', 'google', 'gemini-3.8-flash'],
    ['google/gemini-next', 'google', 'gemini-next'],
    ['xai/grok-next', 'xai', 'grok-next'],
    ['zai-org/GLM-5.3-Flash', 'together', 'zai-org/GLM-5.3-Flash'],
    // Listed with its slash at Together: looked up whole first.
    ['openai/gpt-oss-120b', 'together', 'openai/gpt-oss-120b'],
    ['together/openai/gpt-oss-120b', 'together', 'openai/gpt-oss-120b'],
    ['together/meta-llama/Some-New-Model', 'together', 'meta-llama/Some-New-Model'],
  ])('%s is asked at %s as %s, and the answer names what was asked for', async (id, provider, wireId) => {
    const response = await ask(id);
    expect(response.status).toBe(200);
    expect((await readJson<CompletionBody>(response)).model).toBe(id);
    expect(last().url.split('/')[1]).toBe(provider);
    expect(sentModel()).toBe(wireId);
    const stream = await readStream(await ask(id, { stream: true }));
    expect(new Set(stream.chunks.map((chunk) => chunk.model))).toEqual(new Set([id]));
  });

  it('an id cannot leave its place in the path', async () => {
    await send('google/gemini@1:x', {});
    expect(last().url).toMatch(/^\/google\/v1beta\/models\/gemini%401%3Ax:generateContent$/);
  });

  it.each([
    'gpt-9',
    'nobody/gpt-6-luna',
    'GPT-6-LUNA',
    'openai/',
    '/gpt-6-luna',
    'openai',
    'openai//x',
    'openai/../x',
    'google/..%2fx',
    'google/a..b',
    'google/x?key=1',
    'google/x#y',
    'gpt 6',
    '',
    ' gpt-6-luna',
    'x'.repeat(129),
    `openai/${'x'.repeat(122)}`,
    'constructor',
    '__proto__',
    'openai/gpt\u0000',
    'openai/gpt\r\nX: y',
    'openai/模型',
  ])('%j is unknown', async (model) => {
    const body = await expectError(await ask(model), {
      status: 400,
      type: 'invalid_request_error',
      code: 'model_not_found',
      param: 'model',
    });
    expect(body.detail).toMatch(/^Unknown model '.*'$/);
    expect(received()).toEqual([]);
  });

  it('an unknown id is named', async () => {
    await expectError(await ask('gpt-9'), { status: 400, detail: "Unknown model 'gpt-9'" });
    await expectError(await post('/chat', { user_query: 'x', model: 'gpt-9', api_key: 'sk' }), {
      status: 400,
      detail: "Unknown model 'gpt-9'",
    });
  });
});
