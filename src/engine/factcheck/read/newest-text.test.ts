import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../../domain/chat.ts';
import { newestText } from './newest-text.ts';

const user = (text: string) => textMessage('user', text);
const assistant = (text: string) => textMessage('assistant', text);

describe('the newest part of a conversation', () => {
  it('is what both sides said, in their order', () => {
    const tool: Message = { role: 'tool', content: [{ type: 'text', text: 'Result.' }], callId: 'a' };
    const messages = [
      textMessage('system', 'Be brief.'),
      user('Why?'),
      assistant(''),
      tool,
      assistant('So.'),
    ];
    expect(newestText(messages, 100)).toEqual([
      { index: 1, role: 'user', text: 'Why?', offset: 0 },
      { index: 4, role: 'assistant', text: 'So.', offset: 0 },
    ]);
  });

  it('begins where there is no room for more', () => {
    const messages = [user('Older.'), user('Newer.')];
    expect(newestText(messages, 12).map(({ text }) => text)).toEqual(['Older.', 'Newer.']);
    expect(newestText(messages, 6).map(({ text }) => text)).toEqual(['Newer.']);
    expect(newestText(messages, 0)).toEqual([]);
    expect(newestText([], 10)).toEqual([]);
  });

  it.each([
    ['One two. Three.', 12, 'Three.', 9],
    ['One two! Three.', 12, 'Three.', 9],
    ['One (two.) Three.', 13, 'Three.', 11],
    ['One two\nthree.', 12, 'three.', 8],
    ['一二。三四', 4, '三四', 3],
    ['One two three.', 5, 'hree.', 9],
  ])('begins behind a sentence or line of %j', (text, limit, rest, offset) => {
    expect(newestText([user(text)], limit)).toEqual([{ index: 0, role: 'user', text: rest, offset }]);
  });

  it('leaves out what ends with its cut', () => {
    expect(newestText([user('Older.'), user('One two three. ')], 4)).toEqual([]);
  });

  it('looks for the end of a sentence no further than it can reach', () => {
    const text = (length: number) => `${'a'.repeat(length)}. ${'b'.repeat(3_000)}`;
    // The blank behind the point must lie within reach too.
    expect(newestText([user(text(1_999))], 5_000)[0]?.offset).toBe(2_001);
    expect(newestText([user(text(2_000))], 5_001)[0]?.offset).toBe(1);
  });
});
