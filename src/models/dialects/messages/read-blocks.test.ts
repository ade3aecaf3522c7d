import { describe, expect, it } from 'vitest';
import { isText, markOf, toPart, toResult, toTexts, type UserBlock, unreadBlock } from './read-blocks.ts';

const AT = ['messages', 0, 'content', 1] as const;
const PART = 'messages.0.content.1';
const text = (said: string) => ({ type: 'text', text: said });
const part = (block: object, next?: object) =>
  toPart(block as Parameters<typeof toPart>[0], AT, next as UserBlock | undefined);
const document = (source: object, rest: object = {}) => ({ type: 'document', source, ...rest });
const unread = (kind: string) => ({ type: 'unread', kind });

describe('a block', () => {
  it.each<[object, object]>([
    [text('a'), text('a')],
    [
      { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } },
      { type: 'image_url', image_url: { url: 'https://a.b/c.png' } },
    ],
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ],
    [
      document({ type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, { title: 't' }),
      { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 't' } },
    ],
    [document({ type: 'text', data: 'b' }, { title: 't', context: 'c' }), text('t\n\nc\n\nb')],
    [document({ type: 'text', data: 'b' }, { title: '', context: null }), text('b')],
    [document({ type: 'content', content: 'b' }, { title: 't' }), text('t\n\nb')],
    [document({ type: 'content', content: [text('b'), text('c')] }), text('b\n\nc')],
    [{ type: 'tool_reference', tool_name: 'f' }, text('The tool f was found.')],
    [{ type: 'search_result', title: 't', source: 's', content: [text('b')] }, text('t\n\ns\n\nb')],
  ])('%j', (block, expected) => {
    expect(part(block)).toEqual(expected);
    const cache_control = { type: 'ephemeral' };
    expect(part({ ...block, cache_control })).toEqual({ ...expected, cache_control });
    expect(part({ ...block, cache_control: null })).toEqual(expected);
  });

  it.each<[object, object]>([
    [unread('video'), { place: `${PART}.type`, what: "a block of type 'video'" }],
    [
      { type: 'image', source: unread('file') },
      { place: `${PART}.source.type`, what: "'file' in a picture" },
    ],
    [document(unread('file')), { place: `${PART}.source.type`, what: "'file' in a document" }],
    [
      document({ type: 'content', content: [text('b'), unread('image')] }),
      { place: `${PART}.source.content.1.type`, what: "'image' in a document" },
    ],
  ])('that is not read says where it stands: %j', (block, written) => {
    expect(part(block)).toMatchObject({ type: 'unread', written });
  });

  it.each<[object, object | undefined, string]>([
    [text('a'), text('b'), 'a'],
    [text('a'), undefined, 'a'],
    [text('a'), document({}), 'a\n\n'],
    [text('a'), { type: 'search_result' }, 'a\n\n'],
    [text('a'), { type: 'tool_reference' }, 'a\n\n'],
    [text('a'), { type: 'image' }, 'a'],
    [{ type: 'tool_reference', tool_name: 'f' }, text('b'), 'The tool f was found.\n\n'],
    [{ type: 'tool_reference', tool_name: 'f' }, undefined, 'The tool f was found.'],
  ])('%j before %j', (block, next, expected) => {
    expect(part(block, next)).toMatchObject({ text: expected });
  });
});

it.each<[unknown, object[]]>([
  [undefined, [text('')]],
  [null, [text('')]],
  ['a', [text('a')]],
  [
    [text('a'), text('b')],
    [text('a'), text('b')],
  ],
  [
    [{ type: 'tool_reference', tool_name: 'f' }, text('b')],
    [text('The tool f was found.\n\n'), text('b')],
  ],
  [
    [unread('x')],
    [{ ...unread('x'), written: { place: `${PART}.content.0.type`, what: "a block of type 'x'" } }],
  ],
  [
    [text('a'), { type: 'tool_reference', tool_name: 'f' }],
    [text('a\n\n'), text('The tool f was found.')],
  ],
])('the result of a call: %j', (content, parts) => {
  expect(toResult({ type: 'tool_result', tool_use_id: 'c', content } as never, AT)).toEqual(parts);
});

it('texts alone are read of a system message', () => {
  expect(toTexts('a', AT, 'a system message')).toEqual([text('a')]);
  const [first, second] = toTexts([text('a') as never, unread('image') as never], AT, 'a system message');
  expect(first).toEqual(text('a'));
  expect(second).toMatchObject({
    written: { what: "'image' in a system message", place: `${PART}.content.1.type` },
  });
  expect([first, second].map((one) => isText(one!))).toEqual([true, false]);
});

it('a mark that is left out is none', () => {
  expect(markOf({})).toEqual({});
  expect(unreadBlock(unread('x') as never, ['a', 0])).toEqual({
    ...unread('x'),
    written: { place: 'a.0.type', what: "a block of type 'x'" },
  });
});
