import type { Completion } from '../../domain/chat.ts';
import { type FinishReasons, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject } from '../read-json.ts';
import { readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/**
 * https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons. `tool_use` is missing: no tool
 * was offered. `pause_turn` is an answer that the model has yet to go on with, so that it was cut.
 */
export const STOP_REASONS: FinishReasons = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'length',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

/** The answer is the text blocks; thinking, and what a later version adds, is not. */
function joinText(blocks: readonly unknown[]): string {
  let text = '';
  for (const block of blocks) {
    if (!isObject(block)) throw malformedAnswer('content block is no object');
    if (block.type !== 'text') continue;
    if (typeof block.text !== 'string') throw malformedAnswer('text block without text');
    text += block.text;
  }
  return text;
}

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown): Completion {
  if (!isObject(body)) throw malformedAnswer('body is no object');
  if (body.type === 'error' || isObject(body.error)) throw readErrorBody(body);
  if (!Array.isArray(body.content)) throw malformedAnswer('no content');
  const usage = readUsage(body.usage);
  return {
    content: joinText(body.content),
    finishReason: mapFinishReason(body.stop_reason, STOP_REASONS),
    ...(usage === undefined ? {} : { usage }),
  };
}
