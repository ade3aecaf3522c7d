/** What is left of a request at a model that lacks some of it. */
import { describe, expect, it } from 'vitest';
import type { Capabilities, Model } from '../../domain/catalogue.ts';
import { type ChatRequest, type ReasoningEffort, textMessage } from '../../domain/chat.ts';
import type { JsonObject } from '../../domain/json-object.ts';
import { TAKES_ALL } from './dialect.ts';
import { type FieldSupport, fitRequest, mapEffort, OPTIONAL_FIELDS } from './fields.ts';

const EVERYTHING = Object.fromEntries(
  OPTIONAL_FIELDS.map((field) => [field, [field]]),
) as unknown as FieldSupport;

const modelWith = (capabilities: Partial<Capabilities>): Model => ({
  id: 'm',
  provider: 'p',
  wireId: 'm',
  name: 'M',
  description: 'd',
  tier: 'basic',
  capabilities: { ...TAKES_ALL, ...capabilities },
});
const asked = (fields: Partial<ChatRequest>): ChatRequest => ({
  messages: [textMessage('user', 'Hello')],
  stream: false,
  ...fields,
});
const sent = (fields: Partial<ChatRequest>, capabilities: Partial<Capabilities> = {}, mostStops?: number) =>
  fitRequest(asked(fields), modelWith(capabilities), EVERYTHING, 'chat-completions', 'Provider', mostStops);

describe('an effort that the model lacks', () => {
  const nearest = (effort: ReasoningEffort, ...efforts: ReasoningEffort[]) => {
    const known = Object.fromEntries(efforts.map((one) => [one, one]));
    const { request, adjusted } = sent({ reasoningEffort: effort }, { efforts: known });
    return [request.reasoningEffort, adjusted];
  };

  it.each<[ReasoningEffort, ReasoningEffort[], ReasoningEffort]>([
    ['medium', ['low', 'high'], 'low'],
    ['medium', ['high', 'low'], 'low'],
    ['high', ['low', 'max'], 'low'],
    ['high', ['low', 'xhigh'], 'xhigh'],
    ['minimal', ['none', 'max'], 'max'],
    ['minimal', ['none'], 'none'],
    ['none', ['minimal', 'low'], 'minimal'],
  ])(
    '%s of %j becomes %s: the nearest, of two the lower, and none only where there is nothing else',
    (effort, efforts, expected) => {
      expect(nearest(effort, ...efforts)).toEqual([expected, [`reasoning_effort=${expected}`]]);
    },
  );

  it('is sent as asked where it is known, or nothing is', () => {
    expect(nearest('low', 'low', 'high')).toEqual(['low', []]);
    expect(nearest('xhigh')).toEqual(['xhigh', []]);
    expect(sent({ reasoningEffort: 'xhigh' }, {}).request.reasoningEffort).toBe('xhigh');
  });

  it('is called what the provider calls it', () => {
    const model = modelWith({ efforts: { low: 1_024 } });
    expect(mapEffort(asked({ reasoningEffort: 'low' }), model)).toBe(1_024);
    expect(mapEffort(asked({ reasoningEffort: 'high' }), model)).toBe('high');
    expect(mapEffort(asked({}), model)).toBeUndefined();
  });
});

describe('fields that one provider or another has', () => {
  const fitted = (body: JsonObject) =>
    fitRequest(
      asked({ written: { dialect: 'messages', body, unread: [], sources: new Map() } }),
      modelWith({}),
      EVERYTHING,
      'chat-completions',
      'Provider',
    ).request;

  it('are restated for one of another dialect, where they have the form that all of them have', () => {
    const body = {
      top_k: 4,
      min_p: 1,
      repetition_penalty: 1.5,
      safety_settings: [],
      chat_template_kwargs: {},
    };
    expect(fitted(body)).toMatchObject({
      topK: 4,
      minP: 1,
      repetitionPenalty: 1.5,
      safetySettings: [],
      templateArguments: {},
    });
    expect(fitted({ min_p: 0 })).toMatchObject({ minP: 0 });
    for (const name of ['topK', 'minP', 'repetitionPenalty', 'safetySettings', 'templateArguments']) {
      for (const value of ['4', null, -1, -0.5, undefined]) {
        const wrong = {
          top_k: value,
          min_p: value,
          repetition_penalty: value,
          safety_settings: value,
          chat_template_kwargs: value,
        };
        expect(fitted(wrong as JsonObject)).not.toHaveProperty(name);
      }
    }
    expect(fitted({ top_k: 0 })).not.toHaveProperty('topK');
    expect(fitted({ top_k: 1.5 })).not.toHaveProperty('topK');
    expect(fitted({ min_p: 1.1 })).not.toHaveProperty('minP');
    expect(fitted({ repetition_penalty: 0 })).not.toHaveProperty('repetitionPenalty');
  });
});

describe('stop sequences', () => {
  it.each([
    [2, 2, undefined],
    [2, 1, ['a', 'b']],
  ])('%i of at most %i: the gateway looks for %j', (_count, most, stop) => {
    const fitted = sent({ stop: ['a', 'b'] }, {}, most);
    expect(fitted.stop).toEqual(stop);
    expect(fitted.request.stop).toEqual(stop === undefined ? ['a', 'b'] : undefined);
    expect(fitted.adjusted).toEqual([]);
  });
});

describe('a field that the model lacks', () => {
  it('is left out, and the request of the caller stays as it is', () => {
    const request = asked({ seed: 1, maxTokens: 5 });
    const fitted = fitRequest(
      request,
      modelWith({ seed: false }),
      EVERYTHING,
      'chat-completions',
      'Provider',
    );
    expect(fitted).toEqual({ request: asked({ maxTokens: 5 }), adjusted: ['seed=ignored'] });
    expect(request.seed).toBe(1);
  });

  it('is refused in the name of who lacks it', () => {
    const tools = [{ name: 'f' }] as unknown as NonNullable<ChatRequest['tools']>;
    expect(() => sent({ tools }, { tools: false })).toThrow('tools is not supported by m');
    const nowhere = { ...EVERYTHING, tools: [] };
    expect(() =>
      fitRequest(asked({ tools }), modelWith({}), nowhere, 'chat-completions', 'Provider'),
    ).toThrow('tools is not supported by Provider');
  });

  it('names are ignored where the provider has none', () => {
    const named = asked({ messages: [{ ...textMessage('user', 'Hello'), name: 'ann' }] as never });
    const nameless = { ...EVERYTHING, name: [] };
    expect(fitRequest(named, modelWith({}), nameless, 'chat-completions', 'Provider').adjusted).toEqual([
      'name=ignored',
    ]);
    expect(fitRequest(asked({}), modelWith({}), nameless, 'chat-completions', 'Provider').adjusted).toEqual(
      [],
    );
    expect(fitRequest(named, modelWith({}), EVERYTHING, 'chat-completions', 'Provider').adjusted).toEqual([]);
  });

  it('a schema is refused where only JSON is taken', () => {
    const json = { responseFormat: 'json_object' } as const;
    const schema = { type: 'json_schema', name: 's', schema: {} } as unknown as ChatRequest['responseFormat'];
    expect(() => sent({ responseFormat: schema! }, json)).toThrow("type 'json_schema'");
    expect(sent({ responseFormat: { type: 'json_object' } as never }, json).adjusted).toEqual([]);
    expect(sent({ responseFormat: schema! }).adjusted).toEqual([]);
  });
});
