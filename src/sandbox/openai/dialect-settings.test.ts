/** What xAI, Together and an operator's own server do differently from OpenAI. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, detectDigits, eventData, jsonOf } from '../callers-in-tests.ts';
import { type Sandbox, startSandbox } from '../server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    token: 'aa',
    detect: detectDigits,
    pace: { firstTokenMs: 0, perTokenMs: 0 },
  });
});
afterAll(() => sandbox.close());

const asking =
  (provider: string) =>
  (more: Record<string, unknown>, key = 'sandbox') =>
    callerOf(provider).ask(sandbox, { key, more });

async function chunksOf(response: Response) {
  const data = eventData(await response.text());
  expect(data.pop()).toBe('[DONE]');
  return data.map((text) => JSON.parse(text));
}

describe('the simulated xAI', () => {
  const ask = asking('xai');

  it('refuses with a code and a text', async () => {
    const response = await ask({ temperature: 3 });
    expect([response.status, await jsonOf(response)]).toEqual([
      400,
      { code: 'Client specified an invalid argument', error: expect.stringContaining("'temperature'") },
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['stop of a reasoning model', { stop: ['x'] }],
    ['penalties of a reasoning model, at 0 too', { presence_penalty: 0 }],
    ['frequency_penalty', { frequency_penalty: 1 }],
    ['an effort it does not have', { reasoning_effort: 'minimal' }],
    ['no reasoning where the model always reasons', { model: 'grok-4.7', reasoning_effort: 'none' }],
  ])('refuses %s', async (_, more) => {
    const response = await ask(more);
    expect(response.status).toBe(400);
    expect(await jsonOf(response)).toEqual({ code: expect.any(String), error: expect.any(String) });
  });

  it.each<[string, Record<string, unknown>]>([
    ['no reasoning of grok-4.3', { reasoning_effort: 'none' }],
    ['sampling', { temperature: 2, top_p: 0.5, seed: 3 }],
    ['both names of the limit', { max_tokens: 5 }],
    ['stop of a model that does not reason', { model: 'grok-4.20-non-reasoning', stop: ['x'] }],
    ['fields it does not know', { foo: 1 }],
    [
      'a developer',
      {
        messages: [
          { role: 'developer', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
        ],
      },
    ],
  ])('takes %s', async (_, more) => {
    const response = await ask(more);
    expect(response.status, await response.text()).toBe(200);
  });

  it('leaves reasoning out of completion_tokens, and counts it in the total', async () => {
    const { usage, choices } = await jsonOf(await ask({}));
    const reasoning = usage.completion_tokens_details.reasoning_tokens;
    expect(reasoning).toBe(64);
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens + reasoning);
    expect(choices[0].message.reasoning_content).toContain('does not reason');
    expect(choices[0].message.content).not.toContain('does not reason');
  });

  it('streams its reasoning before the text, and an empty text at the end', async () => {
    const chunks = await chunksOf(await ask({ stream: true }));
    expect(Object.keys(chunks[0].choices[0].delta)).toEqual(['reasoning_content', 'role']);
    expect(chunks.at(-1).choices[0]).toEqual({
      index: 0,
      delta: { content: '', role: 'assistant' },
      finish_reason: 'stop',
    });
  });
});

describe('the simulated Together', () => {
  const ask = asking('together');

  it.each<[string, Record<string, unknown>, object]>([
    ['a developer', { messages: [{ role: 'developer', content: 'Hi' }] }, { param: 'messages[0].role' }],
    ['a model without a slash', { model: 'gpt-oss-120b' }, { code: 'model_not_available' }],
    ['an effort it does not have', { reasoning_effort: 'minimal' }, { param: 'reasoning_effort' }],
    ['a temperature above 2', { temperature: 2.5 }, { param: 'temperature' }],
  ])('refuses %s, with an id beside the error', async (_, more, error) => {
    const response = await ask(more);
    expect(response.status).toBe(400);
    expect(await jsonOf(response)).toMatchObject({ id: expect.any(String), error });
  });

  it.each<[string, Record<string, unknown>]>([
    ['fields it does not know', { max_completion_tokens: 5 }],
    ['stop, penalties and seed', { stop: ['x'], presence_penalty: 1, frequency_penalty: 1, seed: 1 }],
    ['no reasoning of DeepSeek', { model: 'deepseek-ai/DeepSeek-V4-Pro-0813', reasoning_effort: 'none' }],
  ])('takes %s', async (_, more) => {
    expect((await ask(more)).status).toBe(200);
  });

  it('ends with eos, says its text twice, and has usage in the finish chunk', async () => {
    const chunks = await chunksOf(await ask({ stream: true }));
    expect(chunks[0].choices[0].delta.reasoning).toContain('does not reason');
    expect(chunks[1].choices[0]).toMatchObject({
      text: 'Welcom',
      delta: { role: 'assistant', content: 'Welcom' },
    });
    expect(chunks.at(-1)).toMatchObject({
      choices: [{ delta: { content: '' }, finish_reason: 'eos' }],
      usage: { prompt_tokens: 7 },
    });
    expect(chunks.at(-2).usage).toBeNull();
  });

  it('keeps its reasoning apart from the answer', async () => {
    const { choices } = await jsonOf(await ask({}));
    expect(choices[0]).toMatchObject({ finish_reason: 'eos', message: { reasoning: expect.any(String) } });
    expect(choices[0].message.content).not.toContain('does not reason');
  });
});

describe('an operator’s own simulated server', () => {
  const ask = asking('my-own');

  it('takes any model and both names of the limit, and ignores what it does not know', async () => {
    for (const more of [
      { model: 'llama3:8b' },
      { max_completion_tokens: 5 },
      { foo: 1 },
      { temperature: 1.5 },
    ]) {
      expect((await ask(more)).status).toBe(200);
    }
  });

  it('knows no developer', async () => {
    expect((await ask({ messages: [{ role: 'developer', content: 'Hi' }] })).status).toBe(400);
  });

  it('has usage without details, in a stream only where it was asked for', async () => {
    const { usage } = await jsonOf(await ask({}));
    expect(Object.keys(usage)).toEqual(['prompt_tokens', 'completion_tokens', 'total_tokens']);
    const plain = await chunksOf(await ask({ stream: true, stream_options: undefined }));
    expect(plain.some((chunk) => 'usage' in chunk)).toBe(false);
    expect(plain[0].choices[0].delta).toEqual({ role: 'assistant' });
  });
});
