/** Whole answers, as `response` objects. */

import type { FinishReason, Thought, TokenLogprob, ToolCall, Usage } from '../../../domain/chat.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { isObject, type JsonObject } from '../../../domain/json-object.ts';
import { costMember } from '../cost-member.ts';
import { withBeside } from '../unread.ts';
import { settingsOf } from './echo-settings.ts';
import { outputItemId, reasoningItemId } from './item-ids.ts';
import { isCall } from './read-completion.ts';
import { isReasoning } from './reasoning-items.ts';
import { type CallForm, type CallForms, inputOf } from './tool-forms.ts';
import { urlCitations } from './url-citations.ts';
import type {
  CallItem,
  CustomCallItem,
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
  /** The key of the provider that wrote it in these words, and takes back what it wrote. */
  readonly writtenBy?: string | undefined;
  /** Of the tools that were offered. */
  readonly forms?: CallForms;
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

/** An item of the provider's, with an id that is found again here. */
export function itemAsWritten(
  item: JsonObject,
  place: number,
  head: ResponseHead,
  callId: string | undefined,
): JsonObject {
  const kind = /^[a-z]+(?=_)/.exec(String(item.id))?.[0] ?? 'item';
  const id =
    item.type === 'reasoning'
      ? reasoningItemId(head.id, place, head.writtenBy)
      : outputItemId(kind, head.id, place);
  return { ...item, id, ...(callId === undefined || item.call_id === undefined ? {} : { call_id: callId }) };
}

/** The provider's own items, with the sources that the gateway knows of beside its own. */
function outputAsWritten(
  written: JsonObject,
  { toolCalls = [], citable = [], claims = [], appended }: ChatAnswer,
  head: ResponseHead,
  status: Ending['status'],
): JsonObject[] {
  let from = 0;
  const cite = (given: unknown): unknown => {
    if (!isObject(given)) return given;
    const { refusal, ...rest } = given;
    const isRefusal = given.type === 'refusal';
    const part = isRefusal ? { ...rest, type: 'output_text', text: refusal, logprobs: [] } : given;
    if (typeof part.text !== 'string' || part.type !== 'output_text') return part;
    const own = Array.isArray(part.annotations) ? (part.annotations as readonly unknown[]) : [];
    const found = urlCitations(part.text, from, citable, claims);
    from += part.text.length;
    return { ...part, annotations: [...own, ...found] };
  };
  const items = (Array.isArray(written.output) ? written.output : []).filter(isObject);
  const ids = toolCalls.map(({ id }) => id);
  const output: JsonObject[] = items.map((item, place) => {
    const isLast = place === items.length - 1;
    const named = {
      status: 'completed',
      ...itemAsWritten(item, place, head, isCall(item) ? ids.shift() : undefined),
      // An answer that was cut is cut in its last item.
      ...(isLast && status === 'incomplete' ? { status } : {}),
    };
    if (item.type !== 'message' || !Array.isArray(item.content)) return named;
    return { ...named, content: item.content.map(cite) };
  });
  if (appended !== undefined) {
    const id = outputItemId('msg', head.id, output.length);
    output.push({ ...messageItem(id, status, [outputText(appended, [], [])]) });
  }
  // An answer that says nothing and calls nothing is an empty message.
  if (output.every(({ type }) => type === 'reasoning')) {
    const id = outputItemId('msg', head.id, output.length);
    output.push({ ...messageItem(id, status, [outputText('', [], [])]) });
  }
  return output;
}

/** @param now Unix seconds. */
export function formatResponse(answer: ChatAnswer, head: ResponseHead, now: number): ResponseObject {
  const { written, finishReason, usage, metadata, evaluation } = answer;
  const ending = endingOf(finishReason, now);
  const outcome = {
    ...ending,
    usage: usage === undefined ? null : responseUsage(usage, written?.usage),
    ...(metadata === undefined ? {} : { fact_check_metadata: metadata }),
    ...(evaluation === undefined ? {} : { evaluation }),
  };
  if (written === undefined) {
    return responseObject(head, { ...outcome, output: withLast(outputOf(answer, head), ending.status) });
  }
  const { output: _theirs, ...rest } = written;
  const output = outputAsWritten(written, answer, head, ending.status) as unknown as readonly OutputItem[];
  return withBeside(responseObject(head, { ...outcome, output, ...settingsOf(written) }), rest);
}

function outputOf(answer: ChatAnswer, head: ResponseHead): readonly OutputItem[] {
  const { content, thoughts = [], toolCalls = [], logprobs = [], claims = [], citable = [] } = answer;
  const output: OutputItem[] = [];
  for (const { texts, takenBy, signature } of gatherThoughts(thoughts)) {
    const id = reasoningItemId(head.id, output.length, takenBy);
    output.push(reasoningItem(id, 'completed', texts, takenBy && signature));
  }
  if (content !== '' || toolCalls.length === 0) {
    const text = outputText(content, urlCitations(content, 0, citable, claims), logprobs);
    output.push(messageItem(outputItemId('msg', head.id, output.length), 'completed', [text]));
  }
  for (const call of toolCalls) {
    output.push(callItem(head.id, head.forms?.get(call.name), output.length, 'completed', call));
  }
  return output;
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

/** Thoughts that nobody takes back are one item; each of the others is one as its provider wrote it. */
function gatherThoughts(thoughts: readonly Thought[]) {
  const items: { texts: string[]; takenBy?: string | undefined; signature?: string | undefined }[] = [];
  for (const { text, takenBy, signature } of thoughts) {
    if (text === '' && takenBy === undefined) continue;
    const last = items.at(-1);
    if (takenBy === undefined && last !== undefined && last.takenBy === undefined) last.texts.push(text);
    else items.push({ texts: text === '' ? [] : [text], takenBy, signature });
  }
  return items;
}

/**
 * @param texts of the thoughts, none empty.
 * @param encrypted what the provider wants back.
 */
export function reasoningItem(
  id: string,
  status: ReasoningItem['status'],
  texts: readonly string[],
  encrypted: string | undefined,
): ReasoningItem {
  return {
    id,
    type: 'reasoning',
    status,
    summary: texts.map((text) => ({ type: 'summary_text', text })),
    ...(encrypted === undefined ? {} : { encrypted_content: encrypted }),
  };
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

/**
 * A call as its caller knows it.
 * @param form of its tool.
 * @param place in the output, from 0.
 */
export function callItem(
  responseId: string,
  form: CallForm | undefined,
  place: number,
  status: CallItem['status'],
  { id: callId, name, arguments: text, extra }: ToolCall,
): CallItem | CustomCallItem {
  const shared = {
    ...{ status, call_id: callId, name: form?.name ?? name },
    ...(form?.namespace === undefined ? {} : { namespace: form.namespace }),
    // Reasoning stands before it as items of its own.
    ...(extra === undefined || isReasoning(extra) ? {} : { extra_content: extra }),
  } as const;
  if (form?.type === 'custom') {
    const id = outputItemId('ctc', responseId, place);
    return { id, type: 'custom_tool_call', ...shared, input: inputOf(text) };
  }
  return { id: outputItemId('fc', responseId, place), type: 'function_call', ...shared, arguments: text };
}

/**
 * Usage in the words of the Responses API; the total is always the sum.
 * @param theirs as the provider wrote it.
 */
export function responseUsage(usage: Usage, theirs?: unknown): ResponseUsage {
  return {
    input_tokens: usage.promptTokens,
    input_tokens_details: {
      cache_write_tokens: usage.cacheWriteTokens ?? 0,
      cached_tokens: usage.cachedTokens ?? 0,
    },
    output_tokens: usage.completionTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.promptTokens + usage.completionTokens,
    ...costMember(usage, theirs),
  };
}
