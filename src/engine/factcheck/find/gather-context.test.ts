import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../../domain/chat.ts';
import { gatherContext, MAX_CONTEXT } from './gather-context.ts';

const RESULT = 'It rains in Oberwald.';
const LONG = 'The archive of Oberwald is open on Mondays. '.repeat(20).trim();

/** A step of an agent: two calls, and their results behind them. */
const loop: readonly Message[] = [
  textMessage('user', 'How is the weather in Oberwald?'),
  {
    role: 'assistant',
    content: [],
    toolCalls: [
      { id: 'call_1', name: 'get_weather', arguments: '{}' },
      { id: 'call_2', name: 'find_hotels', arguments: '{}' },
    ],
  },
  { role: 'tool', callId: 'call_2', content: [{ type: 'text', text: 'The Kestrel has 12 rooms.' }] },
  { role: 'tool', callId: 'call_1', content: [{ type: 'text', text: RESULT }] },
];
const titles = (documents: Parameters<typeof gatherContext>[0], messages: readonly Message[]) =>
  gatherContext(documents, messages).texts.map(({ title }) => title);

describe('the texts that a request brought', () => {
  it('are the results of its tools, by the names of the calls, however short', () => {
    const { texts, cut } = gatherContext([], loop);
    expect(texts).toEqual([
      { title: 'Result of get_weather', url: '', text: RESULT, inConversation: true },
      { title: 'Result of find_hotels', url: '', text: 'The Kestrel has 12 rooms.', inConversation: true },
    ]);
    expect(cut).toBe(false);
  });

  it('are of system and user messages those that are long, and before the last user message', () => {
    const messages = [
      textMessage('system', LONG),
      textMessage('user', LONG),
      textMessage('assistant', LONG),
      textMessage('user', 'A short question.'),
      textMessage('user', LONG),
      textMessage('system', LONG),
    ];
    expect(titles([], messages)).toEqual(['Message 1 (user)', 'Message 0 (system)']);
    expect(titles([], [textMessage('system', LONG)])).toEqual([]);
  });

  it('are the documents before them, by title, id or place', () => {
    const text = 'A text.';
    const documents = [
      { title: 'A\ntitle', id: 'one', text },
      { title: null, id: 'two', text },
      { text },
      { title: 'Empty', text: ' ' },
    ];
    expect(titles(documents, loop)).toEqual([
      ...['A title', 'two', 'Document 2'],
      ...['Result of get_weather', 'Result of find_hotels'],
    ]);
  });

  it.each([
    ['https://docs.example.org/a b?c=1', 'https://docs.example.org/a b?c=1'],
    ['s3://bucket/key', ''],
    ['javascript:alert(1)', ''],
    ['', ''],
    [null, ''],
  ])('have the address that was given, where it is one of the web: %s', (url, expected) => {
    expect(gatherContext([{ url, text: 'A text.' }], []).texts[0]?.url).toBe(expected);
  });

  it('are the newest that fit beside the documents, each as a whole', () => {
    const messages = [textMessage('user', LONG), textMessage('user', `${LONG} ${LONG}`), ...loop];
    const room = LONG.length + RESULT.length + 30;
    const documents = [{ title: 'Large', text: 'x '.repeat((MAX_CONTEXT - room) / 2) }];
    const { texts, cut } = gatherContext(documents, messages);
    expect(texts.map(({ title }) => title)).toEqual([
      'Large',
      'Result of get_weather',
      'Result of find_hotels',
      'Message 0 (user)',
    ]);
    expect(cut).toBe(true);
  });
});
