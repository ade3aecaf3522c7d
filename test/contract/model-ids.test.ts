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
    ['gpt-4o', 'openai', 'gpt-4o'],
    ['o3-mini', 'openai', 'o3-mini'],
    ['openai/ft:gpt-6-luna:acme::abc123', 'openai', 'ft:gpt-6-luna:acme::abc123'],
    ['claude-haiku-5-5', 'anthropic', 'claude-haiku-5-5'],
    ['anthropic/claude-next', 'anthropic', 'claude-next'],
    ['gemini-3.8-flash', 'google', 'gemini-3.8-flash'],
    ['google/gemini-next', 'google', 'gemini-next'],
    ['xai/grok-next', 'xai', 'grok-next'],
    ['claude-next', 'anthropic', 'claude-next'],
    ['gemini-next', 'google', 'gemini-next'],
    ['grok-next', 'xai', 'grok-next'],
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
    'mistral-9',
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
    expect(body.detail).toMatch(/^Unknown model '.*'\. The nearest listed ids are '/);
    expect(received()).toEqual([]);
  });

  it('an unknown id is named, with the nearest that are listed', async () => {
    const detail =
      /^Unknown model 'gtp-6-luna'\. The nearest listed ids are 'gpt-6-luna', .* as provider\/id, with one of the providers openai, anthropic, google, [a-z, -]+$/;
    const fault = { status: 400, param: 'model' };
    const direct = await expectError(await ask('gtp-6-luna'), fault);
    expect(direct.detail).toMatch(detail);
    const asked = { user_query: 'x', model: 'gtp-6-luna', api_key: 'sk' };
    expect((await expectError(await post('/chat', asked), fault)).detail).toMatch(detail);
    const judge = { fact_check: { mode: 'verify', judge_model: 'gtp-6-luna' } };
    const body = await expectError(await ask('gpt-6-luna', judge), {
      status: 400,
      param: 'fact_check.judge_model',
    });
    expect(body.detail).toMatch(/^Unknown model 'gtp-6-luna' in fact_check\.judge_model\. The nearest/);
  });
});
