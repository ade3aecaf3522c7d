/** The evaluation of an answered chat, which its request may ask for. */

import { ApiKey } from '../../../domain/api-key.ts';
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import type { Claim } from '../../../domain/claim.ts';
import type { EvaluationNotice } from '../../../domain/evaluation.ts';
import type { EvaluatedChat } from '../../../evaluation/evaluated-chat.ts';

/** How a request wants to be evaluated. */
export type EvaluateAsk = Pick<EvaluatedChat, 'dashboardKey'>;

/** Reads the header `X-Evaluation-API-Key`; what cannot be a key counts as absent. */
export function readEvaluateAsk(
  enabled: boolean | null | undefined,
  header: string | string[] | undefined,
): EvaluateAsk | undefined {
  if (enabled !== true) return undefined;
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  const dashboardKey = text === undefined ? undefined : ApiKey.parse(text);
  return dashboardKey === undefined ? {} : { dashboardKey };
}

/**
 * Begins the evaluation of an answer, the first where there are several.
 * @param claims of all of them.
 * @returns the notice that the answer is sent with.
 */
export type Evaluate = (
  id: string,
  answer: string,
  claims: readonly Claim[] | undefined,
) => Promise<EvaluationNotice>;

/**
 * @param id of the completion.
 * @returns a function that puts the evaluation's notice on the finish of a stream. The finish waits until the
 *   evaluation has begun; the text does not.
 */
export function evaluateEvents(evaluate: Evaluate, id: string) {
  const pieces: string[] = [];
  return async (events: readonly ChatEvent[]): Promise<readonly ChatEvent[]> => {
    for (const event of events) {
      if (event.type === 'text' && event.choice === undefined && !event.appended) pieces.push(event.text);
    }
    const last = events.findLast((event) => event.type === 'finish');
    if (last === undefined) return events;
    const evaluation = await evaluate(id, pieces.join(''), last.claims);
    return events.map((event) => (event === last ? { ...last, evaluation } : event));
  };
}
