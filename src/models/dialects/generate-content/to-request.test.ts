/** What Google is sent: the whole body of a request, field by field. */
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../../domain/chat.ts';
import { GOOGLE as PROVIDER } from '../../providers/google.ts';
import { joinPieces } from '../join-pieces-in-tests.ts';
import { COUNTER, toRequest } from './to-request.ts';

const key = ApiKey.parse('AIza-test')!;
const modelOf = (wireId: string, capabilities: Partial<Model['capabilities']> = {}): Model => ({
  ...{ id: wireId, provider: 'google', wireId, name: 'Gemini', description: 'd', tier: 'standard' },
  capabilities: { ...PROVIDER.capabilitiesOf(wireId), ...capabilities },
});
const OLDER = modelOf('gemini-2.5-flash');
const NEWER = modelOf('gemini-3-pro');
const HI = textMessage('user', 'Hi');
const CONTENTS = [{ role: 'user', parts: [{ text: 'Hi' }] }];

function send(fields: Partial<ChatRequest>, model = OLDER) {
  const { request, ...rest } = toRequest({ messages: [HI], stream: false, ...fields }, model, key);
  return { ...rest, ...request, body: JSON.parse(joinPieces(request.body)) };
}
const configOf = (...how: Parameters<typeof send>) => send(...how).body.generationConfig;

it('goes to its path with the key, and holds nothing that was not asked for', () => {
  expect(send({})).toStrictEqual({
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    headers: { 'x-goog-api-key': 'AIza-test' },
    adjusted: [],
    body: { contents: CONTENTS },
  });
  expect(send({ stream: true }).path).toBe('/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse');
});

it('has what the system says apart', () => {
  const messages = [textMessage('system', 'Be brief.'), HI];
  expect(send({ messages }).body).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: CONTENTS,
  });
});

it('has stop sequences up to five, and leaves more to the gateway', () => {
  const five = ['a', 'b', 'c', 'd', 'e'];
  expect(send({ stop: five })).not.toHaveProperty('stop');
  expect(configOf({ stop: five })).toEqual({ stopSequences: five });
  expect(send({ stop: [...five, 'f'] })).toMatchObject({
    stop: [...five, 'f'],
    body: { contents: CONTENTS },
  });
  expect(configOf({ stop: [...five, 'f'] })).toBeUndefined();
});

describe('the form of an answer', () => {
  const json = { responseFormat: { type: 'json_object' } } as const;
  const schema = { type: 'string', maxLength: 5 };
  const form = { responseFormat: { type: 'json_schema', name: 'n', schema } } as Partial<ChatRequest>;
  const tools = [{ name: 'f' }];

  it('is JSON, or JSON of a schema in Google’s terms', () => {
    expect(configOf(json)).toEqual({ responseMimeType: 'application/json' });
    expect(send(form)).toMatchObject({
      adjusted: ['response_format.maxLength=described'],
      body: {
        generationConfig: {
          responseMimeType: 'application/json',
          responseJsonSchema: { type: 'string', description: '{maxLength: 5}' },
        },
      },
    });
  });

  it('goes together with functions where the model takes both, and with a forced call never', () => {
    const message = 'response_format together with tools is not supported by gemini-2.5-flash';
    expect(() => send({ ...json, tools })).toThrow(message);
    expect(configOf({ ...json, tools }, NEWER)).toEqual({ responseMimeType: 'application/json' });
    const forced = send({ ...json, tools, toolChoice: { type: 'required' } });
    expect(forced.adjusted).toEqual(['response_format=ignored']);
    expect(forced.body).not.toHaveProperty('generationConfig');
  });
});

describe('thinking', () => {
  const thinkingOf = (fields: Partial<ChatRequest>, model = OLDER) => configOf(fields, model)?.thinkingConfig;

  it.each<[Partial<ChatRequest>, object | undefined, object | undefined]>([
    [{}, undefined, undefined],
    [{ showThoughts: true }, { includeThoughts: true }, { includeThoughts: true }],
    [{ reasoningEffort: 'low' }, { thinkingBudget: 1_024 }, { thinkingLevel: 'LOW' }],
    [
      { reasoningEffort: 'low', showThoughts: true },
      { thinkingBudget: 1_024, includeThoughts: true },
      { thinkingLevel: 'LOW', includeThoughts: true },
    ],
  ])('with %j is %j of an older model, and %j of a newer one', (fields, older, newer) => {
    expect([thinkingOf(fields), thinkingOf(fields, NEWER)]).toEqual([older, newer]);
  });

  it('that is turned off is not shown', () => {
    expect(thinkingOf({ reasoningEffort: 'none', showThoughts: true })).toEqual({ thinkingBudget: 0 });
  });
});

