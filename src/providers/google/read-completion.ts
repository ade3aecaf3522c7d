import type { Completion } from '../../domain/chat.ts';
import { nonsense } from '../provider-error.ts';
import { isObject } from '../read-json.ts';
import { mapFinishReason } from './map-finish-reason.ts';
import { isBlocked, readCandidate } from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown): Completion {
  if (isErrorBody(body)) throw readErrorBody(body);
  if (!isObject(body)) throw nonsense('body is no object');
  const candidate = readCandidate(body);
  const usage = readUsage(body.usageMetadata);
  const billed = usage === undefined ? {} : { usage };
  if (candidate === undefined) {
    if (isBlocked(body)) return { content: '', finishReason: 'content_filter', ...billed };
    throw nonsense('no candidates');
  }
  return { content: candidate.text, finishReason: mapFinishReason(candidate.finishReason), ...billed };
}
