import { readFileSync } from 'node:fs';

/** Which of the service's system prompts applies. */
export type Task = 'chat' | 'normalize' | 'fact_check' | 'none';

const read = (name: string): string =>
  readFileSync(new URL(`./prompts/${name}`, import.meta.url), 'utf8')
    .trim()
    .replace(/(?<=\S)\n(?=\S)/g, ' ');

/** The prompts as shipped. A prompt that changes gets a new version and a file of its own. */
const PROMPTS: Readonly<Record<Exclude<Task, 'none'>, string>> = {
  chat: read('chat.v1.md'),
  normalize: read('normalize.v1.md'),
  fact_check: read('fact-check.v1.md'),
};

/** @returns the system prompt of a task; `undefined` for `none`. */
export function promptOf(task: Task): string | undefined {
  return task === 'none' ? undefined : PROMPTS[task];
}
