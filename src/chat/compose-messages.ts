import { type Message, textMessage } from '../domain/chat.ts';
import { promptOf, type Task } from './prompts.ts';

/**
 * The service's own prompt first, then the evidence, then the caller's messages as they are, system messages
 * included.
 */
export function composeMessages(
  messages: readonly Message[],
  task: Task,
  evidence?: string,
): readonly Message[] {
  const own = [promptOf(task), evidence].filter((text) => text !== undefined);
  if (own.length === 0) return messages;
  return [...own.map((text) => textMessage('system', text)), ...messages];
}
