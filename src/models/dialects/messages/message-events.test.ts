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

/** What each block holds, in order. Fails where a block opens before the one before is closed. */
function inputsOf(events: Event[]): [of: string, held: string][] {
  const blocks: [string, string][] = [];
  let open: number | undefined;
  for (const { type, index, content_block: block, delta } of events) {
    if (type === 'content_block_start') {
      expect(open).toBe(undefined);
      expect(index).toBe(blocks.length);
      open = index;
      blocks.push([(block as { id?: string }).id ?? 'text', '']);
    } else if (type === 'content_block_delta') {
      expect(index).toBe(open);
      const { text = '', partial_json: input = '' } = delta as { text?: string; partial_json?: string };
      (blocks.at(-1) as [string, string])[1] += text + input;
    } else if (type === 'content_block_stop') {
      expect(index).toBe(open);
      open = undefined;
    }
  }
  return blocks;
}

/** A stream whose events come apart. */
function oneByOne(events: readonly ChatEvent[]): ChatStream {
  const left = [...events];
  return {
    ...head,
    next: async () => (left.length === 0 ? undefined : [left.shift() as ChatEvent]),
    close() {},
  };
}

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

  it('has a block for each call, one after another, also where their pieces come in turn', async () => {
    const events = await eventsOf(
      text('Wait.'),
      call(0),
      piece(0, '{"a"'),
      call(1),
      piece(1, '{"b":'),
      call(2),
      text('So'),
      piece(2, '{}'),
      piece(0, ':"}"'),
      piece(1, '2}'),
      piece(0, '}'),
      piece(0, '\n'),
      finish('tool_calls'),
    );
    expect(inputsOf(events)).toEqual([
      ['text', 'Wait.'],
      ['c0', '{"a":"}"}'],
      ['c1', '{"b":2}'],
      ['c2', '{}'],
      ['text', 'So'],
    ]);
    expect(events[4]).toMatchObject({ content_block: { type: 'tool_use', id: 'c0', name: 'f', input: {} } });
  });

  it('writes a block as it comes where none waits', async () => {
    const { source } = messageEvents(
      oneByOne([text('Hi'), call(0), piece(0, '{"a":'), piece(0, '1}'), text('So'), finish('tool_calls')]),
      'req-1',
    );
    const kinds: string[][] = [];
    for (let texts = await source.next(); texts !== undefined; texts = await source.next())
      kinds.push([...texts.join('').matchAll(/^event: (\w+)/gm)].map(([, type]) => type as string));
    expect(kinds).toEqual([
      ['message_start', 'content_block_start', 'content_block_delta'],
      ['content_block_stop', 'content_block_start'],
      ['content_block_delta'],
      ['content_block_delta'],
      ['content_block_stop', 'content_block_start', 'content_block_delta'],
      [],
      ['content_block_stop', 'message_delta', 'message_stop'],
    ]);
  });

  it('keeps what came of calls whose arguments never end', async () => {
    const events = await eventsOf(call(0), piece(0, '{"a'), call(1), piece(1, '{"b"'), finish('tool_calls'));
    expect(inputsOf(events)).toEqual([
      ['c0', '{"a'],
      ['c1', '{"b"'],
    ]);
  });

  it('begins with the usage that its provider begins with', async () => {
    const usage = { input_tokens: 1051, cache_read_input_tokens: 900, output_tokens: 3, service_tier: 'x' };
    const begun: ChatEvent = { type: 'other', beside: { type: 'message_start', message: { usage } } };
    const [first] = await eventsOf(begun, text('Hi.'), finish());
    expect(first).toMatchObject({ type: 'message_start', message: { id: 'msg_abc', usage } });
    const [bare] = await eventsOf({ type: 'other', beside: { type: 'message_start' } }, finish());
    expect(bare).toMatchObject({ message: { usage: { input_tokens: 0, output_tokens: 0 } } });
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

describe('thoughts in a stream of events', () => {
  const thought = (said: string, more: object = {}): ChatEvent => ({ type: 'thought', text: said, ...more });
  /** Each event between the message's beginning and its end, in short. */
  const within = (events: Event[]): string[] =>
    events.slice(1, -2).map(({ type, index, content_block: block, delta }) => {
      const {
        type: kind,
        thinking,
        text: said,
        signature,
      } = (delta ?? block ?? {}) as Record<string, string>;
      const name = type.replace('content_block_', '');
      return [`${name}${index}`, kind, thinking ?? said ?? signature].filter((part) => part).join(' ');
    });

  it('are blocks that a signature ends, an empty one of them too', async () => {
    const events = await eventsOf(
      ...[thought('Hm,'), thought(' so.'), thought('', { signature: 'x' })],
      ...[thought('', { signature: 'y' }), thought('And?'), text('Yes.'), finish()],
    );
    expect(within(events)).toEqual([
      ...['start0 thinking', 'delta0 thinking_delta Hm,', 'delta0 thinking_delta  so.'],
      ...['delta0 signature_delta x', 'stop0'],
      ...['start1 thinking', 'delta1 signature_delta y', 'stop1'],
      ...['start2 thinking', 'delta2 thinking_delta And?', 'stop2'],
      ...['start3 text', 'delta3 text_delta Yes.', 'stop3'],
    ]);
  });

  it('and other pieces have what came beside them', async () => {
    const beside = { x: 1 };
    const events = await eventsOf(thought('Hm.', { beside }), { ...text('Yes.'), beside }, finish());
    const deltas = events.filter(({ type }) => type === 'content_block_delta');
    expect(deltas).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' }, x: 1 },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Yes.' }, x: 1 },
    ]);
  });
});

it('a call comes with what must go back with it, but not where Anthropic’s own blocks do that', async () => {
  const extra = { google: { thought_signature: 's' } };
  const blockOf = async (more: object) => {
    const { source } = messageEvents(
      { ...stream([{ ...call(0), extra }, finish('tool_calls')]), ...more },
      'r',
    );
    return (await source.next())?.join('');
  };
  expect(await blockOf({})).toContain('thought_signature');
  expect(await blockOf({ writtenBy: 'anthropic' })).not.toContain('thought_signature');
});

it('an answer that does not say why it ended came to its end', async () => {
  const events = await eventsOf(text('Hi'));
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn', stop_sequence: null } });
  const cut = await eventsOf(text('Hi'), { type: 'finish', finishReason: 'length' });
  expect(cut.at(-2)).toMatchObject({ delta: { stop_reason: 'max_tokens' } });
});
