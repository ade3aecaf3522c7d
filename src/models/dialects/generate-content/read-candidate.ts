import type { FinishReason, TokenLogprob, ToolCall } from '../../../domain/chat.ts';
import { type FinishReasons, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, readCount, readText } from '../read-json.ts';
import { readLogprobs } from './read-logprobs.ts';

/**
 * https://ai.google.dev/api/generate-content#FinishReason. What is missing (OTHER, the reasons of tool calls
 * that were not offered, of images that were not asked for, malformed answers) is a failure.
 */
const FINISH_REASONS: FinishReasons = {
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

/** A part of an answer; one of another kind has none of the three. */
export interface CandidatePart {
  /** Never empty. */
  readonly text?: string;
  /** What the model thinks, as far as it is shown; never empty. */
  readonly thought?: string;
  /** A whole call. */
  readonly call?: ToolCall;
  /** A piece of a call whose arguments are streamed; its name and signature where it begins. */
  readonly piece?: CallPiece;
  /** As the provider wrote it. */
  readonly written: JsonObject;
}

export interface CallPiece {
  readonly begins?: Omit<ToolCall, 'arguments'>;
  readonly args: JsonObject;
  readonly partialArgs: unknown;
  readonly isLast: boolean;
}

/** What one body or frame says of one answer; whole answers and frames have the same shape. */
export interface Candidate {
  /** Numbers the answers, where several were asked for. */
  readonly index: number;
  readonly parts: readonly CandidatePart[];
  readonly logprobs: readonly TokenLogprob[];
  /** The provider's word, or `undefined` where the answer goes on. */
  readonly finishReason: unknown;
  /** As the provider wrote it. */
  readonly written: JsonObject;
}

/** The most answers that one request may have had. */
const MOST_CANDIDATES = 128;

/** @returns the candidates in the order in which they stand; empty where there is none. */
export function readCandidates(body: JsonObject): readonly Candidate[] {
  return Array.isArray(body.candidates) ? body.candidates.map(readCandidate) : [];
}

function readCandidate(candidate: unknown): Candidate {
  if (!isObject(candidate)) throw malformedAnswer('candidate is no object');
  const index = readCount(candidate.index ?? 0);
  if (index === undefined || index >= MOST_CANDIDATES) throw malformedAnswer('candidate has no number');
  return {
    index,
    parts: readParts(isObject(candidate.content) ? candidate.content.parts : undefined),
    logprobs: readLogprobs(candidate.logprobsResult),
    finishReason: candidate.finishReason ?? undefined,
    written: candidate,
  };
}

/** Thoughts, signatures of texts, and parts of other kinds are not the answer. */
function readParts(parts: unknown): readonly CandidatePart[] {
  if (parts === undefined || parts === null) return [];
  if (!Array.isArray(parts)) throw malformedAnswer('parts are no list');
  return parts.map((part): CandidatePart => {
    if (!isObject(part)) throw malformedAnswer('part is no object');
    const { text, functionCall } = part;
    const called = functionCall === undefined || functionCall === null ? {} : readCalled(part);
    if (text === undefined || text === null || text === '') return { ...called, written: part };
    if (typeof text !== 'string') throw malformedAnswer('text is no text');
    return { ...called, ...(part.thought === true ? { thought: text } : { text }), written: part };
  });
}

/** The signature of the thoughts that led to a call stands beside it. */
function readCalled({
  functionCall: call,
  thoughtSignature,
}: JsonObject): Pick<CandidatePart, 'call' | 'piece'> {
  if (!isObject(call)) throw malformedAnswer('call is no object');
  const args = call.args ?? {};
  if (!isObject(args)) throw malformedAnswer('arguments are no object');
  const name = readText(call.name);
  const signature = readText(thoughtSignature);
  const begins = name !== undefined && {
    id: readText(call.id) ?? '',
    name,
    ...(signature === undefined ? {} : { extra: { google: { thought_signature: signature } } }),
  };
  const { willContinue, partialArgs } = call;
  if (begins && willContinue !== true && partialArgs === undefined) {
    return { call: { ...begins, arguments: JSON.stringify(args) } };
  }
  return { piece: { ...(begins && { begins }), args, partialArgs, isLast: willContinue !== true } };
}

/**
 * @param calls whether the answer calls a function: Google has no word of its own for such an end.
 * @throws GatewayError `provider_failed` for a reason that is not known.
 */
export function readFinish(word: unknown, calls: boolean): FinishReason {
  const reason = mapFinishReason(word, FINISH_REASONS);
  return reason === 'stop' && calls ? 'tool_calls' : reason;
}

/** Whether the prompt itself was blocked: then there is no candidate, and never will be. */
export function isBlocked(body: JsonObject): boolean {
  const feedback = body.promptFeedback;
  return isObject(feedback) && feedback.blockReason !== undefined && feedback.blockReason !== null;
}
