/**
 * What providers must be given back with a model's calls of functions: signatures of its thinking. Most clients keep
 * only a call's id, name and arguments, so that the rest is found again by the id.
 */
import type { ExtraContent, Message, ToolCall } from '../../domain/chat.ts';

export interface CallMemory {
  /** Keeps what belongs to a call, for an hour. Never rejects: what cannot be kept is done without. */
  keep(callerId: string, call: Pick<ToolCall, 'id' | 'extra'>): Promise<void>;
  /** @returns what was kept by this caller for a call; `undefined` where nothing is known. Never rejects. */
  find(callerId: string, id: string): Promise<ExtraContent | undefined>;
}

/** Calls of one conversation that are looked up, the newest: older ones need no signature any more. */
const MOST_LOOKED_UP = 64;

/** @returns the conversation, with all that is known of the calls in it. */
export async function recallCalls(
  messages: readonly Message[],
  memory: CallMemory,
  callerId: string,
): Promise<readonly Message[]> {
  const bare = messages
    .flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))
    .filter(({ extra }) => extra === undefined)
    .slice(-MOST_LOOKED_UP);
  const remembered = new Map<ToolCall, ExtraContent>();
  await Promise.all(
    bare.map(async (call) => {
      const extra = await memory.find(callerId, call.id);
      if (extra !== undefined) remembered.set(call, extra);
    }),
  );
  if (remembered.size === 0) return messages;
  return messages.map((message) => {
    if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
    const toolCalls = message.toolCalls.map((call) => {
      const extra = remembered.get(call);
      return extra === undefined ? call : { ...call, extra };
    });
    return { ...message, toolCalls };
  });
}

/**
 * Gives each call of an answer an id that is unique in the conversation: the provider's, where it is, else one of the
 * gateway's; and keeps what belongs to the call.
 */
export function nameCalls(
  messages: readonly Message[],
  newId: () => string,
  keep: (call: Pick<ToolCall, 'id' | 'extra'>) => void,
): <C extends Pick<ToolCall, 'id' | 'extra'>>(call: C) => C {
  const used = new Set(
    messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    ),
  );
  return (call) => {
    const id = call.id === '' || used.has(call.id) ? `call_${newId()}` : call.id;
    used.add(id);
    const named = { ...call, id };
    if (named.extra !== undefined) keep(named);
    return named;
  };
}
