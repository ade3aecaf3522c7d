/** A conversation goes back to Google as its caller wrote it. */
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../domain/catalogue.ts';
import { type Message, textMessage } from '../../../domain/chat.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { writeAgain } from './write-again.ts';

const model = { id: 'gemini-2.5-flash', wireId: 'gemini-2.5-flash', capabilities: {} } as unknown as Model;
const turn = (role: string, ...parts: object[]): JsonObject => ({ role, parts });

/** @param read the messages that were read from the turns, each with its first turn; those without are the gateway's. */
function write(
  contents: readonly JsonObject[],
  read: readonly (readonly [Message, JsonObject?])[],
  body: JsonObject = {},
) {
  const sources = new Map(read.flatMap(([message, source]) => (source ? [[message, source] as const] : [])));
  const written = { dialect: 'generate-content', body: { ...body, contents }, sources } as never;
  return writeAgain({ messages: read.map(([message]) => message), stream: false }, written, model);
}

const ask = turn('user', { text: 'Hi.' });
const empty = { text: '' };

it('leaves out the empty text that ends a stream, and the turn that has nothing else', () => {
  const said = turn('model', { text: 'Hello.' }, empty);
  const signed = turn('model', { text: '', thoughtSignature: 'abc' });
  const contents = [ask, said, turn('model', empty), signed, ask];
  const read = [
    [textMessage('user', 'Hi.'), ask],
    [textMessage('assistant', 'Hello.'), said],
    [textMessage('user', 'Hi.'), contents[4]!],
  ] as const;
  expect(write(contents, read).contents).toEqual([ask, turn('model', { text: 'Hello.' }), signed, ask]);
});

it('puts what the gateway adds behind the question, or before the instruction', () => {
  const read = [
    [textMessage('system', 'Be true.')],
    [textMessage('user', 'Hi.'), ask],
    [textMessage('user', 'Evidence.')],
    [textMessage('assistant', 'Well,')],
    [textMessage('user', 'Go on.')],
  ] as const;
  expect(write([ask], read, { systemInstruction: 'Be brief.' })).toMatchObject({
    systemInstruction: { parts: [{ text: 'Be true.' }, { text: 'Be brief.' }] },
    contents: [
      turn('user', { text: 'Hi.' }, { text: 'Evidence.' }),
      turn('model', { text: 'Well,' }),
      turn('user', { text: 'Go on.' }),
    ],
  });
});

describe('the calls of the current turn', () => {
  const needing = { ...model, wireId: 'gemini-3-pro-preview' } as Model;
  const called = (name: string, more: object = {}) => ({ functionCall: { name }, ...more });
  const given = (name: string) => ({ functionResponse: { name, response: {} } });
  const signature = { thoughtSignature: 'skip_thought_signature_validator' };
  const read = (contents: readonly JsonObject[], of = needing) => {
    const messages = contents.map((_, at) => textMessage('user', `${at}`));
    const sources = new Map(messages.map((message, at) => [message, contents[at]!]));
    return writeAgain(
      { messages, stream: false },
      { dialect: 'generate-content', body: { contents }, unread: [], sources } as never,
      of,
    ).contents;
  };

  it('are signed at the first of each step, where the model needs it and nobody has', () => {
    const contents = [
      turn('user', { text: 'Before.' }),
      turn('model', called('a')),
      turn('user', given('a')),
      turn('user', { text: 'Now.' }),
      turn('model', { text: 'So.' }, called('b'), called('c'), { text: 'Wait.' }),
      turn('user', given('b'), given('c')),
      turn('model', called('d', { thoughtSignature: 'own' }), called('e')),
      turn('user', given('d'), given('e')),
      turn('model', called('f')),
      turn('user', given('f')),
    ];
    const signed = [...contents];
    signed[4] = turn('model', { text: 'So.' }, called('b', signature), called('c'), { text: 'Wait.' });
    signed[8] = turn('model', called('f', signature));
    expect(read(contents)).toEqual(signed);
    expect(read(contents, model)).toEqual(contents);
  });

  it('may have no text of a user before them', () => {
    expect(read([turn('model', called('a')), turn('user', given('a'))])).toEqual([
      turn('model', called('a', signature)),
      turn('user', given('a')),
    ]);
  });
});
