import { expect, it } from 'vitest';
import type { Completion } from '../../domain/chat.ts';
import { wholeAsChunks } from './whole-as-chunks.ts';

it('a provider that does not stream is streamed all the same: thoughts, text, calls, ends and usage', async () => {
  const usage = { promptTokens: 3, completionTokens: 4 };
  const completion: Completion = {
    thoughts: [{ text: 'Let me see.' }],
    content: 'It is',
    toolCalls: [
      { id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' },
      { id: 'call_2', name: 'now', arguments: '' },
    ],
    finishReason: 'tool_calls',
    more: [{ content: 'Noon.', finishReason: 'stop' }],
    usage,
  };
  const batches = wholeAsChunks(completion);
  expect(await batches.next()).toEqual([
    { type: 'thought', text: 'Let me see.' },
    { type: 'text', text: 'It is' },
    { type: 'tool_call', index: 0, id: 'call_1', name: 'clock' },
    { type: 'arguments', index: 0, text: '{"zone":"UTC"}' },
    { type: 'tool_call', index: 1, id: 'call_2', name: 'now' },
    { type: 'finish', finishReason: 'tool_calls' },
    { type: 'text', text: 'Noon.', choice: 1 },
    { type: 'finish', finishReason: 'stop', choice: 1 },
    { type: 'usage', usage },
  ]);
  expect(await batches.next()).toBeUndefined();
});

it('of an answer without text or usage there is only its end, and nothing once nobody reads', async () => {
  const empty: Completion = { content: '', finishReason: 'stop' };
  expect(await wholeAsChunks(empty).next()).toEqual([{ type: 'finish', finishReason: 'stop' }]);
  const left = wholeAsChunks(empty);
  left.close();
  expect(await left.next()).toBeUndefined();
});
