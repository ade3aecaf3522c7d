/** What providers of the dialect are sent of a conversation, and where the words of the gateway stand that belong behind a question. */
import { describe, expect, it } from 'vitest';
import { type Message, textMessage, type UserPart } from '../../../domain/chat.ts';
import { TAKES_ALL } from '../dialect.ts';
import { toMessages } from './to-messages.ts';

const asked = (...content: readonly UserPart[]): Message => ({ role: 'user', content });
const evidence: Message = { ...textMessage('system', 'Evidence.'), inPlace: true };
const MODEL = { id: 'm', capabilities: TAKES_ALL } as unknown as Parameters<typeof toMessages>[1]['model'];
const written = (messages: readonly Message[], systemAnywhere = false) =>
  toMessages(messages, {
    model: MODEL,
    named: true,
    systemAnywhere,
    takesThoughts: true,
    written: undefined,
  });

it('they end the last text of the question', () => {
  expect(written([textMessage('user', 'Why?'), evidence])).toEqual([
    { role: 'user', name: undefined, content: 'Why?\n\nEvidence.' },
  ]);
  expect(written([textMessage('user', ''), evidence])).toMatchObject([{ content: 'Evidence.' }]);
});

it('they are a text of their own behind one with a mark, which keeps what it ended', () => {
  const [question] = written([asked({ type: 'text', text: 'Why?', cache: {} }), evidence]);
  expect(question?.content).toEqual([
    { type: 'text', text: 'Why?', prompt_cache_breakpoint: { mode: 'explicit', ttl: undefined } },
    { type: 'text', text: 'Evidence.' },
  ]);
});

it('they stay apart where no question stands before them, and where the provider takes them anywhere', () => {
  const contents = (messages: readonly Message[], anywhere?: boolean) =>
    written(messages, anywhere).map(({ role, content }) => [role, content]);
  const behind = (role: 'user' | 'assistant') => [textMessage(role, 'Because.'), evidence];
  const apart = (role: string) => [
    [role, 'Because.'],
    ['system', 'Evidence.'],
  ];
  expect(contents(behind('assistant'))).toEqual(apart('assistant'));
  expect(contents(behind('user'), true)).toEqual(apart('user'));
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const breakpoint = (ttl?: string) => ({
  prompt_cache_breakpoint: { mode: 'explicit', ...(ttl === undefined ? {} : { ttl }) },
});

describe('a message', () => {
  const text = (words: string, more: object = {}) => ({ type: 'text' as const, text: words, ...more });
  const call = { id: 'c', name: 'look', arguments: '{"a":1}' };

  it.each<[string, Message, object]>([
    ['of texts is one text', asked(text('A'), text('B')), { role: 'user', content: 'AB' }],
    [
      'has its name',
      { ...asked(text('A')), name: 'ann' } as Message,
      { role: 'user', name: 'ann', content: 'A' },
    ],
    ['of the system has the word of the model', textMessage('system', 'A'), { role: 'system', content: 'A' }],
    [
      'with calls and no text says null',
      { role: 'assistant', content: [], toolCalls: [call] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }],
      },
    ],
    [
      'with calls behind a text has both',
      { role: 'assistant', content: [text('Wait.')], toolCalls: [call] },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'look', arguments: '{"a":1}' } }],
      },
    ],
    ['without calls has an empty text', textMessage('assistant', ''), { role: 'assistant', content: '' }],
    [
      'of a result names its call',
      { role: 'tool', callId: 'c', content: [text('Seen.')] },
      { role: 'tool', tool_call_id: 'c', content: 'Seen.' },
    ],
    [
      'of a result that is marked bears the mark at its end',
      { role: 'tool', callId: 'c', content: [text('A'), text('B')], cache: { seconds: 60 } },
      { role: 'tool', tool_call_id: 'c', content: [text('A'), { ...text('B'), ...breakpoint('30m') }] },
    ],
    [
      'of an empty result that is marked bears it too',
      { role: 'tool', callId: 'c', content: [], cache: { seconds: 3_600 } },
      { role: 'tool', tool_call_id: 'c', content: [{ ...text(''), ...breakpoint('12h') }] },
    ],
    [
      'with a picture, a file and a sound has parts',
      asked(
        text('What?'),
        { type: 'image', source: { kind: 'url', url: 'https://a.b/c.png' }, detail: 'low' },
        { type: 'image', source: { kind: 'data', mediaType: 'image/png', data: 'AAAA' } },
        { type: 'file', mediaType: 'application/pdf', data: 'AAAA' },
        { type: 'file', mediaType: 'application/pdf', data: 'AAAA', filename: 'a.pdf', cache: {} },
        { type: 'audio', format: 'wav', data: 'AAAA' },
      ),
      {
        role: 'user',
        content: [
          text('What?'),
          { type: 'image_url', image_url: { url: 'https://a.b/c.png', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          {
            type: 'file',
            file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AAAA' },
          },
          {
            type: 'file',
            file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
            ...breakpoint(),
          },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        ],
      },
    ],
  ])('%s', (_what, message, expected) => {
    expect(plain(written([message], true))).toEqual([expected]);
  });
});

