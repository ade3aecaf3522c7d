import { expect, it } from 'vitest';
import { type Message, textMessage, textOf } from '../../domain/chat.ts';
import { composeMessages, nameOfTask, type Task } from './prompts.ts';

const MESSAGES = [
  textMessage('user', 'Hello'),
  textMessage('assistant', 'Hi'),
  textMessage('user', 'Fact-check this: the moon is cheese.'),
];
const PROMPTS = ['chat', 'normalize', 'fact_check'].map((task) => {
  const [prompt] = composeMessages([], [{ from: 0, task: task as Task }]);
  return [task, textOf(prompt!)] as const;
});
/** Each message in short: the service's own by the task or text, the caller's by its role. */
const shown = (messages: readonly Message[]) =>
  messages.map((message) => {
    const text = textOf(message);
    const task = PROMPTS.find(([, prompt]) => prompt === text)?.[0];
    return message.role !== 'system' ? message.role : `${task ?? text}${message.inPlace ? ' in place' : ''}`;
  });

it('callers know a task by its name, and what a front-end asks as none', () => {
  const tasks: Task[] = ['chat', 'normalize', 'fact_check', 'helper', 'none'];
  expect(tasks.map(nameOfTask)).toEqual(['chat', 'normalize', 'fact_check', 'none', 'none']);
});

it('each task has a prompt of its own, which stands first', () => {
  expect(new Set(PROMPTS.map(([, prompt]) => prompt)).size).toBe(3);
  expect(shown(composeMessages(MESSAGES, [{ from: 0, task: 'normalize' }]))).toEqual([
    'normalize',
    'user',
    'assistant',
    'user',
  ]);
});

it('no task has no prompt, and messages stay what they are', () => {
  for (const task of ['none', 'helper'] as const)
    expect(composeMessages(MESSAGES, [{ from: 0, task }])).toBe(MESSAGES);
});

it('what a later question needs stands behind it', () => {
  const tasks = [
    { from: 0, task: 'chat' },
    { from: 2, task: 'fact_check' },
  ] as const;
  const evidence = [{ behind: 0, text: 'Evidence' }];
  expect(shown(composeMessages(MESSAGES, tasks, evidence))).toEqual([
    'chat',
    'user',
    'Evidence in place',
    'assistant',
    'user',
    'fact_check in place',
  ]);
  expect(shown(composeMessages(MESSAGES, [{ from: 0, task: 'none' }], evidence))).toEqual([
    'user',
    'Evidence in place',
    'assistant',
    'user',
  ]);
});
