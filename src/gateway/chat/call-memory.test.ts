import { describe, expect, it } from 'vitest';
import { type Message, type ToolCall, textMessage } from '../../domain/chat.ts';
import { openCallMemory } from '../wiring/open-call-memory.ts';
import { nameCalls, recallCalls } from './call-memory.ts';

const call = (id: string, extra?: ToolCall['extra']): ToolCall => ({
  id,
  name: 'now',
  arguments: '{}',
  ...(extra === undefined ? {} : { extra }),
});
const calling = (...toolCalls: ToolCall[]): Message => ({ role: 'assistant', content: [], toolCalls });
const newIds = () => {
  let count = 0;
  return () => `new${++count}`;
};

describe('the ids of an answer’s calls', () => {
  it('are the provider’s, where they are unique in the conversation', () => {
    const name = nameCalls([textMessage('user', 'Hi'), calling(call('a'))], newIds(), () => {});
    expect(['b', 'a', '', 'b'].map((id) => name(call(id)).id)).toEqual([
      'b',
      'call_new1',
      'call_new2',
      'call_new3',
    ]);
  });

  it('are those under which signatures are kept', () => {
    const kept: unknown[] = [];
    const name = nameCalls([], newIds(), (named) => kept.push([named.id, named.extra]));
    name(call('a'));
    name(call('', { google: 's' }));
    expect(kept).toEqual([['call_new1', { google: 's' }]]);
  });
});

describe('the memory of calls', () => {
  const extra = { google: { thought_signature: 'secret-signature' } };

  it('gives a caller back what belongs to its calls, and nobody else', async () => {
    const memory = openCallMemory('the server’s secret');
    await memory.keep('ann', call('a', extra));
    const asked = [textMessage('user', 'Hi'), calling(call('a'), call('b'))];
    expect(await recallCalls(asked, memory, 'ann')).toEqual([asked[0], calling(call('a', extra), call('b'))]);
    expect(await recallCalls(asked, memory, 'bob')).toBe(asked);
  });

  it('finds what belongs to a single call, and leaves the messages beside it as they are', async () => {
    const memory = openCallMemory('the server’s secret');
    await memory.keep('ann', call('a', extra));
    const asked = [textMessage('user', 'Hi'), textMessage('assistant', 'One moment.'), calling(call('a'))];
    const recalled = await recallCalls(asked, memory, 'ann');
    expect(recalled).toEqual([asked[0], asked[1], calling(call('a', extra))]);
    expect(recalled[1]).not.toHaveProperty('toolCalls');
  });

  it('looks up the newest calls of a long conversation', async () => {
    const looked: string[] = [];
    const memory = {
      keep: async () => {},
      find: async (_caller: string, id: string) => {
        looked.push(id);
        return id === 'c1' ? extra : undefined;
      },
    };
    const asked = Array.from({ length: 65 }, (_, at) => calling(call(`c${at}`)));
    const recalled = await recallCalls(asked, memory, 'ann');
    expect(looked).toEqual(Array.from({ length: 64 }, (_, at) => `c${at + 1}`));
    expect(recalled.slice(0, 3)).toEqual([
      calling(call('c0')),
      calling(call('c1', extra)),
      calling(call('c2')),
    ]);
  });

  it('leaves alone what the client has kept itself', async () => {
    const memory = openCallMemory('the server’s secret');
    await memory.keep('ann', call('a', extra));
    const own = [calling(call('a', { google: 'own' }))];
    expect(await recallCalls(own, memory, 'ann')).toBe(own);
  });
});
