/** Where the results of calls stand in the turns of a strict provider. */
import { expect, it } from 'vitest';
import type { Model } from '../../domain/catalogue.ts';
import { type Message, textMessage } from '../../domain/chat.ts';
import { ANTHROPIC } from '../providers/anthropic.ts';
import { toTurns } from './to-turns.ts';

const model = { id: 'm', capabilities: ANTHROPIC.capabilitiesOf('m') } as unknown as Model;
const call = (id: string) => ({ id, name: 'f', arguments: '{}' });
const calls = (...ids: string[]): Message =>
  ({ ...textMessage('assistant', ''), toolCalls: ids.map(call) }) as Message;
const result = (callId: string, text: string) =>
  ({ ...textMessage('user', text), role: 'tool', callId }) as unknown as Message;
const resultsIn = (messages: readonly Message[]) =>
  toTurns([textMessage('user', 'Go.'), ...messages], model).turns.map(({ role, content }) => [
    role,
    ...content.map((block) =>
      block.type === 'tool_result' ? `${block.call.id}: ${block.text}` : block.type,
    ),
  ]);

it('they are one turn, in the order of their calls, each with its text', () => {
  expect(
    resultsIn([calls('a', 'b'), result('b', 'two'), result('a', 'one \ud83d'), textMessage('user', 'And?')]),
  ).toEqual([
    ['user', 'text'],
    ['assistant', 'tool_call', 'tool_call'],
    ['user', 'a: one \ufffd', 'b: two', 'text'],
  ]);
});

it('they belong to the last calls, whatever was called before', () => {
  expect(resultsIn([calls('a'), result('a', 'one'), calls('b'), result('b', 'two')])).toEqual([
    ['user', 'text'],
    ['assistant', 'tool_call'],
    ['user', 'a: one'],
    ['assistant', 'tool_call'],
    ['user', 'b: two'],
  ]);
});

it('they keep their marks, and those of no call are left out', () => {
  const cache = { seconds: 60 };
  const messages = [
    calls('a', 'b', 'c'),
    result('a', 'one'),
    { ...result('b', 'two'), cache },
    result('d', ''),
  ];
  const results = toTurns([textMessage('user', 'Go.'), ...(messages as Message[])], model).turns.at(-1);
  expect(results?.content).toEqual([
    { type: 'tool_result', call: call('a'), text: 'one' },
    { type: 'tool_result', call: call('b'), text: 'two', cache },
  ]);
});
