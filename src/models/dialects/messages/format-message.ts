/** Whole answers, as Anthropic's `message` objects. Field names here are the wire's. */

import { parseBoundedJson } from '../../../domain/bounded-json.ts';
import type { ExtraContent, FinishReason, ToolCall, Usage } from '../../../domain/chat.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { EvaluationNotice } from '../../../domain/evaluation.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { costMember } from '../cost-member.ts';
import { withBeside } from '../unread.ts';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly thinking: string;
  /** Anthropic's own; empty of another provider's thoughts. */
  readonly signature: string;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the provider wants back with it, as in chat completions. */
  readonly extra_content?: ExtraContent;
}

export type StopReason = 'end_turn' | 'max_tokens' | 'tool_use' | 'refusal';

export interface MessageUsage {
  /** Of the prompt, without those that were read from a cache. */
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly output_tokens: number;
  /** US dollars; absent where the price is not known. */
  readonly cost?: number;
}

export interface MessageObject {
  /** `msg_…` */
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: string;
  readonly content: readonly (TextBlock | ThinkingBlock | ToolUseBlock)[];
  readonly stop_reason: StopReason | null;
  /** Providers do not say which sequence ended an answer. */
  readonly stop_sequence: null;
  readonly usage: MessageUsage;
  readonly fact_check_metadata?: FactCheckMetadata;
  readonly evaluation?: EvaluationNotice;
}

/** @returns a message that says nothing yet. */
export function openMessage({ id, model }: Pick<ChatAnswer, 'id' | 'model'>): MessageObject {
  return {
    id: id.replace(/^chatcmpl-/, 'msg_'),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: messageUsage(undefined),
  };
}

/**
 * @returns the message; where it came from Anthropic, with all that it had.
 * @throws GatewayError 502 where a call's arguments are no JSON object.
 */
export function formatMessage(answer: ChatAnswer): MessageObject {
  const { written, appended } = answer;
  const message = writeMessage(answer);
  if (written === undefined) return message;
  const { content, stop_reason: reason, stop_sequence: sequence } = written;
  const [blocks, ids] = [content as readonly JsonObject[], (answer.toolCalls ?? []).map(({ id }) => id)];
  // Blocks that the gateway does not read stand between those that it does.
  const named = blocks.map((block) =>
    block.type === 'tool_use' ? { ...block, id: ids.shift() ?? block.id } : block,
  );
  return withBeside(
    {
      ...message,
      content: appended === undefined ? named : [...named, textBlock(appended)],
      stop_reason: reason,
      stop_sequence: sequence ?? null,
    } as unknown as MessageObject,
    written,
  );
}

function writeMessage(answer: ChatAnswer): MessageObject {
  const { content, finishReason, thoughts = [], toolCalls = [], usage, metadata, evaluation } = answer;
  const calls = toolCalls.flatMap((call) => {
    const input = inputOf(call);
    if (input !== undefined) return [{ ...toolUse(call), input }];
    // An answer that was cut is cut in its last call.
    if (finishReason === 'length') return [];
    throw new GatewayError(
      'provider_failed',
      `The model called ${call.name} with arguments that are no JSON object`,
    );
  });
  return {
    ...openMessage(answer),
    content: [
      ...thoughts.map(({ text, signature }) => thinkingBlock(text, signature)),
      ...(content === '' ? [] : [textBlock(content)]),
      ...calls,
    ],
    stop_reason: stopReason(finishReason),
    usage: messageUsage(usage, answer.written?.usage),
    ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
    ...(evaluation === undefined ? {} : { evaluation }),
  };
}

export function textBlock(text: string): TextBlock {
  return { type: 'text', text };
}

export function thinkingBlock(thinking: string, signature = ''): ThinkingBlock {
  return { type: 'thinking', thinking, signature };
}

/** @returns a call without its input. */
export function toolUse({ id, name, extra }: Omit<ToolCall, 'arguments'>): ToolUseBlock {
  const block = { type: 'tool_use', id, name, input: {} } as const;
  return extra === undefined ? block : { ...block, extra_content: extra };
}

function inputOf(call: ToolCall): ToolUseBlock['input'] | undefined {
  try {
    const input = parseBoundedJson(call.arguments);
    return isObject(input) ? input : undefined;
  } catch {
    return undefined;
  }
}

const STOP_REASONS: Readonly<Record<FinishReason, StopReason>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

export function stopReason(reason: FinishReason): StopReason {
  return STOP_REASONS[reason];
}

/**
 * @param usage zeros where the provider reports none.
 * @param theirs as the provider wrote it.
 */
export function messageUsage(usage: Usage | undefined, theirs?: unknown): MessageUsage {
  const cached = usage?.cachedTokens ?? 0;
  const written = usage?.cacheWriteTokens ?? 0;
  return {
    input_tokens: Math.max(0, (usage?.promptTokens ?? 0) - cached - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    output_tokens: usage?.completionTokens ?? 0,
    ...(usage === undefined ? {} : costMember(usage, theirs)),
  };
}
