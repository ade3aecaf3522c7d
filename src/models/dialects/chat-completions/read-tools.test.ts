import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../domain/errors.ts';
import { adjustedInOlderWords, inOlderWords, readTools, toolFaults, usesFunctions } from './read-tools.ts';

type Body = Parameters<typeof readTools>[0];
const read = (body: object) => readTools(body as Body);
const tool = (name: unknown, rest: object = {}) => ({ type: 'function', function: { name, ...rest } });
const choose = (name: unknown) => ({ type: 'function', function: { name } });
const UNREAD = { type: 'unread', kind: 'web_search' };

describe('tools', () => {
  it('are functions, and others by their place', () => {
    expect(read({ tools: [UNREAD, tool('f'), UNREAD] })).toEqual({
      tools: [{ name: 'f' }],
      otherTools: [
        { type: 'web_search', place: 'tools.0' },
        { type: 'web_search', place: 'tools.2' },
      ],
    });
    expect(read({ tools: [UNREAD] })).not.toHaveProperty('tools');
  });

  it.each<[object, object]>([
    [
      { description: 'd', parameters: { type: 'object' } },
      { description: 'd', parameters: { type: 'object' } },
    ],
    [{ description: '', parameters: {} }, {}],
    [{ description: null, parameters: null, strict: null }, {}],
    [{ strict: true }, { strict: true }],
    [{ strict: false }, {}],
    [{ description: 'a\ud800' }, { description: 'a\ufffd' }],
  ])('say %j', (rest, expected) => {
    expect(read({ tools: [tool('f', rest)] }).tools).toEqual([{ name: 'f', ...expected }]);
  });

  it.each<[unknown, object | undefined]>([
    [undefined, undefined],
    [null, undefined],
    ['auto', { type: 'auto' }],
    [choose('f'), { type: 'function', name: 'f' }],
    [
      { type: 'unread', kind: 'custom' },
      { type: 'other', kind: 'custom' },
    ],
    [
      { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [tool('f')] } },
      { type: 'allowed', mode: 'auto', names: ['f'] },
    ],
  ])('chosen by %j', (tool_choice, choice) => {
    expect(read({ tools: [tool('f')], tool_choice }).toolChoice).toEqual(choice);
  });

  it('that are none have no choice, but for one of another type', () => {
    expect(read({ tools: [], tool_choice: 'auto', parallel_tool_calls: true })).toEqual({});
    expect(read({ tool_choice: { type: 'unread', kind: 'custom' } })).toEqual({
      toolChoice: { type: 'other', kind: 'custom' },
    });
  });

  it('may be called side by side', () => {
    const parallel = (parallel_tool_calls?: unknown) => read({ tools: [tool('f')], parallel_tool_calls });
    expect(parallel(false).parallelToolCalls).toBe(false);
    expect(parallel(true).parallelToolCalls).toBe(true);
    expect(parallel(null)).not.toHaveProperty('parallelToolCalls');
  });
});

describe('the older functions', () => {
  it('are tools of which one is called at a time', () => {
    const body = {
      functions: [{ name: 'f', strict: true }],
      function_call: { name: 'f' },
      tool_choice: 'none',
    };
    expect(read(body)).toEqual({
      tools: [{ name: 'f' }],
      toolChoice: { type: 'function', name: 'f' },
      parallelToolCalls: false,
    });
    expect(read({ functions: [{ name: 'f' }], function_call: 'none' }).toolChoice).toEqual({ type: 'none' });
    expect(read({ functions: [{ name: 'f' }] })).not.toHaveProperty('toolChoice');
  });

  it('are used where there are some', () => {
    expect(
      [{}, { functions: null }, { functions: [] }, { functions: [{ name: 'f' }] }].map((body) =>
        usesFunctions(body as Body),
      ),
    ).toEqual([false, false, false, true]);
  });

  it('are named in errors and adjustments', () => {
    const error = inOlderWords(new GatewayError('unsupported', 'tools is not taken', { param: 'tools' }));
    expect(error).toMatchObject({ message: 'functions is not taken', param: 'functions' });
    const choice = new GatewayError('unsupported', 'tool_choice is not taken', { param: 'tool_choice' });
    expect(inOlderWords(choice)).toMatchObject({
      message: 'function_call is not taken',
      param: 'function_call',
    });
    for (const other of [new GatewayError('unsupported', 'No.', { param: 'n' }), new Error('tools'), 'tools'])
      expect(inOlderWords(other)).toBe(other);
    expect(adjustedInOlderWords(['tool_choice=auto', 'tools=x', 'toolbox=x', 'n=1'])).toEqual([
      ...['function_call=auto', 'functions=x', 'toolbox=x', 'n=1'],
    ]);
  });
});

describe('faults', () => {
  const faults = (body: object, names?: RegExp) =>
    toolFaults(body as Record<string, unknown>, () => (names === undefined ? {} : { names })).map(
      ({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg.replace('Value error, ', '')}`,
    );
  const NOT_OFFERED = 'the request offers no such tool';
  const allowed = (...names: unknown[]) => ({
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: names.map((name) => tool(name)) },
  });

  it.each<[object, string[]]>([
    [{}, []],
    [{ tools: [tool('f'), tool('g')] }, []],
    [{ tools: [tool('f'), tool('f')] }, ['tools.1.function.name: another tool has this name']],
    [{ functions: [{ name: 'f' }, { name: 'f' }] }, ['functions.1.name: another tool has this name']],
    [{ tools: [tool('f')], functions: [{ name: 'g' }] }, ['functions: tools and functions are both given']],
    [{ tools: [], functions: [{ name: 'g' }] }, []],
    [{ tools: [tool(7), tool(7)] }, []],
    [{ tools: [7, { type: 'function' }] }, []],
    // The choice.
    [{ tool_choice: 'required' }, ['tool_choice: the request offers no tools']],
    [{ tools: [tool('f')], tool_choice: 'required' }, []],
    [{ tools: [tool('f')], tool_choice: choose('f') }, []],
    [{ tools: [tool('f')], tool_choice: choose('g') }, [`tool_choice.function.name: ${NOT_OFFERED}`]],
    [{ tools: [tool('f')], tool_choice: choose(7) }, []],
    [{ tool_choice: choose('g') }, [`tool_choice.function.name: ${NOT_OFFERED}`]],
    [
      { tools: [tool('f')], tool_choice: { type: 'custom', name: 'g' } },
      [`tool_choice.function.name: ${NOT_OFFERED}`],
    ],
    [{ functions: [{ name: 'f' }], function_call: { name: 'f' } }, []],
    [{ functions: [{ name: 'f' }], function_call: { name: 'g' } }, [`function_call.name: ${NOT_OFFERED}`]],
    [{ tools: [tool('f')], function_call: { name: 'f' } }, [`function_call.name: ${NOT_OFFERED}`]],
    [
      { tools: [tool('f')], tool_choice: allowed('f', 'g', 7) },
      [`tool_choice.allowed_tools.tools.1.function.name: ${NOT_OFFERED}`],
    ],
  ])('%j', (body, found) => {
    expect(faults(body)).toEqual(found);
  });

  it('of names are those of the provider', () => {
    expect(faults({ tools: [tool('F')], functions: [] }, /^[a-z]+$/)).toEqual([
      "tools.0.function.name: the model's provider does not allow this name",
    ]);
    expect(faults({ functions: [{ name: 'F' }] }, /^[a-z]+$/)).toHaveLength(1);
    expect(faults({ tools: [tool('f')] }, /^[a-z]+$/)).toEqual([]);
  });
});
