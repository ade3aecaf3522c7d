import type { Message } from '../domain/chat.ts';
import { promptOf, type Task } from './prompts.ts';

/** The service's own prompt first, then the caller's messages as they are, system messages included. */
export function composeMessages(messages: readonly Message[], task: Task): readonly Message[] {
  const prompt = promptOf(task);
  return prompt === undefined ? messages : [{ role: 'system', content: prompt }, ...messages];
}
