/** Fields of the Responses API in the words of chat completions, valid or not. */
import { expect, it } from 'vitest';
import { inChatWords } from './in-chat-words.ts';

const fn = { type: 'function', name: 'f', parameters: {} };
const custom = { type: 'custom', name: 'g' };

it('says nothing where nothing is said', () => {
  expect(inChatWords({})).toEqual({ tools: undefined, tool_choice: undefined, response_format: undefined });
});

it.each<[string, unknown, unknown]>([
  [
    'functions, each in an object',
    [fn, custom],
    [
      { type: 'function', function: fn },
      { type: 'function', function: custom },
    ],
  ],
  ['functions of a namespace, whose name is another', [{ ...fn, namespace: 'a' }], [{ type: 'function' }]],
  [
    'functions of none',
    [{ ...fn, namespace: null }],
    [{ type: 'function', function: { ...fn, namespace: null } }],
  ],
  ['others', [{ type: 'web_search' }, 'x', null], [{ type: 'web_search' }, 'x', null]],
  ['what is no list', 'x', 'x'],
])('tools: %s', (_what, tools, expected) => {
  expect(inChatWords({ tools }).tools).toEqual(expected);
});

it.each<[string, unknown, unknown]>([
  ['a word', 'auto', 'auto'],
  ['a function', fn, { type: 'function', function: fn }],
  ['a custom tool', custom, { type: 'function', function: custom }],
  [
    'some tools',
    { type: 'allowed_tools', mode: 'auto', tools: [fn, { type: 'web_search' }] },
    {
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: fn }, { type: 'web_search' }] },
    },
  ],
  ['a type that is not read', { type: 'unread', kind: 'mcp' }, { type: 'unread', kind: 'mcp' }],
  ['another type', { type: 'mcp' }, undefined],
])('a choice: %s', (_what, tool_choice, expected) => {
  expect(inChatWords({ tool_choice }).tool_choice).toEqual(expected);
});

it.each<[string, unknown, unknown]>([
  [
    'a schema',
    { format: { type: 'json_schema', name: 'n', schema: {} } },
    { type: 'json_schema', json_schema: { type: 'json_schema', name: 'n', schema: {} } },
  ],
  ['JSON', { format: { type: 'json_object' } }, { type: 'json_object' }],
  ['what is no form', { format: 'x' }, 'x'],
  ['none', { verbosity: 'low' }, undefined],
  ['no object', 'x', undefined],
])('a form: %s', (_what, text, expected) => {
  expect(inChatWords({ text }).response_format).toEqual(expected);
});
