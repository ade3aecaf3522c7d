import { expect, it } from 'vitest';
import { findTypeFaults } from './openai-types.ts';

const delta = {
  ...{ type: 'response.output_text.delta', sequence_number: 3, item_id: 'msg_1', output_index: 0 },
  ...{ content_index: 0, delta: 'a', logprobs: [] },
};
const added = { type: 'response.output_item.added', sequence_number: 2, output_index: 0 };
const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] };

it('the types find what is missing, wrong and too much in a value, and nothing in one that is right', async () => {
  const faults = await findTypeFaults('ResponseStreamEvent', [
    delta,
    { ...added, item: { ...message, extra_content: {} } },
    { ...delta, item_id: undefined },
    { ...delta, output_index: '0' },
    { ...delta, brand_new: 1 },
    { ...added, item: { ...message, status: 'brand_new' } },
    { ...added, item: { ...message, brand_new: 1 } },
    { ...delta, type: 'response.brand_new' },
  ]);
  expect(faults).toEqual([
    expect.stringContaining("Property 'item_id' is missing"),
    expect.stringContaining("Type 'string' is not assignable to type 'number'"),
    expect.stringContaining("'\"brand_new\"' does not exist in type 'ResponseTextDeltaEvent'"),
    expect.stringContaining('"brand_new"'),
    expect.stringContaining("'\"brand_new\"' does not exist in type 'ResponseOutputMessage'"),
    expect.stringContaining('"response.brand_new"'),
  ]);
});
