import { describe, expect, it } from 'vitest';
import type { ResponseHead } from './format-response.ts';
import { OwnEvents } from './own-events.ts';

const head = { id: `resp_${'a'.repeat(24)}` } as ResponseHead;
const DONE = { type: 'response.output_text.done', output_index: 1, content_index: 0 };

describe("a provider's own events", () => {
  it.each([
    [{ type: 'response.created' }, true],
    [{ type: 'response.output_text.done' }, true],
    [{ type: 'response.output_item.added', item: { type: 'message' } }, true],
    [{ type: 'response.output_item.done', item: { type: 'function_call' } }, true],
    [{ type: 'response.output_item.added', item: { type: 'web_search_call' } }, false],
    [{ type: 'response.output_item.added' }, false],
    [{ type: 'response.web_search_call.searching' }, false],
    [{ type: 'response.output_text.delta' }, false],
  ])('that the gateway writes itself are kept: %j', (given, isKept) => {
    expect(new OwnEvents(head).keep(given)).toBe(isKept);
  });

  it('say beside its own what they have, once', () => {
    const events = new OwnEvents(head);
    events.keep({ ...DONE, text: 'theirs', logprobs: [] });
    const said = { ...DONE, text: 'ours' };
    expect(events.join({ ...said, output_index: 2 })).toEqual({ ...said, output_index: 2 });
    expect(events.join({ ...said, content_index: 1 })).toEqual({ ...said, content_index: 1 });
    expect(events.join(said)).toEqual({ ...said, logprobs: [] });
    expect(events.join(said)).toBe(said);
  });

  it('are told apart by the place of a summary, and that of the item', () => {
    const events = new OwnEvents(head);
    const part = { type: 'response.reasoning_summary_text.done', output_index: 5, summary_index: 1, x: 1 };
    events.place(5, 0);
    events.keep(part);
    expect(events.join({ type: part.type, output_index: 0, summary_index: 0 })).not.toHaveProperty('x');
    expect(events.join({ type: part.type, output_index: 0, summary_index: 1 })).toHaveProperty('x', 1);
  });

  it('lose what is restated of a refusal', () => {
    const events = new OwnEvents(head);
    const response = { output: [{ type: 'refusal', refusal: 'No.', x: 1 }], refusal: 'No.', y: 2 };
    events.keep({ type: 'response.completed', response });
    expect(events.join({ type: 'response.completed', response: {} })).toEqual({
      type: 'response.completed',
      response: { output: [{ type: 'refusal', x: 1 }], refusal: 'No.', y: 2 },
    });
  });

  it('tell the response as far as it has come', () => {
    const events = new OwnEvents(head);
    expect(events.response).toEqual({});
    events.keep({ type: 'response.created', response: { id: 'a' } });
    events.keep({ type: 'response.in_progress' });
    events.keep({ type: 'response.unknown', response: { id: 'b' } });
    expect(events.response).toEqual({ id: 'a' });
  });

  it('come with the next piece where they belong to it', () => {
    const events = new OwnEvents(head);
    expect(events.hasAdded).toBe(false);
    events.add({ logprobs: [1] });
    expect(events.hasAdded).toBe(true);
    expect(events.join({ type: 'x' })).toEqual({ type: 'x' });
    expect(events.join({ type: 'x', delta: 'a' })).toEqual({ type: 'x', delta: 'a', logprobs: [1] });
    expect(events.hasAdded).toBe(false);
    expect(events.join({ type: 'x', delta: 'a' })).toEqual({ type: 'x', delta: 'a' });
  });
});

describe('events that are passed on', () => {
  it('have the places and ids that they have here, and no number of the provider', () => {
    const events = new OwnEvents(head);
    events.place(3, 1);
    const item = { type: 'web_search_call', id: 'ws_theirs' };
    const added = events.pass({
      type: 'response.output_item.added',
      sequence_number: 9,
      output_index: 3,
      item,
    });
    expect(added).toMatchObject({ output_index: 1, item: { type: 'web_search_call' } });
    expect(added).not.toHaveProperty('sequence_number');
    expect(added).not.toHaveProperty('item_id');
    const { id } = (added as { item: { id: string } }).item;
    expect(events.pass({ type: 'x', output_index: 3, item_id: 'ws_theirs' })).toEqual({
      ...{ type: 'x', output_index: 1, item_id: id },
    });
  });

  it('keep what is not known here', () => {
    const events = new OwnEvents(head);
    expect(events.pass({ type: 'x', output_index: 4, item_id: 'a' })).toEqual({
      ...{ type: 'x', output_index: 4, item_id: 'a' },
    });
    expect(events.pass({ type: 'x' })).toEqual({ type: 'x' });
    expect(events.pass({ type: 'x', item: { id: 'a' } })).toEqual({ type: 'x', item: { id: 'a' } });
  });

  it("name an item of the gateway's by its id", () => {
    const events = new OwnEvents(head);
    events.join({ type: 'response.output_item.added', output_index: 2, item: { id: 'msg_ours' } });
    expect(events.pass({ type: 'x', output_index: 2, item_id: 'msg_theirs' })).toMatchObject({
      item_id: 'msg_ours',
    });
  });
});
