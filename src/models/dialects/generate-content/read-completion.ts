import type { Choice, Completion } from '../../../domain/chat.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject } from '../read-json.ts';
import { type Candidate, isBlocked, readCandidates, readFinish } from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { noteSearches, readUsage } from './read-usage.ts';

/** @throws GatewayError where the body is an error in disguise, or no whole answer. */
export function readCompletion(body: unknown): Completion {
  if (isErrorBody(body)) throw readErrorBody(body);
  if (!isObject(body)) throw malformedAnswer('body is no object');
  const candidates = [...readCandidates(body)].sort((a, b) => a.index - b.index);
  const [first, ...more] = candidates.map(toChoice);
  const searches = new Set<string>();
  for (const { written } of candidates) noteSearches(searches, written);
  const usage = readUsage(body.usageMetadata, searches.size);
  const billed = usage === undefined ? {} : { usage };
  if (first !== undefined) return { ...first, ...(more.length === 0 ? {} : { more }), ...billed };
  if (isBlocked(body)) return { content: '', finishReason: 'content_filter', ...billed };
  throw malformedAnswer('no candidates');
}

function toChoice({ parts, logprobs, finishReason }: Candidate): Choice {
  if (parts.some(({ piece }) => piece !== undefined)) throw malformedAnswer('call is not whole');
  const thought = parts.map((part) => part.thought ?? '').join('');
  const calls = parts.flatMap(({ call }) => (call === undefined ? [] : [call]));
  return {
    content: parts.map(({ text }) => text ?? '').join(''),
    ...(thought === '' ? {} : { thoughts: [{ text: thought }] }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    finishReason: readFinish(finishReason, calls.length > 0),
    ...(logprobs.length === 0 ? {} : { logprobs }),
  };
}