describe('what a caller wrote in Google’s words', () => {
  const again = (body: object, fields: Partial<ChatRequest> = {}, model = OLDER) => {
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
    const written = { dialect: 'generate-content', body: { contents, ...body }, unread: [] };
    const sources = new Map([[HI, contents[0]]]);
    return send({ written: { ...written, sources } as never, ...fields }, model);
  };

  it('goes on as it came', () => {
    expect(again({})).toMatchObject({ asWritten: true, adjusted: [], body: { contents: CONTENTS } });
    expect(again({}).body).not.toHaveProperty('generationConfig');
    expect(again({ generationConfig: {} }).body.generationConfig).toEqual({});
    const config = { of_tomorrow: 1, mediaResolution: 'LOW' };
    expect(again({ generationConfig: config }).body.generationConfig).toEqual(config);
    expect(again({ generationConfig: 'x' }).body.generationConfig).toEqual({});
  });

  it('has what the gateway has a say in', () => {
    const fields = { temperature: 0.5, maxTokens: 7, stop: ['X'] };
    expect(again({ generationConfig: { temperature: 1, x: 1 } }, fields).body.generationConfig).toEqual({
      ...{ x: 1, temperature: 0.5, maxOutputTokens: 7, stopSequences: ['X'] },
    });
    const stop = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(again({}, { stop }).stop).toEqual(stop);
    expect(again({}, { stop: ['a'] })).not.toHaveProperty('stop');
  });

  it.each<[string, object | undefined, ChatRequest['reasoningEffort'], Model, object | undefined]>([
    [
      'a level that the model has',
      { thinkingLevel: 'LOW', x: 1 },
      'low',
      NEWER,
      { thinkingLevel: 'LOW', x: 1 },
    ],
    [
      'a level, of a model with budgets',
      { thinkingLevel: 'LOW', x: 1 },
      'low',
      OLDER,
      { thinkingBudget: 1_024, x: 1 },
    ],
    [
      'a level that the model has not',
      { thinkingLevel: 'LOW' },
      'low',
      modelOf('gemini-3-pro', { efforts: { high: 'HIGH' } }),
      { thinkingLevel: 'HIGH' },
    ],
    ['a budget, which is Google’s own', { thinkingBudget: 5 }, 'low', OLDER, { thinkingBudget: 5 }],
    [
      'a level of which nothing is read',
      { thinkingLevel: 'NEW' },
      undefined,
      NEWER,
      { thinkingLevel: 'NEW' },
    ],
    ['none', undefined, undefined, NEWER, undefined],
  ])('keeps its thinking: %s', (_what, thinkingConfig, reasoningEffort, model, expected) => {
    const { body } = again(
      { generationConfig: { thinkingConfig } },
      reasoningEffort === undefined ? {} : { reasoningEffort },
      model,
    );
    expect(body.generationConfig.thinkingConfig).toEqual(expected);
  });

  it('is refused where the model would have to go on with its own words', () => {
    const messages = [HI, textMessage('assistant', 'Well,')];
    expect(() => again({}, { messages }, modelOf('gemini-3.5-pro'))).toThrow('ends with the assistant');
    expect(() => again({}, { messages })).not.toThrow();
  });
});

it('tokens are counted by the same body, with the model’s name', () => {
  const { path, body } = COUNTER.toRequest({ messages: [HI], stream: true }, OLDER, key);
  expect(path).toBe('/v1beta/models/gemini-2.5-flash:countTokens');
  expect(JSON.parse(joinPieces(body))).toEqual({
    generateContentRequest: { model: 'models/gemini-2.5-flash', contents: CONTENTS },
  });
  expect(COUNTER.read({ totalTokens: 7 })).toBe(7);
  for (const answer of [null, {}, { totalTokens: 'x' }]) expect(() => COUNTER.read(answer)).toThrow();
});
