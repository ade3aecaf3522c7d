import type { Message } from '../domain/chat.ts';
import type { GatewayError } from '../errors.ts';
import type { Model } from './catalogue.ts';
import { unsupported } from './field-support.ts';

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A conversation for providers that take the system's words apart, and turns that alternate. */
export interface Turns {
  /** All system messages in order; absent where none says anything. */
  readonly system?: string;
  /** Never empty, begins with the user, roles alternate, no text is blank. */
  readonly turns: readonly Turn[];
}

/** What the user is taken to say where a provider needs a user turn and the caller gave none. */
export const MINIMAL_USER_TURN = 'Continue.';

const BETWEEN = '\n\n';

function mergeNeighbours(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  for (const { role, content } of messages) {
    if (role === 'system') continue;
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, text: last.text + BETWEEN + content };
    else turns.push({ role, text: content });
  }
  return turns;
}

/**
 * Joins system messages, merges neighbours of one role, leaves blank texts out, and puts a minimal user turn
 * before a conversation that has none or begins with the assistant.
 * @throws GatewayError `unsupported` where it ends with the assistant and the model does not continue.
 */
export function toTurns(messages: readonly Message[], model: Model): Turns {
  const wellFormed = messages
    .filter((message) => message.content.trim() !== '')
    .map((message) => ({ role: message.role, content: message.content.toWellFormed() }));
  const system = wellFormed.filter((message) => message.role === 'system').map((message) => message.content);
  const turns = mergeNeighbours(wellFormed);
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', text: MINIMAL_USER_TURN });
  const last = turns.at(-1);
  if (last?.role === 'assistant') {
    if (!model.capabilities.assistantLast) throw endsWithAssistant(model);
    // A continuation goes on where the words end; blanks behind them are refused.
    turns[turns.length - 1] = { role: 'assistant', text: last.text.trimEnd() };
  }
  return { ...(system.length === 0 ? {} : { system: system.join(BETWEEN) }), turns };
}

/** The refusal of a conversation that the model would have to continue. */
export function endsWithAssistant(model: Model): GatewayError {
  return unsupported('messages', model.id, 'A conversation that ends with the assistant');
}
