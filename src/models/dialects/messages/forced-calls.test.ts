/** What Anthropic's models are made to call, and what the caller is told where they cannot be. */
import { expect, it } from 'vitest';
import { type ChatRequest, textMessage } from '../../../domain/chat.ts';
import { ANTHROPIC, key, modelOf } from './adapter-in-tests.ts';

const adjustedFor = (fields: Partial<ChatRequest>, wireId: string) =>
  ANTHROPIC.toRequest(
    { messages: [textMessage('user', 'Hello')], stream: false, ...fields },
    modelOf(wireId),
    key,
  ).adjusted;
const FORCED = 'claude-opus-4-8';
const FREE = 'claude-sonnet-5-5';

it('says so where JSON cannot be forced', () => {
  const json = { responseFormat: { type: 'json_object' } } as const;
  expect(adjustedFor(json, FREE)).toEqual(['response_format=not_forced']);
  expect(adjustedFor(json, FORCED)).toEqual([]);
});

it('says so where a call cannot be forced', () => {
  const call = { tools: [{ name: 'now' }], toolChoice: { type: 'required' } } as const;
  expect(adjustedFor(call, FREE)).toEqual(['tool_choice=auto']);
  expect(adjustedFor({ ...call, responseFormat: { type: 'json_object' } }, FREE)).toEqual([
    'tool_choice=auto',
  ]);
  expect(adjustedFor(call, FORCED)).toEqual([]);
});