describe('a message that came in the same dialect', () => {
  const again = (source: Record<string, unknown>, form: object = {}, capabilities: object = {}) => {
    const message = {
      ...{ role: source.role === 'developer' ? 'system' : source.role, content: [], callId: 'c' },
    } as unknown as Message;
    const [sent] = toMessages([message], {
      model: { ...MODEL, capabilities: { ...TAKES_ALL, cacheMarks: true, ...capabilities } },
      ...{ named: true, systemAnywhere: true, takesThoughts: true },
      written: { dialect: 'chat-completions', body: {}, unread: [], sources: new Map([[message, source]]) },
      ...form,
    });
    return plain(sent);
  };
  const user = (...content: unknown[]) => ({ role: 'user', content });
  const control = { cache_control: { type: 'ephemeral', ttl: '1h' } };

  it('goes on as it came', () => {
    const source = {
      ...{ role: 'assistant', name: 'bot', content: 'Yes.', reasoning_content: 'Hm.', x: 1 },
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, x: 1 }, 7],
    };
    expect(again(source)).toEqual(source);
    const parts = user({ type: 'text', text: 'a', ...breakpoint('30m') }, 7, { type: 'of_tomorrow' });
    expect(again(parts)).toEqual(parts);
  });

  it('loses what the provider does not take', () => {
    const source = { role: 'assistant', name: 'bot', content: 'Yes.', reasoning_content: 'Hm.' };
    expect(again(source, { named: false })).not.toHaveProperty('name');
    expect(again(source, { takesThoughts: false })).toEqual({
      role: 'assistant',
      name: 'bot',
      content: 'Yes.',
    });
    const call = { id: 'c', function: { name: 'f' } };
    const marked = { ...call, extra_content: {}, ...control, ...breakpoint() };
    expect(again({ role: 'assistant', content: null, tool_calls: [marked] })).toEqual({
      ...{ role: 'assistant', content: null, tool_calls: [call] },
    });
  });

  it('has the model’s word for the system', () => {
    expect(again({ role: 'developer', content: 'A' }, {}, { systemRole: 'system' })).toEqual({
      ...{ role: 'system', content: 'A' },
    });
  });

  it.each<[string, object, boolean, object]>([
    ['in other words', control, true, breakpoint('12h')],
    ['in both words', { ...control, ...breakpoint('30m') }, true, breakpoint('30m')],
    ['that is null beside another', { ...control, prompt_cache_breakpoint: null }, true, breakpoint('12h')],
    ['that is null', { cache_control: null }, true, {}],
    ['in its own words', breakpoint('30m'), true, breakpoint('30m')],
    ['in other words, of a model without', control, false, {}],
    ['in its own words, of a model without', breakpoint(), false, {}],
  ])('has a mark as the model knows it: %s', (_what, mark, cacheMarks, expected) => {
    const part = { type: 'text', text: 'a' };
    expect(again(user({ ...part, ...mark }), {}, { cacheMarks })).toEqual(user({ ...part, ...expected }));
    const result = { role: 'tool', tool_call_id: 'c', content: 'Seen.' };
    expect(again({ ...result, ...mark }, {}, { cacheMarks })).toEqual({ ...result, ...expected });
    // Only results and parts may be marked.
    expect(again({ role: 'user', content: 'a', ...mark }, {}, { cacheMarks })).toEqual(
      plain({ role: 'user', content: 'a', ...mark }),
    );
  });

  it('has files with how their data begin, and a name', () => {
    const file = (own: unknown) => user({ type: 'file', file: own });
    const data = 'data:application/pdf;base64,AAAA';
    expect(again(file({ file_data: 'AAAA' }))).toEqual(file({ filename: 'document.pdf', file_data: data }));
    expect(again(file({ file_data: data, filename: 'a' }))).toEqual(file({ file_data: data, filename: 'a' }));
    for (const own of [{ file_id: 'x' }, 'x', { file_data: 7 }]) expect(again(file(own))).toEqual(file(own));
    const other = user({ type: 'text', text: 'a', file: { file_data: 'AAAA' } });
    expect(again(other)).toEqual(other);
  });
});
