import { describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../../domain/chat.ts';
import type { Turn } from '../to-turns.ts';
import { modelOf } from './adapter-in-tests.ts';
import { JSON_ANSWER } from './json-answer.ts';
import { NAME, offerTools } from './to-tools.ts';

const FORCED = modelOf('claude-sonnet-4-5');
const UNFORCED = modelOf('claude-sonnet-5-5');
const CALLED = [
  { role: 'assistant', content: [{ type: 'tool_call', id: 'c', name: 'old', arguments: '{}' }] },
  { role: 'assistant', content: [{ type: 'tool_call', id: 'd', name: 'old', arguments: '{}' }] },
] as unknown as Turn[];
const TOOLS = [{ name: 'now' }, { name: 'f' }];
const JSON_FORMAT = { responseFormat: { type: 'json_object' } } as const;

function offer(rest: Partial<ChatRequest>, turns: Turn[] = [], model = FORCED) {
  const { fields, forced, adjusted } = offerTools({ messages: [], stream: false, ...rest }, turns, model);
  const names = fields.tools?.map((tool) => (tool as { name: string }).name).join(' ');
  return { names, choice: fields.tool_choice, forced, adjusted, tools: fields.tools };
}

describe('tools on offer', () => {
  it('are none where none were asked for', () => {
    expect(offer({})).toEqual({ names: undefined, choice: undefined, forced: false, adjusted: [] });
    expect(offer({ tools: [], toolChoice: { type: 'none' } }).choice).toBeUndefined();
  });

  it.each<[ChatRequest['toolChoice'], object | undefined, boolean]>([
    [undefined, undefined, false],
    [{ type: 'auto' }, { type: 'auto' }, false],
    [{ type: 'none' }, { type: 'none' }, false],
    [{ type: 'required' }, { type: 'any' }, true],
    [{ type: 'function', name: 'f' }, { type: 'tool', name: 'f' }, true],
    [{ type: 'allowed', mode: 'auto', names: ['f'] }, { type: 'auto' }, false],
    [{ type: 'allowed', mode: 'required', names: ['f'] }, { type: 'any' }, true],
    [{ type: 'other', kind: 'x' }, undefined, false],
  ])('chosen by %j', (toolChoice, choice, forced) => {
    expect(offer({ tools: TOOLS, ...(toolChoice && { toolChoice }) })).toMatchObject({
      forced,
      adjusted: [],
    });
    expect(offer({ tools: TOOLS, ...(toolChoice && { toolChoice }) }).choice).toEqual(choice);
  });

  it.each<[ChatRequest['toolChoice'], string, boolean]>([
    [{ type: 'allowed', mode: 'auto', names: ['f'] }, 'f', false],
    [{ type: 'function', name: 'f' }, 'f', true],
    [{ type: 'required' }, 'now f', true],
    [{ type: 'auto' }, 'now f', false],
  ])('where no call can be forced, by %j', (toolChoice, names, adjusted) => {
    expect(offer({ tools: TOOLS, ...(toolChoice && { toolChoice }) }, [], UNFORCED)).toMatchObject({
      ...{ names, choice: { type: 'auto' }, forced: false },
      adjusted: adjusted ? ['tool_choice=auto'] : [],
    });
  });

  it('are those that the conversation called, each once, to be called no more', () => {
    expect(offer({}, CALLED)).toMatchObject({ names: 'old', choice: { type: 'none' }, forced: false });
    expect(offer({ tools: TOOLS }, CALLED).names).toBe('now f');
  });

  it('are called one at a time where the caller wants that', () => {
    const one = { parallelToolCalls: false };
    expect(offer({ tools: TOOLS, ...one }).choice).toEqual({ type: 'auto', disable_parallel_tool_use: true });
    expect(offer({ tools: TOOLS, ...one, toolChoice: { type: 'required' } }).choice).toEqual({
      ...{ type: 'any', disable_parallel_tool_use: true },
    });
    expect(offer({ tools: TOOLS, ...one, toolChoice: { type: 'none' } }).choice).toEqual({ type: 'none' });
    expect(offer({ tools: TOOLS, parallelToolCalls: true }).choice).toBeUndefined();
  });
});

describe('an answer in JSON', () => {
  it('is a call of its own', () => {
    expect(offer(JSON_FORMAT)).toMatchObject({
      names: JSON_ANSWER,
      choice: { type: 'tool', name: JSON_ANSWER, disable_parallel_tool_use: true },
      forced: true,
    });
  });

  it('stands beside tools, unless one of them must be called', () => {
    expect(offer({ ...JSON_FORMAT, tools: TOOLS })).toMatchObject({
      ...{ names: `now f ${JSON_ANSWER}`, choice: { type: 'any' } },
    });
    expect(offer({ ...JSON_FORMAT, tools: TOOLS, toolChoice: { type: 'required' } }).names).toBe('now f');
    expect(offer({ ...JSON_FORMAT, tools: TOOLS, toolChoice: { type: 'none' } }).choice).toMatchObject({
      ...{ type: 'tool', name: JSON_ANSWER },
    });
  });

  it('that cannot be forced is said to be not', () => {
    expect(offer(JSON_FORMAT, [], UNFORCED)).toMatchObject({
      choice: { type: 'auto' },
      adjusted: ['response_format=not_forced'],
    });
  });
});

describe('a search', () => {
  const search = (webSearchOptions: object, rest: Partial<ChatRequest> = {}) =>
    offer({ webSearchOptions: webSearchOptions as Record<string, unknown>, ...rest });

  it('has what Anthropic takes of it, and says what it does not', () => {
    const { tools, adjusted, choice } = search({
      ...{ search_context_size: 'low', max_uses: 2, allowed_domains: ['a.b'] },
      user_location: { approximate: { city: 'Ulm' } },
    });
    expect(tools).toEqual([
      {
        ...{ type: 'web_search_20250305', name: 'web_search', max_uses: 2, allowed_domains: ['a.b'] },
        user_location: { type: 'approximate', city: 'Ulm' },
      },
    ]);
    expect(adjusted).toEqual(['web_search.search_context_size=ignored']);
    expect(choice).toBeUndefined();
  });

  it('may have no place', () => {
    expect(search({}).tools).toEqual([{ type: 'web_search_20250305', name: 'web_search' }]);
  });

  it('stands behind the tools', () => {
    expect(search({}, { tools: TOOLS }).names).toBe('now f web_search');
  });
});

describe('a tool', () => {
  const written = (tool: object) => offer({ tools: [{ name: 'f', ...tool }] }).tools?.[0];
  it.each([
    [{}, { input_schema: { type: 'object', properties: {} } }],
    [{ parameters: {} }, { input_schema: { type: 'object' } }],
    [{ strict: true }, { input_schema: { type: 'object', additionalProperties: false }, strict: true }],
    [{ strict: false }, { input_schema: { type: 'object', properties: {} } }],
    [{ description: 'd' }, { description: 'd' }],
  ])('%j', (tool, expected) => {
    expect(written(tool)).toMatchObject({ name: 'f', ...expected });
    expect(written(tool)).not.toHaveProperty('cache_control');
  });

  it('may be marked, strict or not', () => {
    const mark = { cache: {} } as object;
    expect(written(mark)).toHaveProperty('cache_control');
    expect(written({ ...mark, strict: true })).toHaveProperty('cache_control');
  });

  it.each([{ type: 'string' }, { oneOf: [] }, { allOf: [] }])('has no schema %j', (parameters) => {
    expect(() => written({ parameters })).toThrow(/tools\.0\.function\.parameters\.\w+ is not supported/);
  });
});

it.each([
  ['a', true],
  ['a-b_C9', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['a b', false],
])('whether a function may be called %s', (name, may) => {
  expect(NAME.test(name)).toBe(may);
});
