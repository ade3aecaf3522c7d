/** Which questions of a conversation ask for no facts, so that what is claimed with them is left alone. */
import { type Message, textOf } from '../../domain/chat.ts';
import { beginsRole, endsRole, isImpersonal, type Purpose, readRequest } from '../claims/read-request.ts';

/** When claims are left alone. */
export interface SkipRules {
  /** Whether those are that belong to a question about something else than facts; false where absent. */
  readonly factsAlone?: boolean;
  /** The request brought texts of its own. */
  readonly context?: boolean;
  /** Among them are documents, or results of tools. */
  readonly brings?: boolean;
}

/** Messages before a question in which a part may have begun. */
const MOST_MESSAGES = 100;

/** @returns what a question asks for in place of facts; `undefined` where its claims are checked. */
export function findSkipReason(
  messages: readonly Message[],
  question: number,
  { factsAlone = false, context = false, brings = false }: SkipRules,
): Purpose | undefined {
  if (!factsAlone || brings) return undefined;
  const purpose = purposeOf(messages, question);
  // A text that was brought in a message of its own is what its translation is held against; a part is not.
  return context && purpose !== 'invented' ? undefined : purpose;
}

function purposeOf(messages: readonly Message[], question: number): Purpose | undefined {
  const message = messages[question];
  if (message === undefined) return undefined;
  const text = textOf(message);
  return (
    readRequest(text) ?? (endsRole(text) || !isInRole(messages, question, text) ? undefined : 'invented')
  );
}

/** Whether somebody plays a part when the question comes: an application's is for good, a user's for what is said to it. */
function isInRole(messages: readonly Message[], question: number, asked: string): boolean {
  const before = messages.slice(Math.max(0, question - MOST_MESSAGES), question);
  for (const message of before.filter(({ role }) => role === 'user').reverse()) {
    const text = textOf(message);
    if (endsRole(text)) break;
    if (beginsRole(text)) return !isImpersonal(asked);
  }
  return messages.some((message) => message.role === 'system' && beginsRole(textOf(message)));
}
