/** What is wrong with a conversation of items though each item is one. */
import { expect, it } from 'vitest';
import { itemFaults } from './check-items.ts';
import type { PlacedItem } from './placed-item.ts';

const RULES = { names: /^f/ };
const call = (call_id: string, rest: object = {}) => ({
  ...{ type: 'function_call', call_id, name: 'f', arguments: '{}' },
  ...rest,
});
const custom = (call_id: string) => ({ type: 'custom_tool_call', call_id, name: 'c', input: 'go' });
const output = (call_id: unknown, rest: object = {}) => ({
  ...{ type: 'function_call_output', call_id, output: 'Seen.' },
  ...rest,
});
const said = (role: string, content: unknown = 'Hi.') => ({ type: 'message', role, content });
const reasoning = { type: 'reasoning', id: 'r', summary: [] };

/** @param earlier how many of the items an earlier response holds. */
function faultsOf(items: readonly unknown[], earlier = 0, rules: Parameters<typeof itemFaults>[1] = RULES) {
  const placed = items.map((item, at) => ({
    item,
    place: at < earlier ? ['previous_response_id', at] : ['input', at - earlier],
  }));
  return itemFaults(placed as unknown as readonly PlacedItem[], rules).map(
    ({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg.replace('Value error, ', '')}`,
  );
}

it.each<[string, unknown[]]>([
  ['no items', []],
  ['a call and its output', [said('user'), call('a'), output('a'), said('user')]],
  ['two calls, and their outputs in another order', [call('a'), call('b'), output('b'), output('a')]],
  ['a custom call and its output', [custom('a'), output('a', { type: 'custom_tool_call_output' })]],
  ['a call that is the last word', [said('user'), call('a')]],
  ['calls with thoughts and words of the model behind them', [call('a'), reasoning, said('assistant')]],
  ['a call behind which tools are added', [call('a'), { type: 'additional_tools', tools: [] }]],
  ['an id that comes again once it has its output', [call('a'), output('a'), call('a'), output('a')]],
  ['what is no item', ['x', null, 7]],
  ['a picture by its address', [said('user', [{ type: 'input_image', image_url: 'https://a.b/c.png' }])]],
  [
    'files in all their forms',
    [
      said('user', [
        { type: 'input_image', file_id: 'x' },
        { type: 'input_file', file_data: 'AAAA' },
        { type: 'input_file', file_id: 'x' },
        { type: 'input_file', file_url: 'https://a.b/c.pdf' },
      ]),
    ],
  ],
  ['parts that need nothing, or are none', [said('user', [{ type: 'input_text', text: 'a' }, 'x', null])]],
])('nothing, with %s', (_what, items) => {
  expect(faultsOf(items)).toEqual([]);
});

it.each<[string, unknown[], string[]]>([
  [
    'a call without an output before the user goes on',
    [call('a'), said('user')],
    ['input.0: the call has no output'],
  ],
  [
    'one of two calls without an output',
    [call('a'), call('b'), output('b')],
    ['input.0: the call has no output'],
  ],
  ['an output of no call', [output('a')], ['input.0.call_id: no call before has this id and no output']],
  [
    'an output that comes twice',
    [call('a'), output('a'), output('a')],
    ['input.2.call_id: no call before has this id and no output'],
  ],
  [
    'a call with the id of one that waits',
    [call('a'), custom('a'), output('a')],
    ['input.1.call_id: another call without an output has this id'],
  ],
  [
    'arguments that are no object, and a name that is not allowed',
    [call('a', { name: 'g', arguments: '[]' })],
    [
      "input.0.name: the model's provider does not allow this name",
      'input.0.arguments: must be a JSON object',
    ],
  ],
  [
    'a picture without one',
    [said('user', [{ type: 'input_image' }])],
    ['input.0.content.0.image_url: Field required'],
  ],
  [
    'a file whose data are null, behind a text',
    [
      said('user', [
        { type: 'input_text', text: 'a' },
        { type: 'input_file', file_data: null },
      ]),
    ],
    ['input.0.content.1.file_data: Field required'],
  ],
])('%s', (_what, items, faults) => {
  expect(faultsOf(items)).toEqual(faults);
});

it('an output whose id is no text is left to the schema', () => {
  expect(faultsOf([output(7)])).toEqual([]);
});

it('a custom tool is called with any text, and whatever the provider allows of functions', () => {
  expect(faultsOf([custom('a')])).toEqual([]);
  expect(faultsOf([call('a', { name: 'g', arguments: '[]' })], 0, { anyArguments: true })).toEqual([]);
});

it('what is wrong in an earlier response is said of it as a whole', () => {
  expect(faultsOf([call('a', { arguments: '[]' }), said('user')], 1)).toEqual([
    'previous_response_id: must be a JSON object',
    'previous_response_id: the call has no output',
  ]);
});
