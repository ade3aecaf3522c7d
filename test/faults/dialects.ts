/** Just enough of each provider's wire format to misbehave in it. */

export type ProviderName = 'openai' | 'anthropic' | 'google' | 'xai' | 'together';

export interface Dialect {
  readonly provider: ProviderName;
  /** A model of tier `basic`. */
  readonly model: string;
  /** A whole answer, as JSON text. */
  whole(content: string): string;
  /** What a stream begins with, before the first text. */
  readonly begin: string;
  /** One event with a piece of text. */
  delta(text: string): string;
  /** What says why the model stopped, and the end mark. */
  readonly end: string;
  /** The end mark alone: nothing has said why the model stopped. */
  readonly bareEnd: string;
  /** An event, or events, that say nothing of the answer. */
  readonly ping: string;
  /** A bill, in a stream without an answer. */
  readonly usageOnly: string;
  /** An error within a stream: the provider is overloaded. */
  readonly overloaded: string;
  /** An answer that stopped for a reason that nobody knows, whole and as the end of a stream. */
  readonly unknownReason: { readonly whole: string; readonly end: string };
  /** The body of an error answer that says `message`. */
  error(message: string): string;
}

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

function openaiLike(provider: ProviderName, model: string): Dialect {
  const chunk = (choices: unknown[], more: object = {}): string =>
    event({ id: 'x', object: 'chat.completion.chunk', created: 1, model, choices, ...more });
  const finish = (reason: string): string => chunk([{ index: 0, delta: {}, finish_reason: reason }]);
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
  const whole = (content: unknown, reason: unknown): string =>
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: reason }],
      usage,
    });
  return {
    provider,
    model,
    whole: (content) => whole(content, 'stop'),
    begin: chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    delta: (content) => chunk([{ index: 0, delta: { content }, finish_reason: null }]),
    end: finish('stop') + chunk([], { usage }) + event('[DONE]'),
    bareEnd: event('[DONE]'),
    ping: ': ping\n\n',
    usageOnly: chunk([], { usage }) + event('[DONE]'),
    overloaded: event({ error: { message: 'Overloaded', type: 'server_error', code: 'overloaded' } }),
    unknownReason: {
      whole: whole('Hello there', 'asteroid'),
      end: finish('asteroid') + event('[DONE]'),
    },
    error: (message) => JSON.stringify({ error: { message, type: 'x', param: null, code: null } }),
  };
}

const ANTHROPIC: Dialect = {
  provider: 'anthropic',
  model: 'claude-haiku-5-5',
  whole: (text) => anthropicWhole(text, 'end_turn'),
  begin:
    event({ type: 'message_start', message: { usage: { input_tokens: 7 } } }, 'message_start') +
    event(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      'content_block_start',
    ),
  delta: (text) =>
    event(
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      'content_block_delta',
    ),
  end:
    event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
    anthropicStop('end_turn') +
    event({ type: 'message_stop' }, 'message_stop'),
  bareEnd: event({ type: 'message_stop' }, 'message_stop'),
  ping: event({ type: 'ping' }, 'ping'),
  usageOnly:
    event({ type: 'message_delta', delta: {}, usage: { output_tokens: 5 } }, 'message_delta') +
    event({ type: 'message_stop' }, 'message_stop'),
  overloaded: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
  unknownReason: {
    whole: anthropicWhole('Hello there', 'asteroid'),
    end: anthropicStop('asteroid') + event({ type: 'message_stop' }, 'message_stop'),
  },
  error: (message) => JSON.stringify({ type: 'error', error: { type: 'api_error', message } }),
};

function anthropicWhole(text: string, reason: string): string {
  return JSON.stringify({
    id: 'msg_x',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text }],
    stop_reason: reason,
    usage: { input_tokens: 7, output_tokens: 5 },
  });
}

function anthropicStop(reason: string): string {
  return event(
    { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 5 } },
    'message_delta',
  );
}

/** Google's frames end in CRLF. */
const frame = (body: unknown): string => `data: ${JSON.stringify(body)}\r\n\r\n`;
const BILL = { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 };
const candidate = (text: string, finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason, index: 0 }],
  usageMetadata: BILL,
});

const GOOGLE: Dialect = {
  provider: 'google',
  model: 'gemini-3.8-flash',
  whole: (text) => JSON.stringify(candidate(text, 'STOP')),
  begin: '',
  delta: (text) => frame(candidate(text)),
  end: frame(candidate('', 'STOP')),
  bareEnd: '',
  ping: frame({ responseId: 'x' }),
  usageOnly: frame({ usageMetadata: BILL }),
  overloaded: frame({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
  unknownReason: {
    whole: JSON.stringify(candidate('Hello there', 'ASTEROID')),
    end: frame(candidate('', 'ASTEROID')),
  },
  error: (message) => JSON.stringify({ error: { code: 500, message, status: 'INTERNAL' } }),
};

export const OPENAI = openaiLike('openai', 'gpt-6-luna');

export const DIALECTS: readonly Dialect[] = [
  OPENAI,
  ANTHROPIC,
  GOOGLE,
  openaiLike('xai', 'grok-4.3'),
  openaiLike('together', 'zai-org/GLM-5.3-Flash'),
];
export const [, , , XAI, TOGETHER] = DIALECTS as readonly [Dialect, Dialect, Dialect, Dialect, Dialect];
export { ANTHROPIC, GOOGLE };
