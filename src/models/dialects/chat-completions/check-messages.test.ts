import { describe, expect, it } from 'vitest';
import type { CallRules } from '../adapter.ts';
import { callFaults, conversationFaults, nameFaults } from './check-messages.ts';

const RULES: CallRules = { names: /^[a-z]+$/ };
const user = (content: unknown = 'Hi.') => ({ role: 'user', content });
const said = (content: unknown = 'Yes.') => ({ role: 'assistant', content });
const called = (...ids: unknown[]) => ({
  role: 'assistant',
  tool_calls: ids.map((id) => ({ id, function: { name: 'look', arguments: '{}' } })),
});
const result = (id: unknown) => ({ role: 'tool', tool_call_id: id, content: 'Found.' });

/** Each fault as its place and what is wrong there. */
function faultsOf(messages: unknown, more = false): string[] {
  return conversationFaults(messages, 'messages', () => RULES, more).map(
    ({ loc, msg }) => `${loc.slice(2).join('.')}: ${msg.replace('Value error, ', '')}`,
  );
}
const NO_RESULT = (at: number, call = 0) => `${at}.tool_calls.${call}: the call has no result`;
const NO_CALL = 'the message before has no such call without a result';

describe('calls and their results', () => {
  it.each<[string, unknown[], string[]]>([
    ['in order', [user(), called('a', 'b'), result('a'), result('b'), said()], []],
    ['in another order', [called('a', 'b'), result('b'), result('a'), user()], []],
    ['at the end, without a result yet', [user(), called('a')], []],
    ['at the end, with one of two results', [called('a', 'b'), result('a')], [NO_RESULT(0, 1)]],
    ['before the next question', [called('a'), user()], [NO_RESULT(0)]],
    ['before another answer', [called('a'), said()], [NO_RESULT(0)]],
    ['before other calls', [called('a'), called('b'), result('b')], [NO_RESULT(0)]],
    ['before a question with parts', [called('a'), user([]), user()], [NO_RESULT(0)]],
    ['a result alone', [user(), result('a')], [`1.tool_call_id: ${NO_CALL}`]],
    ['a result too many', [called('a'), result('a'), result('a')], [`2.tool_call_id: ${NO_CALL}`]],
    ['a result of another call', [called('a'), result('b')], [`1.tool_call_id: ${NO_CALL}`, NO_RESULT(0)]],
    [
      'a result behind other words',
      [called('a'), user(), result('a')],
      [NO_RESULT(0), `2.tool_call_id: ${NO_CALL}`],
    ],
    ['a result without an id, which the schema finds', [called('a'), { role: 'tool' }, result('a')], []],
    [
      'two calls of one id',
      [called('a', 'a'), result('a'), result('a')],
      ['0.tool_calls.1.id: another call of the message has this id'],
    ],
  ])('%s', (_, messages, faults) => {
    expect(faultsOf(messages)).toEqual(faults);
  });

  it('in the older form belong together by the name', () => {
    const older = { role: 'assistant', function_call: { name: 'look', arguments: '{}' } };
    expect(faultsOf([older, { role: 'function', name: 'look', content: '' }])).toEqual([]);
    expect(faultsOf([older, { role: 'function', name: 'see', content: '' }])).toEqual([
      `1.name: ${NO_CALL}`,
      '0.function_call: the call has no result',
    ]);
  });

  it('need results where the conversation goes on behind them', () => {
    expect(faultsOf([called('a')], true)).toEqual([NO_RESULT(0)]);
    expect(faultsOf([called('a')], false)).toEqual([]);
  });
});

describe('a message of the assistant', () => {
  const call = { name: 'look', arguments: '{}' };
  it.each<[string, object, string[]]>([
    ['says something', { content: 'Yes.' }, []],
    ['says parts', { content: [] }, []],
    ['refuses', { refusal: 'No.' }, []],
    ['calls', called('a'), []],
    ['calls in the older form', { function_call: call }, []],
    ['does nothing', {}, ['0.content: Field required']],
    ['says and calls nothing', { content: null, tool_calls: [] }, ['0.content: Field required']],
    [
      'calls in both forms',
      { ...called('a'), function_call: call },
      ['0.function_call: tool_calls and function_call are both given'],
    ],
  ])('%s', (_, message, faults) => {
    expect(faultsOf([{ role: 'assistant', ...message }])).toEqual(faults);
  });
});

describe('a call', () => {
  const at = ['messages', 0, 'tool_calls', 0, 'function'];
  const faults = (name: unknown, text: unknown, rules = RULES) =>
    callFaults({ called: { name, arguments: text }, inside: at }, rules).map(
      ({ loc, msg }) => `${loc.at(-1)}: ${msg}`,
    );
  const NAME = "name: Value error, the model's provider does not allow this name";
  const ARGUMENTS = 'arguments: Value error, must be a JSON object';

  it.each<[unknown, unknown, string[]]>([
    ['look', '{"a":1}', []],
    ['look', ' ', []],
    ['look', undefined, []],
    ['look', '[1]', [ARGUMENTS]],
    ['look', '{"a"', [ARGUMENTS]],
    ['look', 'null', [ARGUMENTS]],
    ['LOOK', '{}', [NAME]],
    ['LOOK', '7', [NAME, ARGUMENTS]],
    // The schema finds these.
    [7, '{}', []],
    ['no name at all!', '{}', []],
  ])('of %j with %j', (name, text, found) => {
    expect(faults(name, text)).toEqual(found);
  });

  it('may have any arguments and names where the provider allows it', () => {
    expect(faults('LOOK', '7', { anyArguments: true })).toEqual([]);
    expect(nameFaults('LOOK', at, {})).toEqual([]);
    expect(nameFaults('LOOK', at, RULES)).toHaveLength(1);
  });
});

describe('files', () => {
  const file = (own: unknown) =>
    user([
      { type: 'text', text: '' },
      { type: 'file', file: own },
    ]);
  it.each<[unknown, string[]]>([
    [{ file_data: 'data:' }, []],
    [{ file_id: 'f' }, []],
    [{}, ['0.content.1.file.file_data: Field required']],
    [{ file_data: null, file_id: null }, ['0.content.1.file.file_data: Field required']],
    ['data:', []],
  ])('%j', (own, faults) => {
    expect(faultsOf([file(own)])).toEqual(faults);
  });
});

it('a part of another type needs no file, and one that is none is left to the schema', () => {
  expect(faultsOf([user([7, null, { type: 'text', text: '', file: {} }, { type: 'file' }])])).toEqual([]);
});

it('what the schema refuses is not looked at', () => {
  expect(faultsOf('Hi.')).toEqual([]);
  expect(faultsOf([null, 7, called('a'), user()])).toEqual([NO_RESULT(2)]);
  const { tool_calls: _, ...none } = called('a');
  expect(faultsOf([{ ...none, content: 'Yes.', tool_calls: [7, { function: 7 }] }])).toEqual([]);
});
