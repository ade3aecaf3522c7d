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
    expect(fitted({ top_k: 1, repetition_penalty: 0.5 })).toMatchObject({ topK: 1, repetitionPenalty: 0.5 });
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

describe('what only the caller’s dialect has', () => {
  const written = (body: JsonObject, fields: object = {}): ChatRequest['written'] => ({
    dialect: 'messages',
    body,
    unread: Object.keys(body),
    sources: new Map(),
    ...fields,
  });
  const adjusted = (body: JsonObject, fields: object = {}, request: Partial<ChatRequest> = {}) =>
    fitRequest(
      asked({ written: written(body, fields)!, ...request }),
      modelWith({}),
      EVERYTHING,
      'chat-completions',
      'Provider',
    ).adjusted;

  it.each<[string, JsonObject, readonly string[]]>([
    ['a field that none has', { container: 'c' }, ['container=ignored']],
    ['one that is null', { container: null }, []],
    ['one that is restated', { top_k: 4 }, []],
    [
      'one that has no form that all of them have',
      { top_k: 0, min_p: 2 },
      ['top_k=ignored', 'min_p=ignored'],
    ],
    ['one whose name cannot be shown', { 'a\n': 1 }, ['another field=ignored']],
  ])('is named where it is left out: %s', (_what, body, expected) => {
    expect(adjusted(body)).toEqual(expected);
  });

  it('is named with its members, headers and tools, each type of tools once', () => {
    const fields = {
      unreadMembers: () => ['metadata.a', 'metadata.b\nc'],
      headers: { 'anthropic-beta': 'x' },
    };
    const tools = ['bash', 'bash', 'b\n'].map((type) => ({ type, place: 'tools' }));
    expect(adjusted({ a: 1 }, fields, { otherTools: tools })).toEqual([
      'a=ignored',
      'metadata.a=ignored',
      'metadata=ignored',
      'anthropic-beta=ignored',
      'tools=bash:ignored',
      'tools=another type:ignored',
    ]);
  });

  it('is named up to thirty-two times', () => {
    const fields = Array.from({ length: 40 }, (_, at) => [`f${at}`, 1]);
    expect(adjusted(Object.fromEntries(fields))).toEqual(
      fields.slice(0, 32).map(([name]) => `${name}=ignored`),
    );
  });

  it('is refused where the answer would be to another question', () => {
    const choice = { toolChoice: { type: 'other', kind: 'mcp', written: {} } as never };
    expect(() => adjusted({}, {}, choice)).toThrow('tool_choice of type');
    expect(() => adjusted({ prompt: { id: 'p' } }, { dialect: 'responses' })).toThrow(
      'prompt is not supported by Provider',
    );
    expect(adjusted({ prompt: null }, { dialect: 'responses' })).toEqual([]);
    expect(adjusted({ prompt: 'p' })).toEqual(['prompt=ignored']);
  });

  it('is restated as an effort where it asks to think', () => {
    const thinking = { type: 'enabled', budget_tokens: 20_000 };
    expect(adjusted({ thinking })).toEqual(['thinking=high']);
    expect(adjusted({ thinking: { type: 'disabled' } })).toEqual(['thinking=none']);
    expect(adjusted({ thinking: { type: 'adaptive' } })).toEqual(['thinking=ignored']);
    expect(adjusted({ thinking }, {}, { reasoningEffort: 'low' })).toEqual(['thinking=ignored']);
  });

  it('goes on as it came to a provider of the dialect', () => {
    const own = written({ top_k: 0, container: 'c' });
    const fitted = fitRequest(asked({ written: own! }), modelWith({}), EVERYTHING, 'messages', 'Provider');
    expect([fitted.written, fitted.adjusted]).toEqual([own, []]);
    expect(fitted.request).not.toHaveProperty('topK');
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
