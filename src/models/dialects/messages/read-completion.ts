import type { Completion, FinishReason, Thought, ToolCall } from '../../../domain/chat.ts';
import { type FinishReasons, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';
import { JSON_ANSWER } from './json-answer.ts';
import { readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';
import { extraOf, isThought } from './thoughts.ts';

/**
 * https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons. `pause_turn` is an answer that the
 * model has yet to go on with, so that it was cut.
 */
const STOP_REASONS: FinishReasons = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  pause_turn: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/**
 * @param called whether tools were called: of the caller's, `caller`; the one that answers in JSON alone, `json`.
 * @throws GatewayError for a reason that is unknown, or is no true one.
 */
export function readStopReason(reason: unknown, called: 'caller' | 'json' | 'none'): FinishReason {
  const finish = mapFinishReason(reason, STOP_REASONS);
  if (finish !== 'tool_calls' || called === 'caller') return finish;
  if (called === 'none') throw malformedAnswer('tool_use without a tool');
  return 'stop';
}

/** What a tool was called with, as text. */
export function writeInput(input: unknown): string {
  return JSON.stringify(isObject(input) ? input : {});
}

/** Reads the beginning of a call. */
export function readCall(block: JsonObject, thoughts: readonly JsonObject[]): Omit<ToolCall, 'arguments'> {
  const { id, name } = block;
  if (typeof name !== 'string') throw malformedAnswer('tool_use without a name');
  return {
    id: typeof id === 'string' ? id : '',
    name,
    ...(thoughts.length === 0 ? {} : { extra: extraOf(thoughts) }),
  };
}

/** The answer is the text blocks and the calls; thinking goes with the call that follows it. */
function readBlocks(blocks: readonly unknown[]) {
  let content = '';
  let called: 'caller' | 'json' | 'none' = 'none';
  let thoughts: JsonObject[] = [];
  const shown: Thought[] = [];
  const toolCalls: ToolCall[] = [];
  for (const block of blocks) {
    if (!isObject(block)) throw malformedAnswer('content block is no object');
    if (block.type === 'text') {
      if (typeof block.text !== 'string') throw malformedAnswer('text block without text');
      content += block.text;
    } else if (isThought(block)) {
      thoughts.push(block);
      if (typeof block.thinking === 'string') shown.push(shownThought(block));
    } else if (block.type === 'tool_use' && block.name === JSON_ANSWER) {
      content += writeInput(block.input);
      if (called === 'none') called = 'json';
    } else if (block.type === 'tool_use') {
      toolCalls.push({ ...readCall(block, thoughts), arguments: writeInput(block.input) });
      thoughts = [];
      called = 'caller';
    }
  }
  return {
    content,
    called,
    ...(shown.length === 0 ? {} : { thoughts: shown }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
  };
}

function shownThought({ thinking, signature }: JsonObject): Thought {
  const text = thinking as string;
  return typeof signature === 'string' && signature !== '' ? { text, signature } : { text };
}

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown): Completion {
  if (!isObject(body)) throw malformedAnswer('body is no object');
  if (body.type === 'error' || isObject(body.error)) throw readErrorBody(body);
  if (!Array.isArray(body.content)) throw malformedAnswer('no content');
  const { called, ...answer } = readBlocks(body.content);
  const usage = readUsage(body.usage);
  return {
    ...answer,
    finishReason: readStopReason(body.stop_reason, called),
    ...(usage === undefined ? {} : { usage }),
  };
}
