/** Checks texts that somebody else wrote, and is about to show. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Message, textMessage } from '../../../domain/chat.ts';
import type { Claim, FactCheckMetadata } from '../../../domain/claim.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import { MAX_TEXT } from '../../../engine/factcheck/check-text.ts';
import { allowAbsent } from '../chats/chat-service.ts';
import { type AnswerMetrics, countCheck, tallyOf } from '../chats/count-answer.ts';
import type { CheckWishes } from '../checks/check-settings.ts';
import { type CheckOpenerOptions, createCheckOpener, metadataOf } from '../checks/open-check.ts';
import type { PrepareReport } from '../checks/report-check.ts';
import type { OpenRequests } from '../server/open-requests.ts';

export interface GuardOptions extends CheckOpenerOptions {
  readonly openRequests: OpenRequests;
  readonly metrics: AnswerMetrics;
  readonly prepareReport: PrepareReport;
}

export interface GuardSettings extends CheckWishes {
  readonly min_confidence?: number | null | undefined;
  readonly min_check_worthiness?: number | null | undefined;
}

export interface GuardedTexts {
  readonly metadata: FactCheckMetadata;
  /** Of each text. */
  readonly claims: readonly (readonly Claim[])[];
}

/** Texts are checked together, as paragraphs of one. */
const BETWEEN = '\n\n';

export type Guard = ReturnType<typeof createGuard>;

export function createGuard(options: GuardOptions) {
  const { openAlone } = createCheckOpener(options);
  /**
   * Checks texts in mode `ground`: it costs nobody anything. With an accepted key it counts as one request.
   * @param messages of the conversation, whose texts may be evidence.
   * @throws GatewayError for a key that is none, where limits are reached, and for texts that are too long.
   */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    texts: readonly string[],
    settings: GuardSettings,
    messages: readonly Message[] = [],
  ): Promise<GuardedTexts> => {
    const { gate, openRequests, metrics } = options;
    const text = texts.join(BETWEEN).toWellFormed();
    if (text.length > MAX_TEXT)
      throw new GatewayError('body_too_large', `The texts have more than ${MAX_TEXT} characters`);
    const identity = allowAbsent(gate, gate.identify(request, 'body-first'));
    const check = {
      text,
      mode: 'ground' as const,
      minConfidence: settings.min_confidence ?? 0,
      minCheckWorthiness: settings.min_check_worthiness ?? 0,
    };
    const wishes = { ...settings, mode: 'ground' as const, messages };
    const steps = await openAlone(request, reply, identity, wishes, check, openRequests.signalOf(reply.raw));
    const metadata = await metadataOf(steps);
    countCheck({ metrics, tally: tallyOf(request) }, undefined, metadata);
    options.prepareReport(request, reply)(metadata);
    let start = 0;
    const claims = texts.map((one) => {
      const [from, to] = [start, start + one.length];
      start = to + BETWEEN.length;
      return metadata.claims.filter((claim) => claim.start >= from && claim.end <= to);
    });
    return { metadata, claims };
  };
}

/** @returns messages of a chat in OpenAI's or Anthropic's form, as far as they bring texts; what is none is left out. */
export function readTexts(messages: unknown): readonly Message[] {
  if (!Array.isArray(messages)) return [];
  return messages.filter(isObject).flatMap(({ role, content, tool_call_id: callId }): readonly Message[] => {
    const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
    const text = parts
      .map((part) => (isObject(part) ? part.text : part))
      .filter((part) => typeof part === 'string')
      .join('\n');
    if (role === 'tool')
      return [{ role, content: textMessage('user', text).content as [], callId: String(callId) }];
    if (role === 'developer' || role === 'system') return [textMessage('system', text)];
    return role === 'user' || role === 'assistant' ? [textMessage(role, text)] : [];
  });
}
