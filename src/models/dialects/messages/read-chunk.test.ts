/** What a caller who speaks Anthropic's own words gets of a stream beside what the gateway reads of it. */
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../domain/chat.ts';
import { END, stop, text } from './adapter-in-tests.ts';
import { EventReader } from './read-chunk.ts';

function read(events: readonly object[], asWritten = true): Chunk[] {
  const reader = new EventReader(asWritten);
  const chunks: Chunk[] = [];
  for (const event of events) reader.read({ event: undefined, data: JSON.stringify(event) }, chunks);
  return chunks;
}

const start = (block: object, more: object = {}) => ({
  ...{ type: 'content_block_start', index: 0, content_block: block },
  ...more,
});
const delta = (piece: object) => ({ type: 'content_block_delta', index: 0, delta: piece });
const other = (beside: object) => ({ type: 'other', beside });

describe('the beginning of a block', () => {
  it.each([
    [{ type: 'text', text: '' }, { type: 'text', text: '' }, []],
    [{ type: 'text', text: 'a', x: 1 }, { type: 'text', text: '', x: 1 }, [{ type: 'text', text: 'a' }]],
    [
      { type: 'thinking', thinking: 'a', signature: '' },
      { type: 'thinking', thinking: '', signature: '' },
      [{ type: 'thought', text: 'a' }],
    ],
    [{ type: 'redacted_thinking', data: 'd' }, { type: 'redacted_thinking', data: 'd' }, []],
    [{ type: 'server_tool_use', id: 's' }, { type: 'server_tool_use', id: 's' }, []],
  ])('%j is given as %j, and its text behind it', (block, given, chunks) => {
    expect(read([start(block)])).toEqual([other(start(given)), ...chunks]);
  });

  it('of a call has what nobody here reads', () => {
    const call = { type: 'tool_use', id: 'c', name: 'f', input: {} };
    const chunk = { type: 'tool_call', index: 0, id: 'c', name: 'f' };
    expect(read([start(call)])).toEqual([chunk]);
    expect(read([start({ ...call, caller: 'x' })])).toEqual([
      { ...chunk, beside: { type: 'content_block_start', content_block: { caller: 'x' } } },
    ]);
  });
});

describe('a piece', () => {
  const quote = delta({ type: 'citations_delta', citation: {} });

  it('of a text is no more than that, and has what comes in it', () => {
    expect(read([text('a')])).toEqual([{ type: 'text', text: 'a' }]);
    expect(read([delta({ type: 'text_delta', text: 'a', x: 1 })])).toEqual([
      { type: 'text', text: 'a', beside: { type: 'content_block_delta', delta: { x: 1 } } },
    ]);
  });

  it('that is not read goes on as it came', () => {
    expect(read([start({ type: 'text', text: '' }), quote])).toEqual([
      other(start({ type: 'text', text: '' })),
      other(quote),
    ]);
  });

  it('goes on whole in a block that is not read, and not in the next', () => {
    const piece = delta({ type: 'input_json_delta', partial_json: '{}' });
    const chunks = read([
      ...[start({ type: 'server_tool_use' }), piece, { type: 'content_block_stop', index: 0 }],
      ...[start({ type: 'tool_use', id: 'c', name: 'f' }), piece],
    ]);
    expect(chunks).toEqual([
      ...[other(start({ type: 'server_tool_use' })), other(piece)],
      { type: 'tool_call', index: 0, id: 'c', name: 'f' },
      { type: 'arguments', index: 0, text: '{}' },
    ]);
  });
});

describe('an event', () => {
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [] };
  it.each([
    ['that is known', { type: 'ping' }, []],
    ['of another type', { type: 'of_tomorrow', x: 1 }, [other({ type: 'of_tomorrow', x: 1 })]],
    ['with a member', { type: 'ping', x: 1 }, [other({ type: 'ping', x: 1 })]],
    ['that begins the message', { type: 'message_start', message }, []],
    [
      'that begins the message with a member',
      { type: 'message_start', message: { ...message, container: 'x' } },
      [other({ type: 'message_start', message: { container: 'x' } })],
    ],
  ])('%s gives no more than what nobody here reads', (_which, event, chunks) => {
    expect(read([event])).toEqual(chunks);
  });
});

describe('the end', () => {
  const usage = { input_tokens: 1, output_tokens: 2 };
  const bill = { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } };

  it('has the reason as it was written, and what the bill has more', () => {
    expect(read([stop('end_turn', { ...usage, service_tier: 'x' }), END])).toEqual([
      {
        ...{ type: 'finish', finishReason: 'stop' },
        beside: { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      },
      { ...bill, beside: { usage: { service_tier: 'x' } } },
    ]);
    expect(read([stop('end_turn', usage), END]).at(-1)).toEqual(bill);
  });

  it('comes behind what its own event says', () => {
    const end = { type: 'message_stop', x: 1 };
    expect(read([stop('end_turn', usage), end]).map(({ type }) => type)).toEqual([
      'other',
      'finish',
      'usage',
    ]);
  });

  it('and all before it has nothing more where the caller speaks other words', () => {
    const events = [
      ...[start({ type: 'text', text: '' }), delta({ type: 'text_delta', text: 'a', x: 1 })],
      ...[stop('end_turn', { ...usage, service_tier: 'x' }), { ...END, x: 1 }],
    ];
    expect(read(events, false)).toEqual([
      ...[{ type: 'text', text: 'a' }, { type: 'finish', finishReason: 'stop' }, bill],
    ]);
  });
});
