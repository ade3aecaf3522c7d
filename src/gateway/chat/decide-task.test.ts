import { describe, expect, it } from 'vitest';
import { type Message, textMessage } from '../../domain/chat.ts';
import { decideTask, tasksOf } from './decide-task.ts';

const user = (text: string): Message => textMessage('user', text);
const WORK = user('Fact-check this: The moon is made of cheese.');

describe('the task of a request that names none', () => {
  it('is chat, or the work that the last message asks for', () => {
    expect(decideTask({ messages: [user('Hello')] }, 'ground')).toBe('chat');
    expect(decideTask({ messages: [WORK] }, 'detect')).toBe('fact_check');
    expect(decideTask({ messages: [user('Normalize this claim: THE MOON IS CHEESE')] }, 'verify')).toBe(
      'normalize',
    );
    expect(decideTask({ messages: [WORK, textMessage('assistant', 'No.'), user('Why?')] }, 'ground')).toBe(
      'chat',
    );
    expect(decideTask({ messages: [textMessage('assistant', 'Hi.')] }, 'ground')).toBe('chat');
  });

  it('is none where the application says itself how it is answered', () => {
    const system = textMessage('system', 'You are a pirate.');
    expect(decideTask({ messages: [system, WORK] }, 'ground')).toBe('none');
    expect(decideTask({ messages: [WORK, system] }, 'ground')).toBe('none');
    expect(decideTask({ messages: [WORK], tools: [{ name: 'now' }] }, 'ground')).toBe('none');
    const otherTools = [{ type: 'web_search', place: 'tools.0' }];
    expect(decideTask({ messages: [WORK], otherTools }, 'ground')).toBe('none');
    const written = {
      dialect: 'responses',
      body: { prompt: { id: 'p' } },
      unread: [],
      sources: new Map(),
    } as const;
    expect(decideTask({ messages: [WORK], written }, 'ground')).toBe('none');
    const kept = {
      ...written,
      dialect: 'generate-content',
      body: { cachedContent: 'cachedContents/x' },
    } as const;
    expect(decideTask({ messages: [WORK], written: kept }, 'ground')).toBe('none');
    expect(decideTask({ messages: [WORK], responseFormat: { type: 'json_object' } }, 'ground')).toBe('none');
  });

  it.each([
    ['responses', { input: 'Hi' }],
    ['responses', { prompt: null, cachedContent: 'c' }],
    ['generate-content', { contents: [] }],
    ['generate-content', { prompt: { id: 'p' }, cachedContent: null }],
    ['messages', { prompt: { id: 'p' }, cachedContent: 'c' }],
  ] as const)('is the work where no prompt lies at the provider: %s %j', (dialect, body) => {
    const written = { dialect, body, unread: [], sources: new Map() };
    expect(decideTask({ messages: [WORK], written }, 'ground')).toBe('fact_check');
  });

  it('is none where nothing is checked', () => {
    expect(decideTask({ messages: [WORK] }, 'off')).toBe('none');
    expect(decideTask({ messages: [user('Hello')] }, 'off')).toBe('none');
  });
});

describe('the tasks of a conversation', () => {
  const answer = textMessage('assistant', 'Hi.');
  const from = (messages: Message[], ...rest: [Parameters<typeof tasksOf>[1], boolean]) =>
    tasksOf(messages, ...rest).map((one) => `${one.from} ${one.task}`);

  it('are what each question asked for, from that question on', () => {
    expect(from([user('Hello'), answer, user('Why?')], 'chat', true)).toEqual(['0 chat']);
    expect(from([user('Hello'), answer, WORK, answer, WORK], 'fact_check', true)).toEqual([
      '0 chat',
      '2 fact_check',
    ]);
    expect(from([WORK, answer, user('Why?'), answer, WORK], 'fact_check', true)).toEqual([
      '0 fact_check',
      '2 chat',
      '4 fact_check',
    ]);
    expect(from([answer], 'chat', true)).toEqual(['0 chat']);
  });

  it('are the one that was named, or that has no prompt', () => {
    const messages = [user('Hello'), answer, WORK];
    expect(from(messages, 'normalize', false)).toEqual(['0 normalize']);
    expect(from(messages, 'none', true)).toEqual(['0 none']);
    expect(from(messages, 'helper', true)).toEqual(['0 helper']);
  });
});
