import { nonsense } from '../provider-error.ts';
import { isObject, type JsonObject } from '../read-json.ts';

/** What one body or frame says of the answer; whole answers and frames have the same shape. */
export interface Candidate {
  readonly text: string;
  /** The provider's word, or `undefined` where the answer goes on. */
  readonly finishReason: unknown;
}

/** Thoughts, their signatures, and parts of other kinds are not the answer. */
function joinParts(content: JsonObject): string {
  if (content.parts === undefined || content.parts === null) return '';
  if (!Array.isArray(content.parts)) throw nonsense('parts are no list');
  let text = '';
  for (const part of content.parts) {
    if (!isObject(part)) throw nonsense('part is no object');
    if (part.thought === true || part.text === undefined || part.text === null) continue;
    if (typeof part.text !== 'string') throw nonsense('text is no text');
    text += part.text;
  }
  return text;
}

/** @returns the first candidate, or `undefined` where there is none. */
export function readCandidate(body: JsonObject): Candidate | undefined {
  if (!Array.isArray(body.candidates)) return undefined;
  for (const candidate of body.candidates) {
    if (!isObject(candidate)) throw nonsense('candidate is no object');
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
