/** A question whose answer is JSON: the form it is asked in, who is asked next, and what is read of the answer. */
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import type { Capabilities, Model } from '../../domain/catalogue.ts';
import { type ChatRequest, textMessage, type Usage } from '../../domain/chat.ts';
import { type ErrorCode, GatewayError } from '../../domain/errors.ts';
import { TAKES_ALL } from '../dialects/dialect.ts';
import { addUsage, askJson, type JsonTarget, jsonRequest, parseAnswer } from './ask-json.ts';
import type { Upstream } from './call-provider.ts';

const QUESTION = {
  request: {
    messages: [textMessage('user', 'Which?')],
    stream: true,
    temperature: 0,
    stop: ['x'],
  } as ChatRequest,
  name: 'which',
  schema: { type: 'object' },
};
const formOf = (responseFormat: Capabilities['responseFormat']) =>
  jsonRequest(QUESTION, { ...TAKES_ALL, responseFormat });

describe('the request', () => {
  it('has the schema where the model takes one, else JSON, else neither', () => {
    const schema = { type: 'json_schema', name: 'which', schema: { type: 'object' }, strict: true };
    expect(formOf('json_schema').responseFormat).toEqual(schema);
    expect(formOf('json_object').responseFormat).toEqual({ type: 'json_object' });
    expect(formOf('none')).not.toHaveProperty('responseFormat');
  });

  it('has what was asked for of the sampling, and nothing else', () => {
    expect(formOf('none')).toEqual({ messages: QUESTION.request.messages, temperature: 0, stream: false });
  });
});

/** Asks a model that fails with these errors, one after the other, and answers then. */
async function ask(failures: readonly unknown[], others: readonly string[] = []) {
  const asked: string[] = [];
  const left = [...failures];
  const next = [...others];
  const modelOf = (id: string) => ({ id, capabilities: TAKES_ALL }) as Model;
  const upstream = {
    prepare: (_endpoint: unknown, model: Model, request: ChatRequest) => {
      asked.push(`${model.id} ${request.responseFormat?.type ?? 'text'}`);
      return {};
    },
    complete: async (call: { readonly purpose: string }) => {
      asked.push(call.purpose);
      if (left.length > 0) throw left.shift();
      return { content: '{"a":1}', finishReason: 'stop', usage: { promptTokens: 1, completionTokens: 2 } };
    },
  } as unknown as Upstream;
  const target = {
    endpoint: {},
    model: modelOf('one'),
    key: ApiKey.parse('sk-ask-json-0001')!,
    goOn(this: { model: Model }) {
      const id = next.shift();
      if (id !== undefined) this.model = modelOf(id);
      return id !== undefined;
    },
  } as unknown as JsonTarget;
  const answer = await askJson(upstream, target, QUESTION, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  return { answer, asked: asked.filter((one) => one !== 'which'), purposes: asked.length / 2 };
}
const failed = (code: ErrorCode, message?: string, param?: string) =>
  new GatewayError(code, message, param === undefined ? {} : { param });

describe('asking', () => {
  it('gives the parsed answer, its text and its usage', async () => {
    const { answer, asked, purposes } = await ask([]);
    const usage = { promptTokens: 1, completionTokens: 2 };
    expect(answer).toEqual({ value: { a: 1 }, text: '{"a":1}', usage });
    expect(asked).toEqual(['one json_schema']);
    expect(purposes).toBe(1);
  });

  it.each([
    ['its message', failed('provider_rejected', 'json_schema is not known')],
    ['its field', failed('provider_rejected', 'Bad request', 'response_format')],
  ])('asks for text where the server refuses the form by %s, and only once', async (_by, refused) => {
    expect((await ask([refused])).asked).toEqual(['one json_schema', 'one text']);
    expect((await ask([refused, refused])).answer).toBe(refused);
  });

  it.each([
    failed('provider_rejected', 'The prompt is too rude'),
    failed('api_key_invalid', 'response_format'),
    new Error('response_format'),
  ])('does not where it refuses something else: %s', async (error) => {
    expect(await ask([error], ['two'])).toMatchObject({ answer: error, asked: ['one json_schema'] });
  });

  it('goes on to the next model where that may help, in the form of its own', async () => {
    const { asked } = await ask(
      [failed('provider_rejected', 'grammar'), failed('provider_overloaded')],
      ['two'],
    );
    expect(asked).toEqual(['one json_schema', 'one text', 'two json_schema']);
  });

  it('fails where no model is left', async () => {
    const last = failed('provider_timeout');
    const { answer, asked } = await ask([failed('provider_overloaded'), last], ['two']);
    expect(answer).toBe(last);
    expect(asked).toHaveLength(2);
  });
});

describe('the answer', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    ['```json\n{"a":{"b":2}}\n```', { a: { b: 2 } }],
    ['It is {"a":1}, I think.', { a: 1 }],
    ['none', undefined],
    ['} {', undefined],
    ['{', undefined],
    ['}', undefined],
    ['{a}', undefined],
  ])('%j', (text, value) => {
    expect(parseAnswer(text)).toEqual(value);
  });

  it('adds what several questions used', () => {
    const one = { promptTokens: 1, completionTokens: 2 } as Usage;
    const other = { promptTokens: 10, completionTokens: 20, reasoningTokens: 5 } as unknown as Usage;
    expect(addUsage(one, other)).toEqual({ promptTokens: 11, completionTokens: 22, reasoningTokens: 5 });
    expect(addUsage(one, undefined)).toBe(one);
    expect(addUsage(undefined, other)).toBe(other);
    expect(addUsage(undefined, undefined)).toBeUndefined();
  });

  it('adds what they cost, unless the price of one is not known', () => {
    const one: Usage = { promptTokens: 1, completionTokens: 2, nanos: 300 };
    const unpriced: Usage = { promptTokens: 1, completionTokens: 2 };
    expect(addUsage(one, { ...one, nanos: 5 })?.nanos).toBe(305);
    for (const sum of [addUsage(one, unpriced), addUsage(unpriced, one)]) {
      expect(sum).toEqual({ promptTokens: 2, completionTokens: 4 });
    }
  });
});
