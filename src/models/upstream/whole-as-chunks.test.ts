import { expect, it } from 'vitest';
import { wholeAsChunks } from './whole-as-chunks.ts';

const usage = { promptTokens: 1, completionTokens: 2 };

it('a whole answer becomes one batch of a stream, in the order of a stream', async () => {
  const batches = wholeAsChunks({ content: 'Hello', finishReason: 'length', usage });
  expect(await batches.next()).toEqual([
    { type: 'text', text: 'Hello' },
    { type: 'finish', finishReason: 'length' },
    { type: 'usage', usage },
  ]);
  expect(await batches.next()).toBeUndefined();
});

it('an answer without text or bill has no chunk for them', async () => {
  const batches = wholeAsChunks({ content: '', finishReason: 'content_filter' });
  expect(await batches.next()).toEqual([{ type: 'finish', finishReason: 'content_filter' }]);
});

it('gives nothing once it was given up', async () => {
  const batches = wholeAsChunks({ content: 'Hello', finishReason: 'stop' });
  batches.close();
  expect(await batches.next()).toBeUndefined();
});
