/** Where the words of the gateway stand that belong behind a question. */
import { expect, it } from 'vitest';
import { type Message, textMessage, type UserPart } from '../../../domain/chat.ts';
import { joinInPlace } from './to-messages.ts';

const asked = (...content: readonly UserPart[]): Message => ({ role: 'user', content });
const evidence: Message = { ...textMessage('system', 'Evidence.'), inPlace: true };

it('they end the last text of the question', () => {
  expect(joinInPlace([textMessage('user', 'Why?'), evidence])).toEqual([
    textMessage('user', 'Why?\n\nEvidence.'),
  ]);
});

it('they are a text of their own behind one with a mark, which keeps what it ended', () => {
  const text: UserPart = { type: 'text', text: 'Why?', cache: {} };
  expect(joinInPlace([asked(text), evidence])).toEqual([asked(text, { type: 'text', text: 'Evidence.' })]);
});

it('they stay apart where no question stands before them', () => {
  const messages = [textMessage('assistant', 'Because.'), evidence];
  expect(joinInPlace(messages)).toEqual(messages);
});
