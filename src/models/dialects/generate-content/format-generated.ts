/** Whole answers, as Google's GenerateContentResponse (https://ai.google.dev/api/generate-content). */
import { parseBoundedJson } from '../../../domain/bounded-json.ts';
import type { Choice, FinishReason, TokenLogprob, ToolCall, Usage } from '../../../domain/chat.ts';
import type { AnswerHead, ChatAnswer } from '../../../domain/chat-answer.ts';
import type { FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { EvaluationNotice } from '../../../domain/evaluation.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { costMember } from '../cost-member.ts';

/** A call ends an answer like any other there. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
};

/**
 * @returns the answer; where it came from Google, as it came.
 * @throws GatewayError 502 where a call's arguments are no JSON object.
 */
export function formatGenerated(answer: ChatAnswer): JsonObject {
  const { more = [], usage, metadata, evaluation, written } = answer;
  if (written !== undefined) {
    const { candidates } = written;
    const noted = (given: unknown, index: number): unknown =>
      withText(given, [answer, ...more][index]?.appended);
    return {
      ...headOf(answer),
      ...written,
      // A server may give more answers than were asked for.
      ...(Array.isArray(candidates) ? { candidates: candidates.slice(0, more.length + 1).map(noted) } : {}),
      // Of several attempts, all are counted.
      ...(usage === undefined
        ? {}
        : {
            usageMetadata: usageMetadata(
              usage,
              metadata?.attempts === undefined ? written.usageMetadata : undefined,
            ),
          }),
      ...findingsOf(metadata, evaluation),
    };
  }
  return {
    candidates: [answer, ...more].map((choice, index) => ({
      ...candidate(partsOf(choice), index, choice.finishReason),
      ...logprobsOf(choice.logprobs),
    })),
    ...(usage === undefined ? {} : { usageMetadata: usageMetadata(usage) }),
    ...headOf(answer),
    ...findingsOf(metadata, evaluation),
  };
}

/** @returns a candidate as it came, with a text behind its own. */
function withText(given: unknown, text: string | undefined): unknown {
  if (text === undefined || !isObject(given)) return given;
  const content = isObject(given.content) ? given.content : {};
  const parts = Array.isArray(content.parts) ? content.parts : [];
  return { ...given, content: { ...content, parts: [...parts, { text }] } };
}

export function headOf({ id, model }: Pick<AnswerHead, 'id' | 'model'>): JsonObject {
  return { modelVersion: model, responseId: id };
}

export function findingsOf(
  metadata: FactCheckMetadata | undefined,
  evaluation: EvaluationNotice | undefined,
): JsonObject {
  return {
    ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
    ...(evaluation === undefined ? {} : { evaluation }),
  };
}

/** @param reason absent while the answer goes on. */
export function candidate(parts: readonly JsonObject[], index: number, reason?: FinishReason): JsonObject {
  return {
    content: { parts, role: 'model' },
    ...(reason === undefined ? {} : { finishReason: FINISH_REASONS[reason] }),
    index,
  };
}

/** https://ai.google.dev/api/generate-content#LogprobsResult */
export function logprobsOf(tokens: readonly TokenLogprob[] | undefined): JsonObject {
  if (tokens === undefined) return {};
  const write = ({ token, logprob }: Pick<TokenLogprob, 'token' | 'logprob'>): JsonObject => ({
    token,
    logProbability: logprob,
  });
  return {
    logprobsResult: {
      chosenCandidates: tokens.map(write),
      topCandidates: tokens.map(({ top_logprobs: top }) => ({ candidates: top.map(write) })),
    },
  };
}

function partsOf({ content, thoughts = [], toolCalls = [], finishReason }: Choice): JsonObject[] {
  return [
    ...thoughts.flatMap(({ text }) => (text === '' ? [] : [{ text, thought: true }])),
    ...(content === '' ? [] : [{ text: content }]),
    ...toolCalls.flatMap((call) => callPart(call, finishReason)),
  ];
}

/**
 * @returns the call; nothing of the last call of an answer that was cut in it.
 * @throws GatewayError 502 where its arguments are no JSON object.
 */
export function callPart(
  { id, name, arguments: text, extra }: ToolCall,
  reason?: FinishReason,
): JsonObject[] {
  const args = readArguments(text);
  if (args === undefined) {
    if (reason === 'length') return [];
    throw new GatewayError(
      'provider_failed',
      `The model called ${name} with arguments that are no JSON object`,
    );
  }
  const { google } = extra ?? {};
  const signature = isObject(google) ? google.thought_signature : undefined;
  return [
    {
      functionCall: { id, name, args },
      ...(typeof signature === 'string' && { thoughtSignature: signature }),
    },
  ];
}

function readArguments(text: string): JsonObject | undefined {
  try {
    const args = text.trim() === '' ? {} : parseBoundedJson(text);
    return isObject(args) ? args : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Thoughts are counted beside the answer there.
 * @param theirs as the provider wrote it, which says all that the gateway's says.
 */
export function usageMetadata(usage: Usage, theirs?: unknown): JsonObject {
  if (isObject(theirs)) return { ...theirs, ...costMember(usage, theirs) };
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens } = usage;
  return {
    promptTokenCount: promptTokens,
    candidatesTokenCount: Math.max(0, completionTokens - (reasoningTokens ?? 0)),
    totalTokenCount: promptTokens + completionTokens,
    ...(cachedTokens ? { cachedContentTokenCount: cachedTokens } : {}),
    ...(reasoningTokens ? { thoughtsTokenCount: reasoningTokens } : {}),
    ...costMember(usage),
  };
}
