/**
 * The thinking behind a call travels with the call, as the blocks that the model sent, and goes back unchanged:
 * Anthropic signs it (https://platform.claude.com/docs/en/build-with-claude/thinking).
 */
import type { ExtraContent, ToolCall } from '../../../domain/chat.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import type { Turn } from '../to-turns.ts';

export function isThought(block: JsonObject): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

export function extraOf(thoughts: readonly JsonObject[]): ExtraContent {
  return { anthropic: { thinking: thoughts } };
}

/** @returns the blocks that came with a call; none where they are lost, or are not the model's. */
export function thoughtsOf({ extra }: ToolCall): readonly JsonObject[] {
  const kept = isObject(extra?.anthropic) ? extra.anthropic.thinking : undefined;
  if (!Array.isArray(kept) || !kept.every(isSigned)) return [];
  return kept;
}

function isSigned(block: unknown): block is JsonObject {
  if (!isObject(block)) return false;
  const { type, thinking, signature, data } = block;
  return type === 'thinking'
    ? typeof thinking === 'string' && typeof signature === 'string'
    : type === 'redacted_thinking' && typeof data === 'string';
}

export function hasThoughts(turns: readonly Turn[]): boolean {
  return turns.some((turn) => callsOf(turn).some((call) => thoughtsOf(call).length > 0));
}

/** Whether a turn behind the last question calls functions, and its thinking is lost. */
export function lacksThoughts(turns: readonly Turn[]): boolean {
  const asked = turns.findLastIndex(
    ({ role, content }) => role === 'user' && content.every(({ type }) => type !== 'tool_result'),
  );
  return turns.slice(asked + 1).some((turn) => {
    const calls = callsOf(turn);
    return calls.length > 0 && calls.every((call) => thoughtsOf(call).length === 0);
  });
}

function callsOf({ content }: Turn): readonly ToolCall[] {
  return content.flatMap((block) => (block.type === 'tool_call' ? [block] : []));
}
