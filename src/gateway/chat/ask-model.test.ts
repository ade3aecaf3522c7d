import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ChatRequest, type Completion, type Message, textMessage } from '../../domain/chat.ts';
import type { Adapter } from '../../models/dialects/adapter.ts';
import type { PreparedCall, Upstream } from '../../models/upstream/call-provider.ts';
import { wholeAsChunks } from '../../models/upstream/whole-as-chunks.ts';
import { createModelCalls } from './ask-model.ts';

const signal = new AbortController().signal;
const call = {} as PreparedCall;
const ask = (fields: Partial<ChatRequest> = {}) => ({
  request: { messages: [textMessage('user', 'Hi')], stream: false, ...fields },
  callerId: 'caller',
});

/** A model that answers so, and what was remembered of its calls. */
function openModel(completion: Completion) {
  const kept = new Map<string, unknown>();
  let ids = 0;
  const calls = createModelCalls({
    upstream: {
      complete: async () => completion,
      stream: async () => wholeAsChunks(completion),
    } as unknown as Upstream,
    memory: {
      async keep(callerId, { id, extra }) {
        await setImmediate();
        kept.set(`${callerId} ${id}`, extra);
      },
      find: async (callerId, id) => kept.get(`${callerId} ${id}`) as never,
    },
    newId: () => `new${++ids}`,
  });
  return { calls, kept };
}

const extra = { google: { thought_signature: 's' } } as never;
const toolCalls = [
  { id: 'a', name: 'f', arguments: '{}', extra },
  { id: 'a', name: 'g', arguments: '{}' },
];
const tools = [{ name: 'f' }, { name: 'g' }];

describe('an answer with calls', () => {
  const completion: Completion = { content: '', finishReason: 'tool_calls', toolCalls };

  it('has an id of its own for each of them, whole and streamed, and what belongs to it is kept', async () => {
    const { calls, kept } = openModel(completion);
    const whole = await calls.complete(ask({ tools }), call, signal);
    expect(whole.toolCalls?.map(({ id }) => id)).toEqual(['a', 'call_new1']);
    const streamed = await (await calls.stream(ask({ tools }), call, signal)).next();
    expect(streamed?.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.id] : []))).toEqual([
      'a',
      'call_new2',
    ]);
    expect([...kept]).toEqual([['caller a', extra]]);
  });

  it('is as the provider gave it where its caller brought no functions, whole and streamed', async () => {
    const { calls, kept } = openModel(completion);
    expect(await calls.complete(ask(), call, signal)).toBe(completion);
    const streamed = await (await calls.stream(ask(), call, signal)).next();
    expect(streamed?.flatMap((chunk) => (chunk.type === 'tool_call' ? [chunk.id] : []))).toEqual(['a', 'a']);
    expect([...kept]).toEqual([]);
  });

  it('is handed on when what belongs to its calls is kept, whole and streamed', async () => {
    const whole = openModel(completion);
    await whole.calls.complete(ask({ tools }), call, signal);
    expect([...whole.kept.keys()]).toEqual(['caller a']);
    const streamed = openModel(completion);
    await (await streamed.calls.stream(ask({ tools }), call, signal)).next();
    expect([...streamed.kept.keys()]).toEqual(['caller a']);
  });

  it('gives back to the provider what was kept of it, to nobody else, and only where the provider wants it', async () => {
    const { calls } = openModel(completion);
    await calls.complete(ask({ tools }), call, signal);
    const messages: Message[] = [
      textMessage('user', 'Hi'),
      { role: 'assistant', content: [], toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }] },
    ];
    const recall = async (adapter: Partial<Adapter>, callerId = 'caller') => {
      const request = { messages, stream: false };
      const recalled = await calls.recall({ request, callerId }, {
        dialects: ['messages'],
        ...adapter,
      } as Adapter);
      return recalled.messages.flatMap((one) =>
        one.role === 'assistant' ? (one.toolCalls?.[0]?.extra ?? []) : [],
      );
    };
    expect(await recall({ signsCalls: true })).toEqual([extra]);
    expect(await recall({ signsCalls: true }, 'other')).toEqual([]);
    expect(await recall({})).toEqual([]);
  });
});

it('a conversation with what was kept of its calls is still what its caller wrote', async () => {
  const { calls } = openModel({ content: '', finishReason: 'tool_calls', toolCalls });
  await calls.complete(ask({ tools }), call, signal);
  const [asked, answered, added] = [
    textMessage('user', 'Hi'),
    { role: 'assistant', content: [], toolCalls: [{ id: 'a', name: 'f', arguments: '{}' }] } as Message,
    textMessage('system', 'Be brief.'),
  ];
  const [first, second] = [{ role: 'user' }, { role: 'assistant' }];
  const sources = new Map<Message, object>([
    [asked, first],
    [answered, second],
  ]);
  const written = { dialect: 'chat-completions', body: {}, unread: [], sources } as never;
  const request = { messages: [asked, answered, added], stream: false, written };
  const adapter = { signsCalls: true, dialects: ['messages'] } as unknown as Adapter;
  const recalled = await calls.recall({ request, callerId: 'caller' }, adapter);
  expect(recalled.messages.map((one) => recalled.written?.sources.get(one))).toEqual([
    first,
    second,
    undefined,
  ]);
  expect(recalled.messages[1]).not.toBe(answered);
  expect(await calls.recall({ request, callerId: 'other' }, adapter)).toBe(request);
});

describe('several answers', () => {
  const one = { content: 'One', finishReason: 'stop' } as const;
  const completion: Completion = { ...one, more: [one, one] };

  it('are no more than were asked for', async () => {
    const { calls } = openModel(completion);
    const answers = async (choices?: number) =>
      (await calls.complete(ask(choices === undefined ? {} : { choices }), call, signal)).more?.length;
    expect([await answers(), await answers(2), await answers(3), await answers(9)]).toEqual([
      undefined,
      1,
      2,
      2,
    ]);
  });
});
