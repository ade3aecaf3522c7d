import { describe, expect, it } from 'vitest';
import { readMessages } from './read-messages.ts';

const read = (...bodies: object[]) => readMessages(bodies as never, (at) => `messages.${at}`);
const one = (body: object) => read(body).messages[0];
const text = (said: string, rest: object = {}) => ({ type: 'text', text: said, ...rest });
const MARK = { cache_control: { type: 'ephemeral' } };
const marked = (said: string) => text(said, { cache: expect.anything() });
const UNREAD = { type: 'unread', kind: 'video' };
const PNG = 'iVBORw0KGgo=';
const call = (id: string, rest: object = {}, args = '{"a":1}') => ({
  ...{ id, type: 'function', function: { name: 'f', arguments: args } },
  ...rest,
});

describe('a text', () => {
  it.each<[unknown, object[]]>([
    ['a', [text('a')]],
    ['', []],
    [[text('a'), text('b')], [text('ab')]],
    [[text('')], []],
    [
      [text('a', MARK), text('b')],
      [marked('a'), text('b')],
    ],
    [[text('a'), text('b', MARK)], [marked('ab')]],
    // A mark behind nothing new.
    [[text('a', MARK), text('', MARK)], [marked('a')]],
    [[text('', MARK), text('a')], [text('a')]],
    ['a\ud800', [text('a\ufffd')]],
  ])('of %j', (content, parts) => {
    for (const role of ['user', 'system', 'assistant']) {
      expect(one({ role, content })).toEqual({ role, content: parts });
    }
  });

  it('of the developer is the system’s', () => {
    expect(one({ role: 'developer', content: 'a' })).toEqual({ role: 'system', content: [text('a')] });
  });

  it.each([
    ['Anna', { name: 'Anna' }],
    ['', {}],
    [null, {}],
    [undefined, {}],
  ])('named %j', (name, expected) => {
    for (const role of ['user', 'system', 'assistant'])
      expect(one({ role, content: 'a', name })).toEqual({ role, content: [text('a')], ...expected });
  });
});

describe('what a user shows', () => {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } };
  const user = (...content: object[]) => ({ role: 'user', content });

  it('stands between the texts, with its place', () => {
    const { messages, media } = read(user(text('a'), text('b'), image, text('c')), user(image));
    const shown = {
      type: 'image',
      source: { kind: 'data', mediaType: 'image/png', data: PNG },
      detail: 'low',
    };
    expect(messages.map(({ content }) => content)).toEqual([[text('ab'), shown, text('c')], [shown]]);
    expect(media.map(({ place }) => place)).toEqual(['messages.0.content.2', 'messages.1.content.0']);
  });

  it('may be marked, and say more or less of itself', () => {
    expect(one(user({ ...image, ...MARK }))?.content).toMatchObject([{ cache: expect.anything() }]);
    expect(one(user(image, text('a', MARK)))?.content).toEqual([
      expect.objectContaining({ type: 'image' }),
      marked('a'),
    ]);
    const plain = { type: 'image_url', image_url: { url: 'https://a.b/c.png', detail: null } };
    expect(one(user(plain))?.content).toStrictEqual([
      { type: 'image', source: { kind: 'url', url: 'https://a.b/c.png' } },
    ]);
    const file = (filename: unknown) => ({ type: 'file', file: { file_data: 'JVBERi0=', filename } });
    expect(one(user(file('a.pdf')))?.content).toMatchObject([{ type: 'file', filename: 'a.pdf' }]);
    expect(one(user(file(null)))?.content[0]).not.toHaveProperty('filename');
    const sound = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
    expect(one(user(sound))?.content).toEqual([{ type: 'audio', format: 'wav', data: 'UklGRg==' }]);
  });

  it.each([
    [UNREAD, "'video'"],
    [{ type: 'file', file: { file_id: 'f' } }, 'a file with a file_id'],
  ])('and is not read is noted: %j', (part, what) => {
    const { messages, media } = read(user(text('a'), part, text('b')));
    expect(messages[0]?.content).toEqual([text('a'), text('b')]);
    expect(media).toEqual([{ kind: 'unread', what, place: 'messages.0.content.1' }]);
  });

  it('is noted as its caller wrote it', () => {
    const written = { place: 'input.3', what: 'a picture' };
    expect(read(user({ ...UNREAD, written })).media).toEqual([{ kind: 'unread', ...written }]);
  });
});

