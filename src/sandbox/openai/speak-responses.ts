/** OpenAI's Responses API: POST /v1/responses, as OpenAI and xAI have it. */
import type { Answer } from '../answers/prompt.ts';
import type { Exchange, SimulatedProvider } from '../exchange.ts';
import { asObject, type JsonObject } from '../json.ts';
import { REASONING_TEXT } from '../reasoning-budget.ts';
import { type StreamForm, simulateProvider } from '../simulate-provider.ts';
import type { ChatRules } from './read-chat-request.ts';
import { type ResponsesAsked, readResponsesRequest } from './read-responses-request.ts';
import { type ChatTraits, NOT_JSON } from './speak-chat.ts';
import { toWireCalls, type WireCall } from './write-calls.ts';
import { writeLogprobs } from './write-logprobs.ts';

export interface ResponsesTraits extends Pick<ChatTraits, 'errors' | 'badRequest' | 'headers'> {
  readonly rules: ChatRules;
  /** The smallest limit of an answer that is taken. */
  readonly leastTokens: number;
  /** Whether it shows what its models think, asked for or not. */
  readonly showsThoughts: boolean;
  /** Whether it has tools that take a text, and tools in namespaces. */
  readonly customTools: boolean;
  /** Characters of arguments in one event. */
  readonly piece: number;
}

const PATH = '/v1/responses';

/** @returns a provider that has both APIs. */
export function withResponses(chat: SimulatedProvider, traits: ResponsesTraits): SimulatedProvider {
  const responses = simulateProvider<ResponsesAsked>({
    errors: traits.errors,
    headers: traits.headers,
    serves: ({ method }) => method === 'POST',
    readKey: ({ header }) => /^Bearer (\S+)$/.exec(header('authorization') ?? '')?.[1],
    notJson: NOT_JSON,
    badRequest: traits.badRequest,
    readRequest: (body) => readResponsesRequest(body, traits),
    writeWhole: (asked, answer, exchange) => {
      const items = itemsOf(asked, answer, exchange, traits);
      return writeResponse(asked, exchange, endingOf(answer), items, usageOf(answer));
    },
    writeStream: (asked, answer, exchange) => writeStream(asked, answer, exchange, traits),
    writeError: writeErrorEvent,
  });
  return (exchange, abilities) => (exchange.path === PATH ? responses : chat)(exchange, abilities);
}

type Ending = Pick<JsonObject, 'status' | 'incomplete_details'>;

function endingOf({ finish }: Answer): Ending {
  const reasons: Partial<Record<Answer['finish'], string>> = {
    length: 'max_output_tokens',
    filtered: 'content_filter',
  };
  const reason = reasons[finish];
  if (reason === undefined) return { status: 'completed', incomplete_details: null };
  return { status: 'incomplete', incomplete_details: { reason } };
}

function usageOf({ counts }: Answer): JsonObject {
  return {
    input_tokens: counts.prompt,
    input_tokens_details: { cached_tokens: counts.cached },
    output_tokens: counts.text + counts.reasoning,
    output_tokens_details: { reasoning_tokens: counts.reasoning },
    total_tokens: counts.prompt + counts.text + counts.reasoning,
  };
}

const idOf = (kind: string, { serial }: Exchange, place: number | string): string =>
  `${kind}_${String(serial).padStart(29, '0')}${place}`;

function writeResponse(
  { model }: ResponsesAsked,
  exchange: Exchange,
  ending: Ending,
  output: readonly JsonObject[],
  usage: JsonObject | null,
): JsonObject {
  return {
    id: idOf('resp', exchange, ''),
    object: 'response',
    created_at: exchange.now,
    ...ending,
    error: null,
    model,
    output,
    store: false,
    usage,
  };
}

/** Reasoning first, then what is said, then what is called. */
function itemsOf(
  asked: ResponsesAsked,
  answer: Answer,
  exchange: Exchange,
  traits: ResponsesTraits,
): JsonObject[] {
  const items: JsonObject[] = [];
  if (answer.counts.reasoning > 0) {
    const isShown = asked.summarized || traits.showsThoughts;
    items.push({
      id: idOf('rs', exchange, 0),
      type: 'reasoning',
      summary: isShown ? [{ type: 'summary_text', text: REASONING_TEXT }] : [],
      ...(asked.encrypted ? { encrypted_content: idOf('sealed', exchange, 0) } : {}),
    });
  }
  const calls = toWireCalls(answer.calls, exchange, 0, '');
  const { status } = endingOf(answer);
  if (answer.tokens.length > 0 || calls.length === 0) {
    const part = writePart(asked, answer.tokens);
    items.push({ ...messageOf(exchange, items.length), status, content: [part] });
  }
  for (const call of calls) items.push(writeCall(call, asked, exchange, items.length, status));
  return items;
}

const messageOf = (exchange: Exchange, place: number): JsonObject => ({
  id: idOf('msg', exchange, place),
  type: 'message',
  role: 'assistant',
});

