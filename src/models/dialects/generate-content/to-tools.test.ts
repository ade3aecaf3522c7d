import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../../domain/chat.ts';
import { isFunctionName, mustCall, toTools } from './to-tools.ts';

const TOOLS = [{ name: 'now' }, { name: 'f' }];
const STRICT = [{ name: 'now' }, { name: 'f', strict: true }];
const sent = (rest: Partial<ChatRequest>) => toTools({ messages: [], stream: false, ...rest });

it.each<[ChatRequest['toolChoice'], object | undefined, boolean]>([
  [undefined, undefined, false],
  [{ type: 'none' }, { mode: 'NONE' }, false],
  [{ type: 'auto' }, { mode: 'AUTO' }, false],
  [{ type: 'required' }, { mode: 'ANY' }, true],
  [{ type: 'function', name: 'f' }, { mode: 'ANY', allowedFunctionNames: ['f'] }, true],
  [{ type: 'allowed', mode: 'required', names: ['f'] }, { mode: 'ANY', allowedFunctionNames: ['f'] }, true],
  [
    { type: 'allowed', mode: 'auto', names: ['f'] },
    { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
    false,
  ],
])('calls chosen by %j are sent as %j', (toolChoice, config, must) => {
  const { fields } = sent({ tools: TOOLS, ...(toolChoice && { toolChoice }) });
  expect(fields.toolConfig).toEqual(config && { functionCallingConfig: config });
  expect(mustCall(toolChoice)).toBe(must);
});

it('calls of which one must hold to its schema are validated', () => {
  expect(sent({ tools: STRICT }).fields.toolConfig).toEqual({ functionCallingConfig: { mode: 'VALIDATED' } });
  expect(sent({ tools: STRICT, toolChoice: { type: 'auto' } }).fields.toolConfig).toEqual({
    functionCallingConfig: { mode: 'VALIDATED' },
  });
  expect(sent({ tools: STRICT, toolChoice: { type: 'none' } }).fields.toolConfig).toEqual({
    functionCallingConfig: { mode: 'NONE' },
  });
});

describe('a search', () => {
  const search = { webSearchOptions: { search_context_size: 'low' } } as Partial<ChatRequest>;
  it('stands alone, without options', () => {
    expect(sent(search)).toEqual({
      fields: { tools: [{ googleSearch: {} }] },
      adjusted: ['web_search.search_context_size=ignored'],
    });
    expect(sent({})).toEqual({ fields: {}, adjusted: [] });
  });

  it('is left out beside functions', () => {
    const { fields, adjusted } = sent({ ...search, tools: TOOLS });
    expect(fields.tools).toHaveLength(1);
    expect(adjusted).toEqual(['tools=web_search:ignored']);
    expect(sent({ tools: TOOLS }).adjusted).toEqual([]);
  });
});

describe('a function', () => {
  const declared = (tool: object) => {
    const [offered] = sent({ tools: [{ name: 'f', ...tool }] }).fields.tools as {
      functionDeclarations: Record<string, unknown>[];
    }[];
    return offered!.functionDeclarations[0]!;
  };

  it.each<[object | undefined, object | undefined]>([
    [undefined, undefined],
    [{ properties: {} }, { type: 'object', properties: {} }],
    [{ type: 'object' }, { type: 'object' }],
  ])('with the parameters %j', (parameters, schema) => {
    expect(declared(parameters === undefined ? {} : { parameters }).parametersJsonSchema).toEqual(schema);
  });

  it('whose schema is a reference has nothing beside it', () => {
    const parameters = { $ref: '#/$defs/A', $defs: { A: { type: 'object' } } };
    expect(declared({ parameters }).parametersJsonSchema).not.toHaveProperty('type');
  });

  it('takes an object', () => {
    expect(() => declared({ parameters: { type: 'string' } })).toThrow('tools.0.function.parameters.type');
    expect(() => sent({ tools: [{ name: '7 up' }] })).toThrow("tools.0.function.name '7 up'");
  });

  it.each([
    ['f', true],
    ['_a.b:c-1', true],
    ['x'.repeat(64), true],
    ['x'.repeat(65), false],
    ['1f', false],
    ['', false],
  ])('may be called %s: %s', (name, may) => {
    expect(isFunctionName(name)).toBe(may);
  });
});
