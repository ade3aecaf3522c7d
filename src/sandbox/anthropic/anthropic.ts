/** The simulated Anthropic: POST /v1/messages and its count of tokens. */
import type { Answer } from '../answers/prompt.ts';
import { splitTokens } from '../answers/split-tokens.ts';
import { readErrorTable } from '../error-table.ts';
import type { Exchange } from '../exchange.ts';
import { type JsonObject, parseObject } from '../json.ts';
import { REASONING_TEXT } from '../reasoning-budget.ts';
import { type StreamForm, simulateProvider } from '../simulate-provider.ts';
import { type AskedOfClaude, COUNT_PATH, readMessagesRequest } from './read-messages-request.ts';

const STOP_REASON = {
  end: 'end_turn',
  tool_calls: 'tool_use',
  stop_sequence: 'stop_sequence',
  length: 'max_tokens',
  filtered: 'refusal',
} as const;

const REFUSAL = { type: 'refusal', category: null, explanation: null };

const requestId = ({ serial }: Exchange): string => `req_${String(serial).padStart(24, '0')}`;
const headers = (exchange: Exchange) => ({
  'request-id': requestId(exchange),
  'anthropic-organization-id': 'claimgate-sandbox',
});

export const simulatedAnthropic = simulateProvider<AskedOfClaude>({
  errors: readErrorTable(new URL('./anthropic-errors.json', import.meta.url), headers, requestId),
  headers,
  serves: ({ method, path }) => method === 'POST' && (path === '/v1/messages' || path === COUNT_PATH),
  counts: ({ path }) => path === COUNT_PATH,
  writeCount: (tokens) => ({ input_tokens: tokens }),
  readKey: ({ header }) => header('x-api-key') || undefined,
  notJson: 'The request body is not valid JSON: expected an object',
  badRequest: ({ message }, exchange) => ({
    type: 'error',
    error: { type: 'invalid_request_error', message },
    request_id: requestId(exchange),
  }),
  readRequest: readMessagesRequest,
  writeWhole(asked, answer, exchange) {
    const text = answer.tokens.join('');
    const calls = callsOf(asked, answer, exchange);
    const content = [
      ...(answer.counts.reasoning > 0 ? [writeThought(asked, calls)] : []),
      ...(text === '' || asked.jsonTool !== undefined ? [] : [{ type: 'text', text }]),
      ...calls,
    ];
    return {
      ...writeMessage(asked, exchange),
      content,
      ...writeStop(answer, calls),
      usage: writeUsage(answer),
    };
  },
  writeStream,
  writeError: (error) => writeEvent('error', error),
});

interface Call extends JsonObject {
  readonly id: string;
  readonly input: JsonObject;
}

/** An answer in JSON is a call too. */
function callsOf(
  { jsonTool }: AskedOfClaude,
  { calls, tokens }: Answer,
  { serial }: Exchange,
): readonly Call[] {
  const answered = { name: jsonTool, arguments: parseObject(tokens.join('')) ?? {} };
  return (jsonTool === undefined || calls.length > 0 ? calls : [answered]).map((call, index) => ({
    type: 'tool_use',
    id: `toolu_${String(serial).padStart(22, '0')}${String(index).padStart(2, '0')}`,
    name: call.name,
    input: call.arguments,
  }));
}

/** What a model sends for thoughts that it does not show is an empty text and a signature. */
function writeThought({ showsThoughts, sign }: AskedOfClaude, calls: readonly Call[]): JsonObject {
  const thinking = showsThoughts ? REASONING_TEXT : '';
  return { type: 'thinking', thinking, signature: sign(calls.map(({ id }) => id)) };
}

/** The full sequence of events, a ping in it. */
function writeStream(asked: AskedOfClaude, answer: Answer, exchange: Exchange): StreamForm {
  const calls = callsOf(asked, answer, exchange);
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
  const isJson = asked.jsonTool !== undefined && answer.calls.length === 0;
  const block = isJson ? { ...calls[0], input: {} } : { type: 'text', text: '' };
  const writePiece = (text: string): string =>
    writeDelta(
      index,
      isJson ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text },
    );
  const hasBlock = answer.calls.length === 0;
  return {
    opening: [
      writeEvent('message_start', { message }),
      thinks ? writeThoughtBlock(writeThought(asked, calls)) : '',
      hasBlock ? writeEvent('content_block_start', { index, content_block: block }) : '',
      isJson ? writePiece('') : '',
      writeEvent('ping', {}),
    ].join(''),
    token: writePiece,
    closing: [
      ...(hasBlock
        ? [writeEvent('content_block_stop', { index })]
        : calls.map((call, at) => writeCallBlock(call, index + at))),
      // Its usage is cumulative: of the whole message, not of what came since the last event.
      writeEvent('message_delta', { delta: writeStop(answer, calls), usage: writeUsage(answer) }),
      writeEvent('message_stop', {}),
    ].join(''),
  };
}

function writeThoughtBlock({ signature, thinking, ...thought }: JsonObject): string {
  return [
    writeEvent('content_block_start', {
      index: 0,
      content_block: { ...thought, thinking: '', signature: '' },
    }),
    thinking === '' ? '' : writeDelta(0, { type: 'thinking_delta', thinking }),
    writeDelta(0, { type: 'signature_delta', signature }),
    writeEvent('content_block_stop', { index: 0 }),
  ].join('');
}

/** The first piece of the input is empty, as the API's are. */
function writeCallBlock(call: Call, index: number): string {
  const pieces = ['', ...splitTokens(JSON.stringify(call.input))];
  return [
    writeEvent('content_block_start', { index, content_block: { ...call, input: {} } }),
    ...pieces.map((piece) => writeDelta(index, { type: 'input_json_delta', partial_json: piece })),
    writeEvent('content_block_stop', { index }),
  ].join('');
}

function writeDelta(index: number, delta: JsonObject): string {
  return writeEvent('content_block_delta', { index, delta });
}

function writeMessage({ model }: AskedOfClaude, { serial }: Exchange): JsonObject {
  return { id: `msg_${String(serial).padStart(24, '0')}`, type: 'message', role: 'assistant', model };
}

function writeStop(answer: Answer, calls: readonly Call[]): JsonObject {
  const reason = calls.length > 0 && answer.finish === 'end' ? 'tool_calls' : answer.finish;
  return {
    stop_reason: STOP_REASON[reason],
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
