import type { Model } from '../../domain/catalogue.ts';
import {
  type CacheMark,
  isText,
  type Message,
  type SystemMessage,
  type TextPart,
  type ToolCall,
  textMessage,
  textOf,
  type UserPart,
} from '../../domain/chat.ts';
import type { GatewayError } from '../../domain/errors.ts';
import { unsupported } from './fields.ts';

export interface ToolCallBlock extends ToolCall {
  readonly type: 'tool_call';
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly call: ToolCall;
  readonly text: string;
  readonly cache?: CacheMark;
}

export type Block = UserPart | ToolCallBlock | ToolResultBlock;

/** What one side says at a time. */
export type Turn =
  | { readonly role: 'user'; readonly content: readonly (UserPart | ToolResultBlock)[] }
  | { readonly role: 'assistant'; readonly content: readonly (TextPart | ToolCallBlock)[] };

/** A conversation for providers that take the system's words apart, and turns that alternate. */
export interface Turns {
  /** What all system messages say but those that stay in their place, in order, in one text up to each mark. */
  readonly system: readonly TextPart[];
  /**
   * Never empty, begins with the user, roles alternate, no text is blank. Results of tools stand first in their
   * turn, in the order of the calls, which are those of the turn before.
   */
  readonly turns: readonly Turn[];
}

/** What the user is taken to say where a provider needs a user turn and the caller gave none. */
export const MINIMAL_USER_TURN = 'Continue.';

const BETWEEN = '\n\n';

/**
 * Joins system messages, merges neighbours of one role, leaves blank texts out, and puts a minimal user turn
 * before a conversation that has none or begins with the assistant.
 * @throws GatewayError `unsupported` where it ends with the assistant and the model does not continue.
 */
export function toTurns(messages: readonly Message[], model: Model): Turns {
  const turns = mergeNeighbours(toEachTurn(messages).filter(({ content }) => content.length > 0));
  if (turns[0]?.role !== 'user') turns.unshift(textMessage('user', MINIMAL_USER_TURN));
  const last = turns.at(-1);
  if (last?.role === 'assistant') {
    if (!model.capabilities.assistantLast) throw endsWithAssistant(model);
    // A continuation goes on where the words end; blanks behind them are refused.
    turns[turns.length - 1] = { ...last, content: trimEnd(last.content) };
  }
  return { system: systemOf(messages), turns };
}

function systemOf(messages: readonly Message[]): readonly TextPart[] {
  let system: readonly TextPart[] = [];
  for (const message of messages) {
    if (message.role !== 'system' || message.inPlace === true) continue;
    if (textOf(message).trim() === '') continue;
    system = joinBlocks(system, speaking(message.content)) as readonly TextPart[];
  }
  return system;
}

/** One turn a message; the results of one message's calls are one turn. */
function toEachTurn(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [];
  /** The calls of the last message that had some. */
  let calls: readonly ToolCall[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length > 0) calls = toolCalls;
      const blocks = toolCalls.map((call): ToolCallBlock => ({ type: 'tool_call', ...call }));
      turns.push({ role: 'assistant', content: [...speaking(content), ...blocks] });
    } else if (message.role === 'user' || (message.role === 'system' && message.inPlace === true)) {
      turns.push({ role: 'user', content: speaking(message.content) });
    } else if (message.role === 'tool' && messages[at - 1]?.role !== 'tool') {
      turns.push({ role: 'user', content: toResults(messages, at, calls) });
    }
  }
  return turns;
}

/** The results that begin at a place, in the order of their calls. */
function toResults(
  messages: readonly Message[],
  from: number,
  calls: readonly ToolCall[],
): ToolResultBlock[] {
  const texts = new Map<string, Pick<ToolResultBlock, 'text' | 'cache'>>();
  for (let at = from; at < messages.length; at++) {
    const message = messages[at] as Exclude<Message, SystemMessage>;
    if (message.role !== 'tool') break;
    const { cache } = message;
    const text = textOf(message).toWellFormed();
    texts.set(message.callId, { text, ...(cache === undefined ? {} : { cache }) });
  }
  return calls.flatMap((call): ToolResultBlock[] => {
    const result = texts.get(call.id);
    return result === undefined ? [] : [{ type: 'tool_result', call, ...result }];
  });
}

/** The parts that say something, in Unicode that UTF-8 can carry. */
function speaking<P extends UserPart>(parts: readonly P[]): P[] {
  return parts
    .filter((part) => !isText(part) || part.text.trim() !== '')
    .map((part) => (isText(part) ? { ...part, text: part.text.toWellFormed() } : part));
}

/** Neighbours of one role become one turn, their blocks one after the other. */
function mergeNeighbours(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (last?.role === turn.role) {
      merged[merged.length - 1] = { ...last, content: joinBlocks(last.content, turn.content) } as Turn;
    } else {
      merged.push(turn);
    }
  }
  return merged;
}

/** Where a text follows a text that no mark ends, both become one. */
function joinBlocks(before: readonly Block[], behind: readonly Block[]): readonly Block[] {
  const last = before.at(-1);
  const [first, ...rest] = behind;
  if (last?.type !== 'text' || last.cache !== undefined || first?.type !== 'text')
    return [...before, ...behind];
  return [...before.slice(0, -1), { ...first, text: last.text + BETWEEN + first.text }, ...rest];
}

function trimEnd<B extends Block>(blocks: readonly B[]): readonly B[] {
  const last = blocks.at(-1);
  if (last?.type !== 'text') return blocks;
  return [...blocks.slice(0, -1), { ...last, text: last.text.trimEnd() }];
}

/** The refusal of a conversation that the model would have to continue. */
export function endsWithAssistant(model: Model): GatewayError {
  return unsupported('messages', model.id, 'A conversation that ends with the assistant');
}
