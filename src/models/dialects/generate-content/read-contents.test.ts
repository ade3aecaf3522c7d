import { describe, expect, it } from 'vitest';
import { readContents } from './read-contents.ts';

const turn = (role: string | undefined, ...parts: object[]) => ({ role, parts });
const read = (contents: object[], systemInstruction?: unknown) =>
  readContents({ contents, systemInstruction } as Parameters<typeof readContents>[0]);
const call = (name: string, rest: object = {}) => ({ functionCall: { name, ...rest } });
const result = (name: string, rest: object = {}) => ({ functionResponse: { name, response: {}, ...rest } });

it('knows where each message was written', () => {
  const { messages, places } = read(
    [
      turn(undefined, { text: 'a' }),
      turn('model', call('f')),
      turn('model', { text: 'b' }),
      turn('user', { text: 'c' }, result('f')),
      turn('model', { text: 'd' }),
    ],
    'Be brief.',
  );
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'user',
    'assistant',
  ]);
  expect(places.map((place) => place.join('.'))).toEqual([
    ...['systemInstruction', 'contents.0', 'contents.1', 'contents.3.parts.1', 'contents.3', 'contents.4'],
  ]);
});

describe('results without an id', () => {
  const idsOf = (...contents: object[]) =>
    read(contents).messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));

  it('belong to the first call of their function that has none', () => {
    const calls = turn('model', call('f', { id: 'a' }), call('f', { id: 'b' }), call('g', { id: 'c' }));
    expect(idsOf(calls, turn('user', result('g'), result('f'), result('f')))).toEqual(['c', 'a', 'b']);
    expect(idsOf(calls, turn('user', result('f', { id: 'b' }), result('f')))).toEqual(['b', 'a']);
  });

  it('have what they show behind them', () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: '' } }, { text: 'a' }];
    const { messages, places } = read([turn('model', call('f')), turn('user', result('f', { parts }))]);
    expect(messages[2]?.content).toMatchObject([{ type: 'image_url' }, { text: 'a' }]);
    expect(places[2]).toEqual(['contents', 1]);
  });

  it('of no call get one of their own', () => {
    const [id] = idsOf(turn('user', result('f')));
    expect(id).toBe(`call_${'0'.repeat(24)}`);
  });
});

describe('parts that are not read', () => {
  it.each<[object, string]>([
    [{ text: 'a', inlineData: {} }, "a part with 'text'"],
    [{ video: {} }, "a part with 'video'"],
    [{ thoughtSignature: 's' }, "a part with 'unknown'"],
    [{ 'a b': 1 }, "a part with 'another member'"],
    [{ fileData: { fileUri: 'http://a.b/c.png' } }, "a part with 'fileData'"],
    [
      { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1/files/a' } },
      "a part with 'fileData'",
    ],
    [{ fileData: { fileUri: 'https://a.b/c', mimeType: 'video/mp4' } }, "a part with 'fileData'"],
    [{ inlineData: { mimeType: 'video/mp4', data: '' } }, "a part with 'inlineData'"],
  ])('%j', (part, what) => {
    const [message] = read([turn('user', part)]).messages;
    expect(message?.content).toMatchObject([
      { type: 'unread', written: { what, place: 'contents.0.parts.0' } },
    ]);
  });

  it('of the model and of the system stay where they stand', () => {
    const [system, said] = read([turn('model', { text: 'a' }, { video: {} })], {
      parts: [{ video: {} }],
    }).messages;
    expect(system?.content).toMatchObject([{ written: { place: 'systemInstruction.parts.0' } }]);
    expect(said?.content).toMatchObject([{ text: 'a' }, { written: { place: 'contents.0.parts.1' } }]);
    const mixed = read([turn('model', { text: 'a', ...call('f') })]).messages[0];
    expect(mixed).not.toHaveProperty('tool_calls');
  });
});

it('what is lost is said', () => {
  const lost = (...contents: object[]) => [...read(contents).leftOut];
  expect(lost(turn('user', { text: 'a', thoughtSignature: 's' }))).toEqual(['thoughtSignature=ignored']);
  expect(lost(turn('model', { text: 'a', thoughtSignature: 's' }))).toEqual(['thoughtSignature=ignored']);
  expect(lost(turn('model', { text: 'a', thought: true }))).toEqual(['thought=ignored']);
  expect(lost(turn('model', { ...call('f'), thoughtSignature: 's' }), turn('user', { text: 'a' }))).toEqual(
    [],
  );
  const named = (mimeType: string) => turn('user', { inlineData: { mimeType, data: '', displayName: 'a' } });
  expect(lost(named('application/pdf'))).toEqual([]);
  expect(lost(named('image/png'))).toEqual(['contents.parts.inlineData.displayName=ignored']);
});

it('a turn without parts is a message that says nothing', () => {
  expect(read([{ role: 'user' }]).messages).toEqual([{ role: 'user', content: [] }]);
  expect(read([{ role: 'model' }]).messages).toEqual([{ role: 'assistant', content: [] }]);
  expect(read([turn('user', result('f'))]).messages).toHaveLength(1);
});
