/** What stood behind a question is there again when the conversation goes on, and in no other conversation. */
import { expect, it } from 'vitest';
import { type Message, textMessage } from '../../domain/chat.ts';
import type { GivenEvidence } from '../../engine/factcheck/give-evidence.ts';
import { openEvidenceMemory, type SealedMemory } from './evidence-memory.ts';

function memoryOf(): SealedMemory {
  const kept = new Map<string, string>();
  return {
    keep: async (name, value) => void kept.set(JSON.stringify(name), JSON.stringify(value)),
    find: async (name) => {
      const value = kept.get(JSON.stringify(name));
      return value === undefined ? undefined : JSON.parse(value);
    },
  };
}
const QUESTION = textMessage('user', 'Is the wall visible?');
const given = (text: string): GivenEvidence => ({ first: 1, numbered: [{ title: text, url: '' }], text });
const turn = () => new Promise((resolve) => setImmediate(resolve));

function at(
  memory: SealedMemory,
  messages: readonly Message[],
  rest: {
    readonly wish?: string;
    readonly callerId?: string;
    readonly user?: string;
    readonly documentsFrom?: string[];
  } = {},
) {
  return openEvidenceMemory(memory, { callerId: 'a', user: undefined, wish: '', messages, ...rest });
}

/** Asks, and gets a reply. */
async function ask(memory: SealedMemory, text: string, reply = 'No.', rest = {}): Promise<void> {
  const asking = at(memory, [QUESTION], rest);
  asking.keep([{ ...given(text), question: 0 }]);
  asking.answered({ content: reply });
  await turn();
}
const next = (reply: string) => [QUESTION, textMessage('assistant', reply), textMessage('user', 'Why?')];

it('for the same request once more', async () => {
  const memory = memoryOf();
  await ask(memory, 'A.');
  expect(await at(memory, [QUESTION]).recall(0)).toEqual(given('A.'));
  expect(await at(memory, [QUESTION], { wish: 'other documents' }).recall(0)).toBeUndefined();
});

it('for the next question, with other documents too', async () => {
  const memory = memoryOf();
  await ask(memory, 'A.', ' No. \n', { wish: 'some documents' });
  expect(await at(memory, next('No.'), { wish: '' }).recall(0)).toEqual(given('A.'));
  expect(await at(memory, next('Yes.')).recall(0)).toBeUndefined();
  expect(await at(memory, next('No.')).recall(2)).toBeUndefined();
});

it('for the next step of a loop of tools, whose calls are known by their ids', async () => {
  const memory = memoryOf();
  const asking = at(memory, [QUESTION]);
  asking.keep([{ ...given('A.'), question: 0 }]);
  asking.answered({ content: '', toolCalls: [{ id: 'call_1' }] });
  await turn();
  const step = (id: string): readonly Message[] => [
    QUESTION,
    { role: 'assistant', content: [], toolCalls: [{ id, name: 'look', arguments: '{ }' }] },
    { role: 'tool', callId: id, content: [{ type: 'text', text: 'Seen.' }] },
  ];
  expect(await at(memory, step('call_1'), { wish: 'other' }).recall(0)).toEqual(given('A.'));
  expect(await at(memory, step('call_2'), { wish: 'other' }).recall(0)).toBeUndefined();
});

it('whatever an application says before the conversation', async () => {
  const memory = memoryOf();
  await ask(memory, 'A.');
  expect(await at(memory, [textMessage('system', 'It is noon.'), ...next('No.')]).recall(1)).toEqual(
    given('A.'),
  );
});

it('wherever the mark of a cache stands, which moves on with the conversation', async () => {
  const memory = memoryOf();
  const shown = (cache?: object): Message =>
    ({
      role: 'user',
      content: [
        { type: 'image', source: { kind: 'url', url: 'https://example.org/wall.png' } },
        { type: 'text', text: 'Is the wall visible?', ...(cache === undefined ? {} : { cache }) },
      ],
    }) as unknown as Message;
  const asking = at(memory, [shown({})]);
  asking.keep([{ ...given('A.'), question: 0 }]);
  asking.answered({ content: 'No.' });
  await turn();
  const [, ...rest] = next('No.');
  expect(await at(memory, [shown(), ...rest]).recall(0)).toEqual(given('A.'));
});

it('not behind another picture with the same words', async () => {
  const memory = memoryOf();
  const showing = (url: string) =>
    ({
      role: 'user',
      content: [
        { type: 'image', source: { kind: 'url', url } },
        { type: 'text', text: 'What is it?' },
      ],
    }) as unknown as Message;
  at(memory, [showing('https://a.b/1')]).keep([{ ...given('A.'), question: 0 }]);
  await turn();
  expect(await at(memory, [showing('https://a.b/1')]).recall(0)).toEqual(given('A.'));
  expect(await at(memory, [showing('https://a.b/2')]).recall(0)).toBeUndefined();
});

it('behind what was said and called before, whose blanks clients cut off', async () => {
  const memory = memoryOf();
  const call = (id: string) => [{ id, name: 'f', arguments: '{}' }];
  const later = (reply: string, id: string): Message[] => [
    QUESTION,
    { ...textMessage('assistant', reply), toolCalls: call(id) } as Message,
    QUESTION,
  ];
  at(memory, later('No. \n', 'c')).keep([{ ...given('A.'), question: 2 }]);
  await turn();
  expect(await at(memory, later('No.', 'c')).recall(2)).toEqual(given('A.'));
  expect(await at(memory, later('No.', 'd')).recall(2)).toBeUndefined();
});

it('for nobody else', async () => {
  const memory = memoryOf();
  await ask(memory, 'A.');
  expect(await at(memory, next('No.'), { callerId: 'b' }).recall(0)).toBeUndefined();
  expect(await at(memory, next('No.'), { user: 'someone' }).recall(0)).toBeUndefined();
});

it('only where the same documents of the operator are asked', async () => {
  const memory = memoryOf();
  await ask(memory, 'A.', 'No.', { documentsFrom: ['x'] });
  const recalled = (messages: readonly Message[], documentsFrom?: string[]) =>
    at(memory, messages, documentsFrom && { documentsFrom }).recall(0);
  for (const messages of [[QUESTION], next('No.')]) {
    expect(await recalled(messages, ['x'])).toEqual(given('A.'));
    expect(await recalled(messages, ['y'])).toBeUndefined();
    expect(await recalled(messages)).toBeUndefined();
  }
});

it('for nobody, where two with other documents got the same reply', async () => {
  const memory = memoryOf();
  await ask(memory, 'The file of one.', 'Yes.', { wish: 'one' });
  await ask(memory, 'The file of another.', 'Yes.', { wish: 'another' });
  for (const wish of ['', 'none']) expect(await at(memory, next('Yes.'), { wish }).recall(0)).toBeUndefined();
  expect(await at(memory, next('Yes.'), { wish: 'one' }).recall(0)).toEqual(given('The file of one.'));
});

it('as long as the conversation goes on', async () => {
  const memory = memoryOf();
  await ask(memory, 'A.');
  const later = at(memory, next('No.'));
  const first = await later.recall(0);
  later.keep([
    { ...(first as GivenEvidence), question: 0 },
    { ...given('B.'), question: 2 },
  ]);
  later.answered({ content: 'So.' });
  await turn();
  const last = at(memory, [...next('No.'), textMessage('assistant', 'So.'), QUESTION]);
  expect(await Promise.all([0, 2, 4].map((question) => last.recall(question)))).toEqual([
    given('A.'),
    given('B.'),
    undefined,
  ]);
});
