import { describe, expect, it } from 'vitest';
import type { ChatEvent, ChatStream } from '../../../domain/chat-answer.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { narrateWhole } from '../../../gateway/chat/narrate.ts';
import { messageEvents } from './message-events.ts';

const head = { id: 'chatcmpl-abc', created: 1, model: 'm', adjusted: [] };
const stream = (events: readonly ChatEvent[]): ChatStream => ({ ...head, ...narrateWhole(events) });
const text = (said: string) => ({ type: 'text', text: said }) as const;
const call = (index: number) => ({ type: 'tool_call', index, id: `c${index}`, name: 'f' }) as const;
const piece = (index: number, said: string) => ({ type: 'arguments', index, text: said }) as const;
const finish = (finishReason: 'stop' | 'tool_calls' = 'stop', more: object = {}) =>
  ({ type: 'finish', finishReason, ...more }) as const;

interface Event {
  readonly type: string;
  readonly index?: number;
  readonly [field: string]: unknown;
}

async function eventsOf(...steps: ChatEvent[]): Promise<Event[]> {
  const { source } = messageEvents(stream(steps), 'req-1');
  let all = '';
  for (let texts = await source.next(); texts !== undefined; texts = await source.next())
    all += texts.join('');
  return all
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [name, data] = block.split('\n') as [string, string];
      const event = JSON.parse(data.slice('data: '.length)) as Event;
      expect(name).toBe(`event: ${event.type}`);
      return event;
    });
}

const short = (events: Event[]): string[] => events.map(({ type, index }) => `${type}${index ?? ''}`);

describe('a stream of events', () => {
  it('begins with the message, and ends with its reason, usage and metadata', async () => {
    const metadata = { claims_detected: 1 } as never;
    const usage = { promptTokens: 9, completionTokens: 4, cachedTokens: 2 };
    const events = await eventsOf(text('Hi'), text(' "there"'), finish('stop', { metadata }), {
      type: 'usage',
      usage,
    });
    expect(short(events)).toEqual([
      'message_start',
      'content_block_start0',
      'content_block_delta0',
      'content_block_delta0',
      'content_block_stop0',
      'message_delta',
      'message_stop',
    ]);
    expect(events[0]).toMatchObject({
      message: { id: 'msg_abc', model: 'm', content: [], stop_reason: null },
    });
    expect(events[3]).toMatchObject({ delta: { type: 'text_delta', text: ' "there"' } });
    expect(events[5]).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: {
        input_tokens: 7,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 2,
        output_tokens: 4,
      },
      fact_check_metadata: metadata,
    });
  });

  it('has a block for each call, also where their pieces come in turn', async () => {
    const events = await eventsOf(
      text('Wait.'),
      call(0),
      piece(0, '{"a"'),
      call(1),
      piece(1, '{}'),
      piece(0, ':1}'),
      text('So'),
      finish('tool_calls'),
    );
    expect(short(events)).toEqual([
      'message_start',
      'content_block_start0',
      'content_block_delta0',
      'content_block_stop0',
      'content_block_start1',
      'content_block_delta1',
      'content_block_start2',
      'content_block_delta2',
      'content_block_delta1',
      'content_block_stop1',
      'content_block_stop2',
      'content_block_start3',
      'content_block_delta3',
      'content_block_stop3',
      'message_delta',
      'message_stop',
    ]);
    expect(events[4]).toMatchObject({ content_block: { type: 'tool_use', id: 'c0', name: 'f', input: {} } });
    expect(events[8]).toMatchObject({ delta: { type: 'input_json_delta', partial_json: ':1}' } });
  });

  it('says claims in events of their own', async () => {
    const claim = { id: 'claim-1' } as never;
    const events = await eventsOf(text('Hi'), { type: 'claim', claim }, finish());
    expect(events[3]).toEqual({ type: 'claimgate.claim', claim });
  });

  it('without a word is an empty message', async () => {
    expect(short(await eventsOf(finish()))).toEqual(['message_start', 'message_delta', 'message_stop']);
  });
});

it('says an error on the way in Anthropic’s form', () => {
  const { form } = messageEvents(stream([]), 'req-1');
  const written = form.formatError(new GatewayError('provider_overloaded'));
  expect(written).toMatch(/^event: error\n/);
  expect(JSON.parse(written.split('data: ')[1] as string)).toEqual({
    type: 'error',
    error: {
      type: 'overloaded_error',
      message: 'The provider is overloaded',
      param: null,
      code: 'provider_overloaded',
    },
    request_id: 'req-1',
  });
});
