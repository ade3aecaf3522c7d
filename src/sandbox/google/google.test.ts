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

const ask = (body: Record<string, unknown>, model = 'gemini-3.8-flash', method = 'generateContent') =>
  fetch(`${sandbox.baseUrl('google')}/v1beta/models/${model}:${method}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'sandbox', 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [user], ...body }),
  });

const user = { role: 'user', parts: [{ text: 'Hi' }] };
const model = { role: 'model', parts: [{ text: 'Hello' }] };
const config = (generationConfig: Record<string, unknown>) => ({ generationConfig });
const json = { responseMimeType: 'application/json' };

describe('the simulated Google refuses', () => {
  it.each<[string, Record<string, unknown>, string | RegExp, string?]>([
    ['an unknown name', { foo: 1 }, 'Invalid JSON payload received. Unknown name "foo": Cannot find field.'],
    [
      'an unknown name further in',
      config({ max_tokens: 1 }),
      `Unknown name "max_tokens" at 'generation_config': Cannot find field.`,
    ],
    ['OpenAI’s messages', { messages: [] }, 'Unknown name "messages"'],
    ['no contents', { contents: undefined }, 'contents is not specified'],
    ['empty contents', { contents: [] }, 'contents is not specified'],
    [
      'an unknown role',
      { contents: [{ role: 'assistant', parts: [{ text: 'x' }] }] },
      'Please use a valid role: user, model.',
    ],
    ['no parts', { contents: [{ role: 'user', parts: [] }] }, 'contents.parts must not be empty'],
    ['an empty part', { contents: [{ role: 'user', parts: [{ text: '' }] }] }, "required oneof field 'data'"],
    [
      'an empty system instruction',
      { systemInstruction: { parts: [{ text: '' }] } },
      "required oneof field 'data'",
    ],
    [
      'a system instruction in words',
      { systemInstruction: 'Be kind.' },
      "Invalid value at 'system_instruction'",
    ],
    ['the model’s words at the end, of newer models', { contents: [user, model] }, 'last turn'],
    ['a temperature above 2', config({ temperature: 2.5 }), 'temperature must be in the range [0, 2]'],
    [
      'a temperature in words',
      config({ temperature: 'hot' }),
      "Invalid value at 'generation_config.temperature'",
    ],
    ['no tokens at all', config({ maxOutputTokens: 0 }), 'max_output_tokens must be in the range'],
    [
      'six stop sequences',
      config({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }),
      'at most 5 stop sequences',
    ],
    ['an empty stop sequence', config({ stopSequences: [''] }), 'must not be empty'],
    [
      'penalties of newer models',
      config({ presencePenalty: 1 }),
      'Penalty is not enabled for models/gemini-3.8-flash',
    ],
    [
      'a schema without its MIME type',
      config({ responseJsonSchema: { type: 'string' } }),
      'only allowed when response_mime_type',
    ],
    ['an unknown MIME type', config({ responseMimeType: 'text/html' }), 'allowed mimetypes'],
    [
      'a level and a budget of thinking',
      config({ thinkingConfig: { thinkingLevel: 'LOW', thinkingBudget: 0 } }),
      'only one of thinking budget and thinking level',
    ],
    [
      'a level the model does not have',
      config({ thinkingConfig: { thinkingLevel: 'MINIMAL' } }),
      'Thinking level MINIMAL is not supported',
    ],
    ['a level that is none', config({ thinkingConfig: { thinkingLevel: 'DEEP' } }), 'thinking_level'],
    [
      'tools, which the sandbox does not simulate',
      { tools: [{ googleSearch: {} }] },
      'does not simulate tools',
    ],
  ])('%s', async (_, body, message) => {
    const response = await ask(body);
    const refused = await jsonOf(response);
    expect(response.status).toBe(400);
    expect(refused.error).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: expect.stringContaining(String(message)),
    });
  });

  it('unknown names with the place they stand at', async () => {
    const { error } = await jsonOf(await ask(config({ foo: 1 })));
    expect(error.details).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'generation_config', description: expect.stringContaining('"foo"') }],
      },
    ]);
  });

  it('to stream anything but events', async () => {
    expect((await ask({}, 'gemini-3.8-flash', 'streamGenerateContent')).status).toBe(400);
  });
});

describe('the simulated Google takes', () => {
  it.each<[string, Record<string, unknown>, string?]>([
    ['a system instruction', { systemInstruction: { parts: [{ text: 'Be kind.' }, { text: 'Be brief.' }] } }],
    ['turns without a role', { contents: [{ parts: [{ text: 'Hi' }] }] }],
    ['neighbours of one role, and the model first', { contents: [model, user, user] }],
    ['sampling, which newer models ignore', config({ temperature: 2, topP: 0.5, topK: 3, seed: 1 })],
    ['levels of thinking in any case', config({ thinkingConfig: { thinkingLevel: 'low' } })],
    [
      'the least thinking of Flash-Lite',
      config({ thinkingConfig: { thinkingLevel: 'MINIMAL' } }),
      'gemini-3.5-flash-lite',
    ],
    ['penalties of old models', config({ presencePenalty: 1, frequencyPenalty: 1 }), 'gemini-2.0-flash'],
    ['the model’s words at the end, of old models', { contents: [user, model] }, 'gemini-2.5-pro'],
    ['JSON without a schema', config(json)],
    [
      'JSON Schema in its own field',
      config({ ...json, responseJsonSchema: { type: 'object', additionalProperties: false } }),
    ],
    ['safety settings and labels', { safetySettings: [], labels: {} }],
  ])('%s', async (_, body, name) => {
    const response = await ask(body, name);
    expect(response.status, await response.text()).toBe(200);
  });
});

describe('an answer of the simulated Google', () => {
  it('streams frames that end in CRLF, without a mark but the finish reason', async () => {
    const response = await ask({}, 'gemini-3.8-flash', 'streamGenerateContent?alt=sse');
    const body = await response.text();
    expect(body).not.toMatch(/[^\r]\n/);
    expect(body.endsWith('\r\n\r\n')).toBe(true);
    expect(body).not.toContain('[DONE]');
    const frames = eventData(body).map((text) => JSON.parse(text));
    expect(frames.filter((frame) => frame.candidates[0].finishReason)).toEqual([frames.at(-1)]);
    expect(frames.at(-1).candidates[0].content.parts[0]).toEqual({
      text: '',
      thoughtSignature: expect.any(String),
    });
  });

  it('shows its thoughts, marked as such, where they were asked for', async () => {
    const { candidates } = await jsonOf(await ask(config({ thinkingConfig: { includeThoughts: true } })));
    expect(candidates[0].content.parts[0]).toMatchObject({ thought: true });
    expect(candidates[0].content.parts[1].text).toContain('Claimgate sandbox');
    const stream = await ask(
      config({ thinkingConfig: { includeThoughts: true } }),
      'gemini-4-argon',
      'streamGenerateContent?alt=sse',
    );
    const [first] = eventData(await stream.text());
    expect(JSON.parse(first ?? '').candidates[0].content.parts[0]).toMatchObject({ thought: true });
  });

  it('counts thoughts beside the answer’s tokens', async () => {
    const { usageMetadata } = await jsonOf(await ask({}));
    expect(usageMetadata.thoughtsTokenCount).toBe(64);
    expect(usageMetadata.totalTokenCount).toBe(
      usageMetadata.promptTokenCount + usageMetadata.candidatesTokenCount + usageMetadata.thoughtsTokenCount,
    );
  });

  it('has no candidate where the prompt was blocked, and no content where a stream was', async () => {
    const whole = await callerOf('google').ask(sandbox, { key: 'sandbox-filtered' });
    const body = await jsonOf(whole);
    expect(body.candidates).toBeUndefined();
    expect(body.promptFeedback).toEqual({ blockReason: 'PROHIBITED_CONTENT' });
    const stream = await callerOf('google').ask(sandbox, { key: 'sandbox-filtered', stream: true });
    const last = JSON.parse(eventData(await stream.text()).at(-1) ?? '');
    expect(last.candidates[0]).toMatchObject({ finishReason: 'SAFETY' });
    expect(last.candidates[0].content).toBeUndefined();
  });
});
