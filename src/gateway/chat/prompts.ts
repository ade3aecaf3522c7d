import { readFileSync } from 'node:fs';
import { type Message, textMessage } from '../../domain/chat.ts';

/** Which of the service's system prompts applies; none does to what a front-end asks beside the conversation. */
export type Task = 'chat' | 'normalize' | 'fact_check' | 'helper' | 'none';

const read = (name: string): string =>
  readFileSync(new URL(`./prompts/${name}`, import.meta.url), 'utf8')
    .trim()
    .replace(/(?<=\S)\n(?=\S)/g, ' ');

/** The prompts as shipped. A prompt that changes gets a new version and a file of its own. */
const PROMPTS: Readonly<Record<Exclude<Task, 'helper' | 'none'>, string>> = {
  chat: read('chat.v1.md'),
  normalize: read('normalize.v1.md'),
  fact_check: read('fact-check.v1.md'),
};

/** @returns the name by which callers know what applies. */
export function nameOfTask(task: Task): Exclude<Task, 'helper'> {
  return task === 'helper' ? 'none' : task;
}

/**
 * The service's own prompt first, then the caller's messages as they are, system messages included. Evidence stands
 * behind the system messages with which they begin: nothing precedes the prompt of an application.
 */
export function composeMessages(
  messages: readonly Message[],
  task: Task,
  evidence?: string,
): readonly Message[] {
  const prompt = task === 'none' || task === 'helper' ? undefined : PROMPTS[task];
  if (prompt === undefined && evidence === undefined) return messages;
  const asSystem = (text: string | undefined) => (text === undefined ? [] : [textMessage('system', text)]);
  const first = messages.findIndex(({ role }) => role !== 'system');
  const begins = first === -1 ? messages.length : first;
  return [
    ...asSystem(prompt),
    ...messages.slice(0, begins),
    ...asSystem(evidence),
    ...messages.slice(begins),
  ];
}
