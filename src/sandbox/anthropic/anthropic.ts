/** The simulated Anthropic: POST /v1/messages. */
import type { Answer } from '../answers/prompt.ts';
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import { type Asked, type StreamForm, simulateProvider } from '../simulate-provider.ts';
import { readMessagesRequest } from './read-messages-request.ts';

const STOP_REASON = {
  end: 'end_turn',
  tool_calls: 'tool_use',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  filtered: 'refusal',
} as const;

const REFUSAL = { type: 'refusal', category: null, explanation: null };

/** What a model sends for thoughts that it does not show: an empty text and a signature. */
const SIGNATURE = 'c2FuZGJveC1zaWduYXR1cmU=';

const requestId = ({ serial }: Exchange): string => `req_${String(serial).padStart(24, '0')}`;
const headers = (exchange: Exchange) => ({
  'request-id': requestId(exchange),
  'anthropic-organization-id': 'claimgate-sandbox',
});

export const simulatedAnthropic = simulateProvider<Asked, string>({
  errors: readErrorTable(new URL('./anthropic-errors.json', import.meta.url), headers, requestId),
  headers,
  serves: ({ method, path }) => method === 'POST' && path === '/v1/messages',
  readKey: ({ header }) => header('x-api-key') || undefined,
  notJson: 'The request body is not valid JSON: expected an object',
  badRequest: (message, exchange) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message },
    request_id: requestId(exchange),
  }),
  readRequest: readMessagesRequest,
  writeWhole(asked, answer, exchange) {
    const text = answer.tokens.join('');
    const content = [
      ...(answer.counts.reasoning > 0 ? [{ type: 'thinking', thinking: '', signature: SIGNATURE }] : []),
      ...(text === '' ? [] : [{ type: 'text', text }]),
    ];
    return { ...writeMessage(asked, exchange), content, ...writeStop(answer), usage: writeUsage(answer) };
  },
  writeStream,
  writeError: (error) => writeEvent('error', error),
});

/** The full sequence of events, a ping in it. */
function writeStream(asked: Asked, answer: Answer, exchange: Exchange): StreamForm {
  const thinks = answer.counts.reasoning > 0;
  const index = thinks ? 1 : 0;
  const message = {
    ...writeMessage(asked, exchange),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: { ...writeUsage(answer), output_tokens: 1 },
  };
  return {
    opening: [
      writeEvent('message_start', { message }),
      thinks ? writeThinkingBlock() : '',
      writeEvent('content_block_start', { index, content_block: { type: 'text', text: '' } }),
      writeEvent('ping', {}),
    ].join(''),
    token: (text) => writeEvent('content_block_delta', { index, delta: { type: 'text_delta', text } }),
    closing: [
      writeEvent('content_block_stop', { index }),
      // Its usage is cumulative: of the whole message, not of what came since the last event.
      writeEvent('message_delta', { delta: writeStop(answer), usage: writeUsage(answer) }),
      writeEvent('message_stop', {}),
    ].join(''),
  };
}

function writeThinkingBlock(): string {
  const block = { type: 'thinking', thinking: '', signature: '' };
  const delta = { type: 'signature_delta', signature: SIGNATURE };
  return [
    writeEvent('content_block_start', { index: 0, content_block: block }),
    writeEvent('content_block_delta', { index: 0, delta }),
    writeEvent('content_block_stop', { index: 0 }),
  ].join('');
}

function writeMessage({ model }: Asked, { serial }: Exchange): JsonObject {
  return { id: `msg_${String(serial).padStart(24, '0')}`, type: 'message', role: 'assistant', model };
}

function writeStop(answer: Answer): JsonObject {
  return {
    stop_reason: STOP_REASON[answer.finish],
    stop_sequence: answer.stopSequence ?? null,
    stop_details: answer.finish === 'filtered' ? REFUSAL : null,
  };
}

/** `input_tokens` leaves out what was read from the cache or written to it; `output_tokens` counts thinking. */
function writeUsage({ counts }: Answer): JsonObject {
  const created = counts.cached >= 256 ? 128 : 0;
  return {
    input_tokens: counts.prompt - counts.cached,
    cache_creation_input_tokens: created,
    cache_read_input_tokens: counts.cached - created,
    output_tokens: counts.text + counts.reasoning,
    output_tokens_details: { thinking_tokens: counts.reasoning },
  };
}

/** One event of a stream; its type stands in the event and in the data. */
function writeEvent(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
