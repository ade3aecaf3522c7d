/** Begins the evaluation of an answered chat, and adds its notice to the answer. */
import type { ChatAnswer, ChatCall, ChatStream } from '../chat/chat-story.ts';
import type { ChatEvent } from '../chat/narrate.ts';
import { ApiKey } from '../domain/api-key.ts';
import type { Claim } from '../domain/claim.ts';
import type { EvaluationNotice } from '../domain/evaluation.ts';
import type { EvaluatedChat, EvaluationDesk } from '../evaluation/evaluated-chat.ts';
import type { Identity } from './gate.ts';

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

export interface EvaluateContext {
  readonly desk: EvaluationDesk;
  readonly identity: Identity;
  readonly call: Pick<ChatCall, 'request' | 'model' | 'endpoint' | 'key'>;
  readonly ask: EvaluateAsk;
}

export async function evaluateAnswer(context: EvaluateContext, answer: ChatAnswer): Promise<ChatAnswer> {
  const evaluation = await begin(context, answer.id, answer.content, answer.claims);
  return { ...answer, evaluation };
}

/** The finish waits until the evaluation is certain; the text does not. */
export function evaluateStream(context: EvaluateContext, stream: ChatStream): ChatStream {
  const pieces: string[] = [];
  const addNotice = async (event: ChatEvent): Promise<ChatEvent> => {
    if (event.type !== 'finish') return event;
    const evaluation = await begin(context, stream.id, pieces.join(''), event.claims);
    return { ...event, evaluation };
  };
  return {
    ...stream,
    async next() {
      const events = await stream.next();
      if (events === undefined) return undefined;
      for (const event of events) if (event.type === 'text') pieces.push(event.text);
      return events.some(({ type }) => type === 'finish') ? Promise.all(events.map(addNotice)) : events;
    },
  };
}

function begin(
  { desk, identity, call, ask }: EvaluateContext,
  id: string,
  answer: string,
  claims: readonly Claim[] | undefined,
): Promise<EvaluationNotice> {
  return desk.begin({
    ...ask,
    id,
    caller: identity.caller,
    target: { endpoint: call.endpoint, model: call.model, key: call.key },
    messages: call.request.messages,
    answer,
    ...(claims === undefined ? {} : { claims }),
  });
}
