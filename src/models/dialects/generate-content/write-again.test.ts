/** A conversation goes back to Google as its caller wrote it. */
import { expect, it } from 'vitest';
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
