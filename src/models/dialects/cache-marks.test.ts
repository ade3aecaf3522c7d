import { describe, expect, it } from 'vitest';
import { type ChatRequest, type Message, textMessage } from '../../domain/chat.ts';
import { marksOf, readLifetime, withMarks, writeLifetime } from './cache-marks.ts';

const marked = (text: string) => ({ type: 'text', text, cache: {} }) as const;
const text = (said: string) => ({ type: 'text', text: said }) as const;

describe('a lifetime', () => {
  it.each([
    ['5m', ['5m', '1h'], '5m'],
    ['30m', ['5m', '1h'], '1h'],
    ['12h', ['5m', '1h'], '1h'],
    ['1h', ['30m', '12h'], '12h'],
    ['5m', ['30m', '12h'], '30m'],
  ])('of %s is, of %j, %s', (asked, offered, given) => {
    expect(writeLifetime(readLifetime(asked), offered)).toBe(given);
  });

  it('is the provider’s where none is asked for', () => {
    expect(writeLifetime(readLifetime(null), ['5m'])).toBe(undefined);
  });
});

describe('marks', () => {
  const messages: readonly Message[] = [
    { role: 'user', content: [marked('1'), text('2')] },
    textMessage('system', 'plain'),
    { role: 'system', content: [marked('3'), marked('4')] },
    {
      role: 'assistant',
      content: [],
      toolCalls: [{ id: 'c', name: 'f', arguments: '{}', cache: {} }],
    },
    { role: 'tool', callId: 'c', content: [], cache: { seconds: 300 } },
  ];
  const request: ChatRequest = { messages, stream: false, tools: [{ name: 'f', cache: {} }] };

  it('are counted wherever they stand', () => {
    expect(marksOf(request)).toHaveLength(6);
    expect(marksOf({ messages: [textMessage('user', 'Hi')] })).toEqual([]);
  });

  it('that are too many are taken from what providers read first: tools, system, messages', () => {
    const kept = withMarks(request, 3);
    expect(kept.tools).toEqual([{ name: 'f' }]);
    expect(kept.messages[2]).toEqual(textMessage('system', '34'));
    expect(kept.messages[0]).toEqual(messages[0]);
    expect(kept.messages.slice(3)).toEqual(messages.slice(3));
  });

  it('leave nothing behind where none is kept', () => {
    const { messages: bare } = withMarks(request, 0);
    expect(marksOf({ messages: bare })).toEqual([]);
    expect(bare[0]).toEqual(textMessage('user', '12'));
    expect(bare.slice(3)).toEqual([
      { role: 'assistant', content: [], toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }] },
      { role: 'tool', callId: 'c', content: [] },
    ]);
  });

  it('change nothing where there are few enough', () => {
    expect(withMarks(request, 6)).toBe(request);
  });
});
