/** A conversation goes back to a provider of the Responses API as its caller wrote it. */
import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../../domain/chat.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { reasoningItemId } from './item-ids.ts';
import { goesBack, writeAgain } from './write-again.ts';

/** @param read the messages that were read from the items, each with its item; those without are the gateway's. */
function write(
  input: string | readonly JsonObject[],
  read: readonly (readonly [Message, JsonObject?])[],
  fields: JsonObject = {},
) {
  const body = { ...fields, input };
  const sources = new Map(read.flatMap(([message, source]) => (source ? [[message, source] as const] : [])));
  const written = { dialect: 'responses', body, sources, unread: ['of_tomorrow'] } as never;
  const request = { messages: read.map(([message]) => message), stream: false };
  return writeAgain(request, written, 'developer', 'openai');
}
const item = (role: string, content: string, more: object = {}): JsonObject => ({ role, content, ...more });
const ask = item('user', 'Hi.');
const said = item('assistant', 'Hello.');

describe('a conversation', () => {
  it('goes as it came where nothing is added, without what the gateway does itself', () => {
    expect(write('Hi.', [], { store: true, of_tomorrow: 1, top_p: 0.5, temperature: null })).toEqual({
      top_p: 0.5,
      of_tomorrow: 1,
      input: 'Hi.',
    });
    const read = [
      [textMessage('user', 'Hi.'), ask],
      [textMessage('assistant', 'Hello.'), said],
    ] as const;
    expect(write([ask, said], read).input).toEqual([ask, said]);
  });

  it('has what the gateway adds before it, and behind the item that it belongs to', () => {
    const read = [
      [textMessage('system', 'Be true.')],
      [textMessage('user', 'Hi.'), ask],
      [textMessage('system', 'Evidence.')],
      [textMessage('user', 'And more.')],
      [textMessage('assistant', ' \n'.trim())],
      [textMessage('assistant', 'Hello.'), said],
    ] as const;
    expect(write([ask, said], read).input).toEqual([
      item('developer', 'Be true.'),
      ask,
      item('developer', 'Evidence.'),
      item('user', 'And more.'),
      said,
    ]);
  });

  it('that is one text becomes an item where something is added', () => {
    const question = textMessage('user', 'Hi.');
    const body = { input: 'Hi.' };
    const written = { dialect: 'responses', body, sources: new Map([[question, body]]), unread: [] } as never;
    const messages = [textMessage('system', 'Be true.'), question, textMessage('system', 'Evidence.')];
    expect(writeAgain({ messages, stream: false }, written, 'system', 'openai').input).toEqual([
      item('system', 'Be true.'),
      item('user', 'Hi.'),
      item('system', 'Evidence.'),
    ]);
  });

  it('has the system’s role in the word of its model, and nothing of the gateway’s own', () => {
    const own = item('system', 'Be brief.', { extra_content: { google: {} }, id: 'msg_1' });
    expect(write([own, item('developer', 'Be kind.')], []).input).toEqual([
      item('developer', 'Be brief.', { id: 'msg_1' }),
      item('developer', 'Be kind.'),
    ]);
  });
});

it('reasoning goes back to whoever wrote it, and only whole', () => {
  const idFor = (provider?: string) => reasoningItemId(`resp_${'a'.repeat(24)}`, 0, provider);
  const reasoning = (more: object) => ({ type: 'reasoning', encrypted_content: 'x', ...more });
  expect(goesBack(ask, 'openai')).toBe(true);
  expect(goesBack(reasoning({ id: 'rs_of_openai' }), 'openai')).toBe(true);
  expect(goesBack(reasoning({}), 'openai')).toBe(true);
  expect(goesBack(reasoning({ id: idFor('openai') }), 'openai')).toBe(true);
  expect(goesBack(reasoning({ id: idFor() }), 'openai')).toBe(true);
  expect(goesBack(reasoning({ id: idFor('xai') }), 'openai')).toBe(false);
  expect(goesBack({ type: 'reasoning', id: 'rs_1' }, 'openai')).toBe(false);
  expect(write([{ type: 'reasoning', id: 'rs_1' }, ask], []).input).toEqual([ask]);
});
