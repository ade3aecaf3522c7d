import { describe, expect, it } from 'vitest';
import { placeItems } from './placed-item.ts';
import { readItems } from './read-items.ts';

const read = (...items: object[]) =>
  readItems(placeItems(items), (name, namespace) => `${namespace ?? ''}${name}`);
const user = (content: unknown) => ({ type: 'message', role: 'user', content });
const said = (content: unknown) => ({ type: 'message', role: 'assistant', content });
const call = (id: string, rest: object = {}) => ({
  ...{ type: 'function_call', call_id: id, name: 'f', arguments: '{}' },
  ...rest,
});
const output = (id: string, given: unknown) => ({ type: 'function_call_output', call_id: id, output: given });
const reasoning = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: id });
const text = (words: string) => ({ type: 'text', text: words });

/** The messages as their roles and what they say, call or answer. */
function shown(...items: object[]): string[] {
  return read(...items).messages.map((message) => {
    const content = typeof message.content === 'string' ? message.content : JSON.stringify(message.content);
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const ids = calls.map((one) => (one as { id: string }).id).join('+');
    return `${message.role} ${message.role === 'tool' ? message.tool_call_id : ids} ${content}`;
  });
}

describe('the turns of a conversation', () => {
  it('of the model go on until somebody else speaks', () => {
    const items = [
      said('a'),
      call('1'),
      call('2'),
      output('1', 'x'),
      output('2', 'y'),
      said('b'),
      user('c'),
      said('d'),
    ];
    expect(shown(...items)).toEqual([
      'assistant 1+2 [{"type":"text","text":"a"}]',
      'tool 1 x',
      'tool 2 y',
      'assistant  [{"type":"text","text":"b"}]',
      'user  c',
      'assistant  [{"type":"text","text":"d"}]',
    ]);
    expect(read(...items).origins).toEqual([0, 0, 0, 5, 6, 7]);
    expect(read(...items).places).toEqual([
      ...['input.0', 'input.0', 'input.0', 'input.5', 'input.6', 'input.7'],
    ]);
  });

  it('say one thing after another, but what is said behind calls stands with them', () => {
    expect(shown(said('a'), said('b'), call('1'), said('c'), call('2'))).toEqual([
      'assistant  [{"type":"text","text":"a"}]',
      'assistant 1+2 [{"type":"text","text":"b"},{"type":"text","text":"c"}]',
    ]);
  });

  it('have results behind their calls wherever they stand', () => {
    expect(shown(call('1'), user('a'), output('1', 'x'))).toEqual(['assistant 1 []', 'tool 1 x', 'user  a']);
    // Of no call there is no result.
    expect(shown(output('1', 'x'), user('a'))).toEqual(['user  a']);
  });

  it('have what a result shows behind it', () => {
    const image = { type: 'input_image', image_url: 'https://a.b/c.png' };
    const [, result, more] = read(
      call('1'),
      output('1', [{ type: 'input_text', text: 'a' }, image]),
    ).messages;
    expect(result).toMatchObject({ role: 'tool', content: [text('a')] });
    expect(more).toMatchObject({ role: 'user', content: [{ type: 'image_url' }] });
  });

  it('name the function that stands for a tool, and take what it is given', () => {
    const custom = { type: 'custom_tool_call', call_id: '1', name: 'g', namespace: 'n.', input: 'x' };
    const [message] = read(custom).messages;
    expect(message).toMatchObject({
      tool_calls: [{ function: { name: 'n.g', arguments: '{"input":"x"}' } }],
    });
  });
});

describe('reasoning', () => {
  const extrasOf = (...items: object[]) =>
    read(...items).messages.flatMap((message) =>
      message.role === 'assistant'
        ? (message.tool_calls ?? []).map((one) => (one as { extra_content?: object }).extra_content)
        : [],
    );

  it('goes with the next call of its turn', () => {
    expect(extrasOf(reasoning('a'), reasoning('b'), call('1'), call('2'))).toEqual([
      { responses: { reasoning: [reasoning('a'), reasoning('b')] } },
      undefined,
    ]);
    expect(read(reasoning('a'), call('1')).adjusted).toEqual([]);
    expect(extrasOf(reasoning('a'), call('1', { extra_content: { google: {} } }))).toMatchObject([
      { google: {}, responses: {} },
    ]);
  });

  it.each<[string, object[]]>([
    ['no call follows', [reasoning('a'), said('b')]],
    ['somebody else speaks before', [reasoning('a'), user('b'), call('1')]],
    ['it is not encrypted', [{ type: 'reasoning', id: 'a', summary: [] }, call('1')]],
  ])('is left out, and said to be, where %s', (_, items) => {
    expect(read(...items).adjusted).toEqual(['reasoning=ignored']);
    expect(extrasOf(...items).every((extra) => extra === undefined)).toBe(true);
  });
});

describe('what is not read', () => {
  it('is left out, unless it is a call or a result', () => {
    const { adjusted, unread } = read(
      { type: 'web_search_call', id: 'ws' },
      { type: 'shell_call', call_id: '1' },
      { type: 'additional_tools', role: 'developer', tools: [] },
    );
    expect(adjusted).toEqual(['input=web_search_call:ignored']);
    expect(unread).toEqual([{ kind: 'unread', what: "an item of type 'shell_call'", place: 'input.1.type' }]);
  });

  it.each<[object, string]>([
    [{ type: 'input_image', file_id: 'f' }, 'an image with a file_id'],
    [{ type: 'input_file', file_id: 'f' }, 'a file without file_data'],
  ])('of a message stays where it stands: %j', (part, what) => {
    const [message] = read(user([{ type: 'input_text', text: 'a' }, part])).messages;
    expect(message?.content).toMatchObject([
      text('a'),
      { type: 'unread', written: { place: 'input.0.content.1', what } },
    ]);
  });
});

it('what the model said is its text, or a refusal', () => {
  const parts = [
    { type: 'output_text', text: 'a', annotations: [] },
    { type: 'refusal', refusal: 'b' },
  ];
  expect(read(said(parts)).messages[0]?.content).toStrictEqual([text('a'), parts[1]]);
});

it('marks stay, and are not made', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const [marked] = read(user([{ type: 'input_text', text: 'a', ...mark }])).messages;
  expect(marked?.content).toMatchObject([{ ...text('a'), ...mark }]);
  const [plain] = read(user([{ type: 'input_text', text: 'a' }])).messages;
  expect(plain?.content).toStrictEqual([text('a')]);
  const [breaking] = read(user([{ type: 'input_text', text: 'a', prompt_cache_breakpoint: {} }])).messages;
  expect(breaking?.content).toMatchObject([{ prompt_cache_breakpoint: {} }]);
});
