/** A chat whose claim extraction is to be scored, and what is scored of it. */
import type { ApiKey } from '../domain/api-key.ts';
import type { Message } from '../domain/chat.ts';
import type { Claim } from '../domain/claim.ts';
import type { EvaluationNotice, Extraction } from '../domain/evaluation.ts';
import { openCheck } from '../engine/factcheck/open-check.ts';
import { newestText } from '../engine/factcheck/read/newest-text.ts';
import { resultOf, wholeAnswer } from '../engine/factcheck/run-check.ts';
import type { JsonTarget } from '../models/upstream/ask-json.ts';
import type { EvaluationCaller } from './read-reports.ts';

export interface EvaluatedChat {
  /** The completion's id. */
  readonly id: string;
  readonly caller: EvaluationCaller;
  readonly target: JsonTarget;
  readonly messages: readonly Message[];
  readonly answer: string;
  /** The claims of the conversation and its answer; absent where fact checking is off, and they have to be found first. */
  readonly claims?: readonly Claim[];
  /** Key of the dashboard that the report is sent to. */
  readonly dashboardKey?: ApiKey;
}

export interface EvaluationService {
  /** Never fails: what cannot be begun is reported as `failed`. */
  begin(chat: EvaluatedChat): Promise<EvaluationNotice>;
}

/** The same part of a conversation that claims are looked for in. UTF-16 units. */
const LONGEST = 50_000;

/**
 * Reads the claims that were found, and the texts they were found in.
 * @param yieldTurn resolves after the event loop has turned.
 */
export async function readChatExtraction(
  { messages, answer, claims }: EvaluatedChat,
  yieldTurn: () => Promise<void>,
): Promise<Extraction> {
  const found = claims ?? (await findClaims(messages, answer, yieldTurn));
  const texts = newestText(messages, LONGEST);
  if (answer !== '') texts.push({ index: messages.length, role: 'assistant', text: answer, offset: 0 });
  /** By index of the message, the index of its passage. */
  const passageOf = new Map(texts.map(({ index }, passage) => [index, passage]));
  return {
    passages: texts.map(({ role, text }) => ({ role, text })),
    claims: found.flatMap(({ id, text, original_text, message_index, start, category, confidence }) => {
      const passage = passageOf.get(message_index);
      if (passage === undefined) return [];
      const offset = start - texts[passage]!.offset;
      return [{ id, text, original_text, passage, start: offset, category, confidence }];
    }),
  };
}

async function findClaims(
  messages: readonly Message[],
  answer: string,
  yieldTurn: () => Promise<void>,
): Promise<readonly Claim[]> {
  const options = { plan: { rung: 'detect', mode: 'detect' }, listing: 'all' } as const;
  const { signal } = new AbortController();
  const check = await openCheck(messages, options, yieldTurn, signal);
  return (
    await resultOf(
      check.read(
        wholeAnswer(async () => [answer]),
        'answer',
        signal,
      ),
    )
  ).claims;
}
