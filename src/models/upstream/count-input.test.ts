import { expect, it } from 'vitest';
import type { ChatRequest, Message } from '../../domain/chat.ts';
import { countInput } from './count-input.ts';

/** Each kind of piece has a digit of its own. */
const TEXTS = {
  ofText: (text: string) => text.length,
  conversation: 1_000,
  message: 100,
  instructions: 10_000,
};
const MEDIA = { picture: 1_000_000, page: 100_000, second: 10_000_000 };
const count = (rest: Partial<ChatRequest>) =>
  countInput({ messages: [], stream: false, ...rest }, TEXTS, MEDIA);
const message = (rest: object) => ({ role: 'user', content: [], ...rest }) as unknown as Message;
const text = (length: number) => ({ type: 'text', text: 'x'.repeat(length) });

it.each<[string, Partial<ChatRequest>, number]>([
  ['nothing', {}, 1_000],
  ['texts', { messages: [message({ content: [text(3), text(4)] }), message({ content: [text(5)] })] }, 1_212],
  ['a name', { messages: [message({ name: 'Anna' })] }, 1_104],
  ['a name that is left open', { messages: [message({ name: undefined })] }, 1_100],
  ['calls', { messages: [message({ toolCalls: [] })] }, 1_102],
  ['tools', { tools: [] }, 11_002],
  ['tools and a form', { tools: [], responseFormat: { type: 'json_object' } }, 21_024],
  ['a picture', { messages: [message({ content: [{ type: 'image' }] })] }, 1_001_100],
  ['a page', { messages: [message({ content: [{ type: 'file', data: 'AAAA' }] })] }, 101_100],
  // A second has 4,000 bytes, which base64 writes in 5,334 characters.
  [
    'a second',
    { messages: [message({ content: [{ type: 'audio', data: 'A'.repeat(5_332) }] })] },
    10_001_100,
  ],
  ['more', { messages: [message({ content: [{ type: 'audio', data: 'A'.repeat(5_336) }] })] }, 20_001_100],
  ['no sound', { messages: [message({ content: [{ type: 'audio', data: '' }] })] }, 1_100],
])('the tokens of %s', (_, request, tokens) => {
  expect(count(request)).toBe(tokens);
});
