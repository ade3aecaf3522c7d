import type { Completion } from '../../domain/chat.ts';
import { nonsense } from '../provider-error.ts';
import { isObject } from '../read-json.ts';
import { mapStopReason } from './map-stop-reason.ts';
import { readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/** The answer is the text blocks; thinking, and what a later version adds, is not. */
function joinText(blocks: readonly unknown[]): string {
  let text = '';
  for (const block of blocks) {
    if (!isObject(block)) throw nonsense('content block is no object');
    if (block.type !== 'text') continue;
    if (typeof block.text !== 'string') throw nonsense('text block without text');
    text += block.text;
  }
  return text;
}

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown): Completion {
  if (!isObject(body)) throw nonsense('body is no object');
  if (body.type === 'error' || isObject(body.error)) throw readErrorBody(body);
  if (!Array.isArray(body.content)) throw nonsense('no content');
  const usage = readUsage(body.usage);
  return {
    content: joinText(body.content),
    finishReason: mapStopReason(body.stop_reason),
    ...(usage === undefined ? {} : { usage }),
  };
}
