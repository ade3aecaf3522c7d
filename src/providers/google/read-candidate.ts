import type { FinishReasons } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';

/**
 * https://ai.google.dev/api/generate-content#FinishReason. What is missing (OTHER, the reasons of tool calls
 * that were not offered, of images that were not asked for, malformed answers) is a failure.
 */
export const FINISH_REASONS: FinishReasons = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  CONTINUATION: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  LANGUAGE: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  IMAGE_PROHIBITED_CONTENT: 'content_filter',
  IMAGE_RECITATION: 'content_filter',
};

/** What one body or frame says of the answer; whole answers and frames have the same shape. */
export interface Candidate {
  readonly text: string;
  /** The provider's word, or `undefined` where the answer goes on. */
  readonly finishReason: unknown;
}

/** Thoughts, their signatures, and parts of other kinds are not the answer. */
function joinParts(content: JsonObject): string {
  if (content.parts === undefined || content.parts === null) return '';
  if (!Array.isArray(content.parts)) throw malformedAnswer('parts are no list');
  let text = '';
  for (const part of content.parts) {
    if (!isObject(part)) throw malformedAnswer('part is no object');
    if (part.thought === true || part.text === undefined || part.text === null) continue;
    if (typeof part.text !== 'string') throw malformedAnswer('text is no text');
    text += part.text;
  }
  return text;
}

/** @returns the first candidate, or `undefined` where there is none. */
export function readCandidate(body: JsonObject): Candidate | undefined {
  if (!Array.isArray(body.candidates)) return undefined;
  for (const candidate of body.candidates) {
    if (!isObject(candidate)) throw malformedAnswer('candidate is no object');
    if (candidate.index !== undefined && candidate.index !== 0) continue;
    const text = isObject(candidate.content) ? joinParts(candidate.content) : '';
    return { text, finishReason: candidate.finishReason ?? undefined };
  }
  return undefined;
}

/** Whether the prompt itself was blocked: then there is no candidate, and never will be. */
export function isBlocked(body: JsonObject): boolean {
  const feedback = body.promptFeedback;
  return isObject(feedback) && feedback.blockReason !== undefined && feedback.blockReason !== null;
}