function writePart(asked: ResponsesAsked, tokens: readonly string[]): JsonObject {
  return { type: 'output_text', text: tokens.join(''), annotations: [], logprobs: logprobsOf(asked, tokens) };
}

function logprobsOf({ topLogprobs }: ResponsesAsked, tokens: readonly string[]): unknown {
  return topLogprobs === undefined ? [] : asObject(writeLogprobs(tokens, topLogprobs)).content;
}

function writeCall(
  { id, function: called }: WireCall,
  { forms }: ResponsesAsked,
  exchange: Exchange,
  place: number,
  status: unknown,
): JsonObject {
  const { type, ...named } = forms.get(called.name) ?? { type: 'function', name: called.name };
  if (type === 'custom') {
    const { input } = asObject(JSON.parse(called.arguments));
    return {
      id: idOf('ctc', exchange, place),
      type: 'custom_tool_call',
      status,
      call_id: id,
      ...named,
      input,
    };
  }
  const call = { type: 'function_call', status, call_id: id, ...named, arguments: called.arguments };
  return { id: idOf('fc', exchange, place), ...call };
}

function writeStream(
  asked: ResponsesAsked,
  answer: Answer,
  exchange: Exchange,
  traits: ResponsesTraits,
): StreamForm {
  let sequence = 0;
  const write = (type: string, fields: JsonObject): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields, sequence_number: sequence++ })}\n\n`;
  const items = itemsOf(asked, answer, exchange, traits);
  const begun = {
    response: writeResponse(asked, exchange, { status: 'in_progress', incomplete_details: null }, [], null),
  };
  const at = items.findIndex(({ type }) => type === 'message');
  const place = { item_id: items[at]?.id, output_index: at, content_index: 0 };
  let opening = write('response.created', begun) + write('response.in_progress', begun);
  const [first] = items;
  if (first?.type === 'reasoning') opening += writeReasoning(first, write);
  if (at >= 0) {
    const item = { ...messageOf(exchange, at), status: 'in_progress', content: [] };
    opening += write('response.output_item.added', { output_index: at, item });
    opening += write('response.content_part.added', { ...place, part: writePart(asked, []) });
  }
  const before = sequence;
  const delta = 'response.output_text.delta';
  const token: StreamForm['token'] = (text, index) =>
    `event: ${delta}\ndata: ${JSON.stringify({ type: delta, ...place, delta: text, logprobs: logprobsOf(asked, [text]), sequence_number: before + index })}\n\n`;
  sequence += answer.tokens.length;
  let closing = '';
  for (const [index, item] of items.entries()) {
    if (index === at) {
      const part = writePart(asked, answer.tokens);
      closing += write('response.output_text.done', { ...place, text: part.text });
      closing += write('response.content_part.done', { ...place, part });
      closing += write('response.output_item.done', { output_index: at, item });
    } else if (item.type !== 'reasoning') closing += writeCallEvents(item, index, traits.piece, write);
  }
  const response = writeResponse(asked, exchange, endingOf(answer), items, usageOf(answer));
  closing += write(`response.${response.status}`, { response });
  return { opening, token, closing };
}

type Write = (type: string, fields: JsonObject) => string;

function writeReasoning(item: JsonObject, write: Write): string {
  const added = { output_index: 0, item: { ...item, summary: [], encrypted_content: undefined } };
  const place = { item_id: item.id, output_index: 0, summary_index: 0 };
  let text = write('response.output_item.added', added);
  for (const part of item.summary as readonly JsonObject[]) {
    text += write('response.reasoning_summary_part.added', { ...place, part: { ...part, text: '' } });
    text += write('response.reasoning_summary_text.delta', { ...place, delta: part.text });
    text += write('response.reasoning_summary_text.done', { ...place, text: part.text });
    text += write('response.reasoning_summary_part.done', { ...place, part });
  }
  return text + write('response.output_item.done', { output_index: 0, item });
}

function writeCallEvents(item: JsonObject, index: number, piece: number, write: Write): string {
  const place = { item_id: item.id, output_index: index };
  const [field, event] =
    item.type === 'function_call'
      ? (['arguments', 'response.function_call_arguments'] as const)
      : (['input', 'response.custom_tool_call_input'] as const);
  const characters = Array.from(item[field] as string);
  let text = write('response.output_item.added', {
    output_index: index,
    item: { ...item, status: 'in_progress', [field]: '' },
  });
  for (let at = 0; at < characters.length; at += piece) {
    const delta = characters.slice(at, at + piece).join('');
    text += write(`${event}.delta`, { ...place, delta });
  }
  text += write(`${event}.done`, { ...place, [field]: item[field] });
  return text + write('response.output_item.done', { output_index: index, item });
}

/** The provider's error in the form that events have. */
function writeErrorEvent(failure: object): string {
  const { error, code } = failure as JsonObject;
  const {
    message,
    type,
    code: own,
    param = null,
  } = typeof error === 'string' ? { message: error } : asObject(error);
  const fields = { type: 'error', code: own ?? type ?? code, message, param };
  return `event: error\ndata: ${JSON.stringify(fields)}\n\n`;
}
