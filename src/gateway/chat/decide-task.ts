import { type ChatRequest, type Message, textOf } from '../../domain/chat.ts';
import { type FactCheckMode, reaches } from '../../domain/fact-check-mode.ts';
import type { Task } from './prompts.ts';
import { readClaimRequest } from './read-claim-request.ts';
import { asksForFrontEnd } from './recognize-helper.ts';

/**
 * Decides what `task: "auto"` means. An application's prompt is its own: where a request has a system message or a stored
 * prompt, tools of any type or a format, or is not to be checked, no prompt of the service's applies. Else it is the one for
 * claim work where the last message is nothing but a request for it with the text to work on, and the one for ordinary chat
 * otherwise. What a front-end asks beside the conversation is `helper`.
 */
export function decideTask(
  {
    messages,
    responseFormat,
    tools,
    otherTools,
    written,
  }: Pick<ChatRequest, 'messages' | 'responseFormat' | 'tools' | 'otherTools' | 'written'>,
  mode: FactCheckMode,
): Task {
  if (asksForFrontEnd(messages)) return 'helper';
  if (!reaches(mode, 'detect') || responseFormat !== undefined) return 'none';
  if (tools !== undefined || otherTools !== undefined || isStoredPrompt(written)) return 'none';
  if (messages.some(({ role }) => role === 'system')) return 'none';
  const last = messages.findLast(({ role }) => role === 'user');
  return (last && readClaimRequest(textOf(last))) ?? 'chat';
}

/** Whether the caller's prompt lies at the provider. */
function isStoredPrompt(written: ChatRequest['written']): boolean {
  const { dialect, body } = written ?? {};
  return (
    (dialect === 'responses' && body?.prompt != null) ||
    (dialect === 'generate-content' && body?.cachedContent != null)
  );
}

/**
 * The tasks of a conversation: an earlier question's stays what it was, so that what a provider was sent of it does too.
 *
 * @param task that of the last message.
 * @param isAuto whether it was decided here.
 * @returns each where it begins to apply, the first from the beginning.
 */
export function tasksOf(
  messages: readonly Message[],
  task: Task,
  isAuto: boolean,
): readonly { readonly from: number; readonly task: Task }[] {
  if (!isAuto || task === 'none' || task === 'helper') return [{ from: 0, task }];
  const tasks: { readonly from: number; readonly task: Task }[] = [];
  for (const [from, message] of messages.entries()) {
    if (message.role !== 'user') continue;
    const own = readClaimRequest(textOf(message)) ?? 'chat';
    if (tasks.at(-1)?.task !== own) tasks.push({ from, task: own });
  }
  return tasks.length === 0 ? [{ from: 0, task }] : tasks;
}
