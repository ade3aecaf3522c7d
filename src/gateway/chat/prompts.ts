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

/** A text for the model that stands behind a message. */
interface PlacedText {
  /** Index of the message. */
  readonly behind: number;
  readonly text: string;
}

/**
 * The service's own prompt first, then the caller's messages as they are, system messages included. What a question
 * needs beside it stands behind the question: what was sent before stays the beginning of what is sent now.
 *
 * @param tasks what applies from which user message on, in order; the first from the beginning.
 * @param evidence behind the questions that it was found for.
 */
export function composeMessages(
  messages: readonly Message[],
  tasks: readonly { readonly from: number; readonly task: Task }[],
  evidence: readonly PlacedText[] = [],
): readonly Message[] {
  const [first, ...later] = tasks.flatMap(({ from, task }) => {
    const text = task === 'none' || task === 'helper' ? undefined : PROMPTS[task];
    return text === undefined ? [] : [{ behind: from, text }];
  });
  const placed = [...later, ...evidence];
  if (first === undefined && placed.length === 0) return messages;
  const behind = (index: number): Message[] =>
    placed
      .filter((text) => text.behind === index)
      .map(({ text }) => ({ ...textMessage('system', text), inPlace: true }));
  return [
    ...(first === undefined ? [] : [textMessage('system', first.text)]),
    ...messages.flatMap((message, index) => [message, ...behind(index)]),
  ];
}