describe('an assistant', () => {
  const assistant = (rest: object) => one({ role: 'assistant', ...rest });

  it('refuses behind what it says', () => {
    expect(assistant({ content: 'a', refusal: 'b' })?.content).toEqual([text('ab')]);
    expect(assistant({ content: [text('a')], refusal: 'b' })?.content).toEqual([text('ab')]);
    expect(assistant({ content: null, refusal: 'b' })?.content).toEqual([text('b')]);
    expect(assistant({ content: [text('a'), { type: 'refusal', refusal: 'b' }] })?.content).toEqual([
      text('ab'),
    ]);
    expect(assistant({ content: null })?.content).toEqual([]);
  });

  it('calls, with what came with a call', () => {
    const calls = [call('a', { extra_content: { google: {} }, ...MARK }), call('b', {}, ' '), UNREAD];
    expect(assistant({ tool_calls: calls })).toEqual({
      role: 'assistant',
      content: [],
      toolCalls: [
        { id: 'a', name: 'f', arguments: '{"a":1}', extra: { google: {} }, cache: expect.anything() },
        { id: 'b', name: 'f', arguments: '{}' },
      ],
    });
    expect(assistant({ content: 'a', tool_calls: [] })).not.toHaveProperty('toolCalls');
  });

  it('does not speak', () => {
    expect(() => assistant({ audio: { id: 'a' } })).toThrow('messages.0.audio: audio is not supported');
  });

  it('may say and call what is not read', () => {
    const { media } = read({
      role: 'assistant',
      content: [text('a'), UNREAD],
      tool_calls: [call('a'), UNREAD],
    });
    expect(media.map(({ place }) => place)).toEqual(['messages.0.tool_calls.1', 'messages.0.content.1']);
  });
});

describe('results', () => {
  const tool = (content: unknown, rest: object = {}) =>
    one({ role: 'tool', tool_call_id: 'c', content, ...rest });

  it.each<[unknown, object, object[], boolean]>([
    ['a', {}, [text('a')], false],
    [[text('a'), text('b')], {}, [text('ab')], false],
    [[text('a', MARK), text('b')], {}, [text('ab')], true],
    ['a', MARK, [text('a')], true],
    ['', {}, [], false],
  ])('of %j with %j', (content, rest, parts, isMarked) => {
    const found = tool(content, rest);
    expect(found).toMatchObject({ role: 'tool', callId: 'c', content: parts });
    expect(found !== undefined && 'cache' in found).toBe(isMarked);
  });

  it('and texts of the system may hold what is not read', () => {
    const { media } = read(
      { role: 'tool', tool_call_id: 'c', content: [UNREAD] },
      { role: 'system', content: [text('a'), UNREAD] },
    );
    expect(media.map(({ place }) => place)).toEqual(['messages.0.content.0', 'messages.1.content.1']);
  });

  it('in the older form belong to the call before', () => {
    const older = (name: string) => ({ role: 'assistant', function_call: { name, arguments: '{}' } });
    const { messages } = read(
      ...[older('f'), { role: 'function', name: 'f', content: 'a' }],
      ...[older('g'), { role: 'function', name: 'g', content: null }],
    );
    expect(messages).toEqual([
      { role: 'assistant', content: [], toolCalls: [{ id: 'call_function_0', name: 'f', arguments: '{}' }] },
      { role: 'tool', content: [text('a')], callId: 'call_function_0' },
      { role: 'assistant', content: [], toolCalls: [{ id: 'call_function_2', name: 'g', arguments: '{}' }] },
      { role: 'tool', content: [], callId: 'call_function_2' },
    ]);
  });
});
