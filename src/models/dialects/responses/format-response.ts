/** Whole answers, as `response` objects. */

import type { FinishReason, TokenLogprob, ToolCall, Usage } from '../../../domain/chat.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { outputItemId } from './item-ids.ts';
import { urlCitations } from './url-citations.ts';
import type {
  CallItem,
  EchoedSettings,
  MessageItem,
  OutputItem,
  OutputText,
  ReasoningItem,
  ResponseObject,
  ResponseUsage,
  UrlCitation,
} from './wire.ts';

/** What is known of a response before it is answered. */
export interface ResponseHead {
  /** `resp_…` */
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly model: string;
  readonly settings: EchoedSettings;
  /** Whether the gateway keeps it, or shall. */
  readonly store: boolean;
}

/** What becomes of a response: its members beyond the head. */
type ResponseOutcome = Partial<Omit<ResponseObject, 'id' | 'model'>> & Pick<ResponseObject, 'status'>;

/** @returns a response; what its outcome does not say is null, or empty. */
export function responseObject(head: ResponseHead, outcome: ResponseOutcome): ResponseObject {
  return {
    id: head.id,
    object: 'response',
    created_at: head.created,
    completed_at: null,
    error: null,
    incomplete_details: null,
    model: head.model,
    output: [],
    usage: null,
    ...head.settings,
    store: head.store,
    ...outcome,
  };
}

/** @param now Unix seconds. */
export function formatResponse(answer: ChatAnswer, head: ResponseHead, now: number): ResponseObject {
  const { content, thoughts = [], toolCalls = [], logprobs = [], claims = [], citable = [] } = answer;
  const ending = endingOf(answer.finishReason, now);
  const output: OutputItem[] = [];
  const texts = thoughts.map(({ text }) => text).filter((text) => text !== '');
  if (texts.length > 0) output.push(reasoningItem(outputItemId('rs', head.id, 0), 'completed', texts));
  if (content !== '' || toolCalls.length === 0) {
    const text = outputText(content, urlCitations(content, 0, citable, claims), logprobs);
    output.push(messageItem(outputItemId('msg', head.id, output.length), 'completed', [text]));
  }
  for (const call of toolCalls) {
    output.push(callItem(outputItemId('fc', head.id, output.length), 'completed', call));
  }
  return responseObject(head, {
    ...ending,
    output: withLast(output, ending.status),
    usage: answer.usage === undefined ? null : responseUsage(answer.usage),
    ...(answer.metadata === undefined ? {} : { fact_check_metadata: answer.metadata }),
    ...(answer.evaluation === undefined ? {} : { evaluation: answer.evaluation }),
  });
}

type Ending = Pick<ResponseObject, 'incomplete_details' | 'completed_at'> & {
  readonly status: 'completed' | 'incomplete';
};

/**
 * How a response ends, by why the model stopped.
 * @param now Unix seconds.
 */
export function endingOf(reason: FinishReason, now: number): Ending {
  const incomplete = (because: NonNullable<Ending['incomplete_details']>['reason']): Ending => ({
    status: 'incomplete',
    incomplete_details: { reason: because },
    completed_at: null,
  });
  if (reason === 'length') return incomplete('max_output_tokens');
  if (reason === 'content_filter') return incomplete('content_filter');
  return { status: 'completed', incomplete_details: null, completed_at: now };
}

/** An answer that was cut is cut in its last item. */
function withLast(output: readonly OutputItem[], status: Ending['status']): readonly OutputItem[] {
  return output.map((item, at) => (at === output.length - 1 ? { ...item, status } : item));
}

/** @param texts of the thoughts, none empty. */
export function reasoningItem(
  id: string,
  status: ReasoningItem['status'],
  texts: readonly string[],
): ReasoningItem {
  return { id, type: 'reasoning', status, summary: texts.map((text) => ({ type: 'summary_text', text })) };
}

export function messageItem(
  id: string,
  status: MessageItem['status'],
  content: readonly OutputText[],
): MessageItem {
  return { id, type: 'message', role: 'assistant', status, content };
}

export function outputText(
  text: string,
  annotations: readonly UrlCitation[],
  logprobs: readonly TokenLogprob[],
): OutputText {
  return { type: 'output_text', text, annotations, logprobs: logprobs.map(withTheirBytes) };
}

/** OpenAI's form has a list of bytes always. */
function withTheirBytes(token: TokenLogprob): TokenLogprob {
  const others = token.top_logprobs.map((other) => ({ ...other, bytes: other.bytes ?? [] }));
  return { ...token, bytes: token.bytes ?? [], top_logprobs: others };
}

export function callItem(
  id: string,
  status: CallItem['status'],
  { id: callId, name, arguments: text, extra }: ToolCall,
): CallItem {
  const item = { id, type: 'function_call', status, call_id: callId, name, arguments: text } as const;
  return extra === undefined ? item : { ...item, extra_content: extra };
}

/** Usage in the words of the Responses API; the total is always the sum. */
export function responseUsage(usage: Usage): ResponseUsage {
  return {
    input_tokens: usage.promptTokens,
    input_tokens_details: {
      cache_write_tokens: usage.cacheWriteTokens ?? 0,
      cached_tokens: usage.cachedTokens ?? 0,
    },
    output_tokens: usage.completionTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.promptTokens + usage.completionTokens,
  };
}
