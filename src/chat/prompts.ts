import { readFileSync } from 'node:fs';

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

/** @returns the system prompt of a task; `undefined` where it has none. */
export function promptOf(task: Task): string | undefined {
  return task === 'none' || task === 'helper' ? undefined : PROMPTS[task];
}
