import { describe, expect, it } from 'vitest';
import { readTurns } from './read-turns.ts';

const text = (said: string, rest: object = {}) => ({ type: 'text', text: said, ...rest });
const use = (id: string, rest: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'f',
  input: { a: 1 },
  ...rest,
});
const result = (id: string, content: unknown, rest: object = {}) => ({
  ...{ type: 'tool_result', tool_use_id: id, content },
  ...rest,
});
const IMAGE = { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } };
const MARK = { cache_control: { type: 'ephemeral' } };
const read = (messages: object[], system?: unknown) => readTurns({ system, messages } as never);
const placesOf = (...asked: Parameters<typeof read>) =>
  read(...asked).places.map(({ message, calls }) =>
    [message, ...(calls ?? [])].map((place) => place.join('.')),
  );

describe('turns of Anthropic’s form', () => {
  it.each<[unknown, object[]]>([
    ['Be brief.', [{ role: 'system', content: 'Be brief.' }]],
    [[text('Be brief.', MARK)], [{ role: 'system', content: [text('Be brief.', MARK)] }]],
    ['', []],
    [[], []],
    [null, []],
    [undefined, []],
  ])('begin with the system text %j', (system, messages) => {
    expect(read([], system).messages).toEqual(messages);
    expect(placesOf([], system)).toEqual(messages.map(() => ['system']));
  });

  it('of a text are messages', () => {
    const messages = [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'system', content: 'Be brief.' },
    ];
    expect(read(messages).messages).toEqual(messages);
    expect(placesOf(messages)).toEqual([['messages.0'], ['messages.1'], ['messages.2']]);
  });

  it('have the results of calls first, what they show behind them, and know where each stands', () => {
    const turns = [
      {
        role: 'user',
        content: [text('Look.'), result('c', [text('a'), IMAGE], MARK), IMAGE, result('d', 'b')],
      },
    ];
    const shown = { type: 'image_url', image_url: { url: 'https://a.b/c.png' } };
    expect(read(turns).messages).toEqual([
      { role: 'tool', tool_call_id: 'c', content: [text('a')], ...MARK },
      { role: 'tool', tool_call_id: 'd', content: [text('b')] },
      { role: 'user', content: [text('Look.'), shown, shown] },
    ]);
    expect(placesOf(turns)).toEqual([['messages.0.content.1'], ['messages.0.content.3'], ['messages.0']]);
  });

  it('show a document apart from the text before it', () => {
    const document = { type: 'document', source: { type: 'text', data: 'b' } };
    expect(read([{ role: 'user', content: [text('a'), document] }]).messages[0]?.content).toEqual([
      ...[text('a\n\n'), text('b')],
    ]);
  });

  it('of results alone say nothing else, and an empty one says nothing', () => {
    expect(read([{ role: 'user', content: [result('c', 'a')] }]).messages).toHaveLength(1);
    expect(read([{ role: 'user', content: [] }]).messages).toEqual([{ role: 'user', content: [] }]);
  });

  it('of the assistant have texts and calls', () => {
    const turns = [
      {
        role: 'assistant',
        content: [
          text('So.', MARK),
          use('c', { extra_content: { google: {} }, ...MARK }),
          text('And.'),
          use('d'),
        ],
      },
      { role: 'assistant', content: [text('Done.')] },
    ];
    const [called, said] = read(turns).messages;
    expect(called).toEqual({
      role: 'assistant',
      content: [text('So.', MARK), text('And.')],
      tool_calls: [
        {
          ...{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
          ...{ extra_content: { google: {} }, ...MARK },
        },
        {
          id: 'd',
          type: 'function',
          function: { name: 'f', arguments: '{"a":1}' },
          extra_content: undefined,
        },
      ],
    });
    expect(said).not.toHaveProperty('tool_calls');
    expect(placesOf(turns)).toEqual([
      ['messages.0', 'messages.0.content.1', 'messages.0.content.3'],
      ['messages.1'],
    ]);
  });

  it('say what was left out of them', () => {
    const leftOut = (...content: object[]) => [...read([{ role: 'assistant', content }]).leftOut];
    expect(leftOut(text('a'), use('c'))).toEqual([]);
    expect(leftOut({ type: 'thinking' }, { type: 'redacted_thinking' })).toEqual(['thinking=ignored']);
    const failed = (is_error: unknown) => [
      ...read([{ role: 'user', content: [result('c', 'a', { is_error })] }]).leftOut,
    ];
    expect(failed(true)).toEqual(['is_error=ignored']);
    expect(failed(false)).toEqual([]);
  });

  it('keep what is not read, with its place', () => {
    const unread = { type: 'unread', kind: 'video' };
    const [said, system, user] = read([
      { role: 'assistant', content: [unread] },
      { role: 'system', content: [text('a'), unread] },
      { role: 'user', content: [result('c', [unread])] },
    ]).messages;
    expect(said?.content).toMatchObject([{ written: { place: 'messages.0.content.0.type' } }]);
    expect(system?.content).toMatchObject([text('a'), { written: { what: "'video' in a system message" } }]);
    expect(user).toMatchObject({ role: 'tool', content: [{ type: 'unread' }] });
  });
});
