import { type Message, type SystemMessage, type TextPart, textMessage, textOf } from '../domain/chat.ts';
import type { GatewayError } from '../errors.ts';
import type { Model } from './catalogue.ts';
import { unsupported } from './fields.ts';

export type Turn = Exclude<Message, SystemMessage>;

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

/** Neighbours of one role become one turn, their parts one after the other. */
function mergeNeighbours(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.role === turn.role)
      merged[merged.length - 1] = { ...last, content: joinParts(last.content, turn.content) };
    else merged.push(turn);
  }
  return merged;
}

/** Where a text follows a text, both become one. */
function joinParts(before: readonly TextPart[], behind: readonly TextPart[]): readonly TextPart[] {
  const last = before.at(-1);
  const [first, ...rest] = behind;
  if (last?.type !== 'text' || first?.type !== 'text') return [...before, ...behind];
  return [...before.slice(0, -1), { type: 'text', text: last.text + BETWEEN + first.text }, ...rest];
}

/** A part that UTF-8 can carry. */
function wellFormed(part: TextPart): TextPart {
  return { type: 'text', text: part.text.toWellFormed() };
}

function isBlank(part: TextPart): boolean {
  return part.text.trim() === '';
}

/**
 * Joins system messages, merges neighbours of one role, leaves blank texts out, and puts a minimal user turn
 * before a conversation that has none or begins with the assistant.
 * @throws GatewayError `unsupported` where it ends with the assistant and the model does not continue.
 */
export function toTurns(messages: readonly Message[], model: Model): Turns {
  const said = messages
    .map(
      (message): Message => ({
        ...message,
        content: message.content.filter((part) => !isBlank(part)).map(wellFormed),
      }),
    )
    .filter(({ content }) => content.length > 0);
  const system = said.filter(({ role }) => role === 'system').map(textOf);
  const turns = mergeNeighbours(said.filter((message): message is Turn => message.role !== 'system'));
  if (turns[0]?.role !== 'user') turns.unshift(textMessage('user', MINIMAL_USER_TURN));
  const last = turns.at(-1);
  if (last?.role === 'assistant') {
    if (!model.capabilities.assistantLast) throw endsWithAssistant(model);
    // A continuation goes on where the words end; blanks behind them are refused.
    turns[turns.length - 1] = { ...last, content: trimEnd(last.content) };
  }
  return { ...(system.length === 0 ? {} : { system: system.join(BETWEEN) }), turns };
}

function trimEnd(parts: readonly TextPart[]): readonly TextPart[] {
  return parts.map((part, at) =>
    at === parts.length - 1 ? { type: 'text', text: part.text.trimEnd() } : part,
  );
}

/** The refusal of a conversation that the model would have to continue. */
export function endsWithAssistant(model: Model): GatewayError {
  return unsupported('messages', model.id, 'A conversation that ends with the assistant');
}
