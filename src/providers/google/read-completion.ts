import type { Completion } from '../../domain/chat.ts';
import { mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject } from '../read-json.ts';
import { FINISH_REASONS, isBlocked, readCandidate } from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown): Completion {
  if (isErrorBody(body)) throw readErrorBody(body);
  if (!isObject(body)) throw malformedAnswer('body is no object');
  const candidate = readCandidate(body);
  const usage = readUsage(body.usageMetadata);
  const billed = usage === undefined ? {} : { usage };
  if (candidate === undefined) {
    if (isBlocked(body)) return { content: '', finishReason: 'content_filter', ...billed };
    throw malformedAnswer('no candidates');
  }
  return {
    content: candidate.text,
    finishReason: mapFinishReason(candidate.finishReason, FINISH_REASONS),
    ...billed,
  };
}
