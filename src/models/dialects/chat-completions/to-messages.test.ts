/** Where the words of the gateway stand that belong behind a question. */
import { expect, it } from 'vitest';
import { type Message, textMessage, type UserPart } from '../../../domain/chat.ts';
import { TAKES_ALL } from '../dialect.ts';
import { toMessages } from './to-messages.ts';

const asked = (...content: readonly UserPart[]): Message => ({ role: 'user', content });
const evidence: Message = { ...textMessage('system', 'Evidence.'), inPlace: true };
const MODEL = { id: 'm', capabilities: TAKES_ALL } as unknown as Parameters<typeof toMessages>[1]['model'];
const written = (messages: readonly Message[], systemAnywhere = false) =>
  toMessages(messages, {
    model: MODEL,
    named: true,
    systemAnywhere,
    takesThoughts: true,
    written: undefined,
  });

it('they end the last text of the question', () => {
  expect(written([textMessage('user', 'Why?'), evidence])).toEqual([
    { role: 'user', name: undefined, content: 'Why?\n\nEvidence.' },
  ]);
  expect(written([textMessage('user', ''), evidence])).toMatchObject([{ content: 'Evidence.' }]);
});

it('they are a text of their own behind one with a mark, which keeps what it ended', () => {
  const [question] = written([asked({ type: 'text', text: 'Why?', cache: {} }), evidence]);
  expect(question?.content).toEqual([
    { type: 'text', text: 'Why?', prompt_cache_breakpoint: { mode: 'explicit', ttl: undefined } },
    { type: 'text', text: 'Evidence.' },
  ]);
});

it('they stay apart where no question stands before them, and where the provider takes them anywhere', () => {
  const contents = (messages: readonly Message[], anywhere?: boolean) =>
    written(messages, anywhere).map(({ role, content }) => [role, content]);
  const behind = (role: 'user' | 'assistant') => [textMessage(role, 'Because.'), evidence];
  const apart = (role: string) => [
    [role, 'Because.'],
    ['system', 'Evidence.'],
  ];
  expect(contents(behind('assistant'))).toEqual(apart('assistant'));
  expect(contents(behind('user'), true)).toEqual(apart('user'));
});
