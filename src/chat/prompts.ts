import { readFileSync } from 'node:fs';
import { type Message, textMessage } from '../domain/chat.ts';

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

/**
 * The service's own prompt first, then the evidence, then the caller's messages as they are, system messages
 * included.
 */
export function composeMessages(
  messages: readonly Message[],
  task: Task,
  evidence?: string,
): readonly Message[] {
  const prompt = task === 'none' || task === 'helper' ? undefined : PROMPTS[task];
  const own = [prompt, evidence].filter((text) => text !== undefined);
  if (own.length === 0) return messages;
  return [...own.map((text) => textMessage('system', text)), ...messages];
}
