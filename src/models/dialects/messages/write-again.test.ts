/** A conversation goes back to Anthropic as its caller wrote it. */
import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../../domain/chat.ts';
import type { JsonObject } from '../../../domain/json-object.ts';
import { writeAgain } from './write-again.ts';

const turn = (role: string, content: unknown): JsonObject => ({ role, content });

/** @param read the messages that were read from the body, each with its turn; those without are the gateway's. */
function write(body: JsonObject, read: readonly (readonly [Message, JsonObject?])[]) {
  const sources = new Map(read.flatMap(([message, source]) => (source ? [[message, source] as const] : [])));
  const written = { dialect: 'messages', body, unread: [], sources } as never;
  return writeAgain({ messages: read.map(([message]) => message), stream: false }, written);
}

const ask = turn('user', 'Hi.');
const asked = [textMessage('user', 'Hi.'), ask] as const;

describe('what the gateway adds', () => {
  const own = textMessage('system', 'Be true.');

  it.each<[unknown, unknown]>([
    [undefined, 'Be true.'],
    ['', 'Be true.'],
    ['Be brief.', 'Be true.\n\nBe brief.'],
    [
      [{ type: 'text', text: 'Be brief.' }],
      [
        { type: 'text', text: 'Be true.' },
        { type: 'text', text: 'Be brief.' },
      ],
    ],
  ])('stands before the system %j', (system, together) => {
    expect(write({ system, messages: [ask] }, [[own], asked])).toMatchObject({
      system: together,
      messages: [ask],
    });
  });

  it('is a turn of its own, or stands at the end of the question', () => {
    const inPlace = { ...own, inPlace: true } as Message;
    expect(write({ messages: [ask] }, [asked, [inPlace]]).messages).toEqual([
      turn('user', 'Hi.\n\nBe true.'),
    ]);
    const said = textMessage('assistant', 'Well,');
    expect(write({ messages: [ask] }, [asked, [said], [textMessage('user', 'Go on.')]]).messages).toEqual([
      ...[ask, turn('assistant', 'Well,'), turn('user', 'Go on.')],
    ]);
    expect(write({ messages: [] }, [[textMessage('user', 'Go.')]]).messages).toEqual([turn('user', 'Go.')]);
  });
});

it('a turn that was read as several messages is one', () => {
  const both = turn('user', [
    { type: 'tool_result', tool_use_id: 'c' },
    { type: 'text', text: 'And?' },
  ]);
  const messages = write({ messages: [both] }, [
    [{ role: 'tool', callId: 'c', content: [] } as unknown as Message, both],
    [textMessage('user', 'And?'), both],
  ]).messages;
  expect(messages).toHaveLength(1);
});

it('what was put beside a call, and the system that was read from the body, do not come twice', () => {
  const call = turn('assistant', [
    { type: 'tool_use', id: 'c', name: 'f', input: {}, extra_content: { a: 1 } },
  ]);
  const body = { system: 'Be brief.', messages: [ask, call], thread: 't', max_tokens: 5 };
  const again = write(body, [
    [textMessage('system', 'Be brief.'), body],
    asked,
    [{ role: 'assistant', content: [], toolCalls: [] } as unknown as Message, call],
  ]);
  expect(again.system).toBe('Be brief.');
  expect(again).not.toHaveProperty('thread');
  expect(JSON.stringify(again)).not.toContain('extra_content');
  expect(again.messages).toHaveLength(2);
});
