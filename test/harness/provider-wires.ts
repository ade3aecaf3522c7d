/**
 * The five providers' wire formats as a test needs them: plain answers, whole and streamed, under one fake
 * provider that plays all five. Written from the providers' documentation, apart from the adapters.
 */
import type { ServerResponse } from 'node:http';
import type { FakeProvider, Handler, Received } from './fake-provider.ts';

export const PROVIDERS = ['openai', 'anthropic', 'google', 'xai', 'together'] as const;
export type ProviderKey = (typeof PROVIDERS)[number];

export interface Wire {
  /** The provider's model of tier `basic`. */
  readonly model: string;
  /** The request header that holds the key, and what it holds. */
  readonly keyHeader: readonly [name: string, value: (key: string) => string];
  whole(text: string): unknown;
  /** Everything before the first text, each piece of text, and what ends a complete stream. */
  readonly opening: string;
  delta(text: string): string;
  readonly end: string;
  /** The event of a provider that fails in mid-stream. */
  readonly errorEvent: string;
  /** The usage that the answers above tell of, in OpenAI's words. */
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** OpenAI's dialect, which xAI and Together speak too. */
function openaiWire(model: string): Wire {
  const head = { id: 'x', created: 1, model };
  const chunk = (choices: unknown, usage: unknown = null) =>
    sse({ ...head, object: 'chat.completion.chunk', choices, usage });
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
  return {
    model,
    keyHeader: ['authorization', (key) => `Bearer ${key}`],
    whole: (content) => ({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage,
    }),
    opening: chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    delta: (content) => chunk([{ index: 0, delta: { content }, finish_reason: null }]),
    end: `${chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])}${chunk([], usage)}data: [DONE]\n\n`,
    errorEvent: sse({ error: { message: 'The server had an error', type: 'server_error' } }),
    usage,
  };
}

const anthropicWire: Wire = {
  model: 'claude-haiku-5-5',
  keyHeader: ['x-api-key', (key) => key],
  whole: (text) => ({
    id: 'msg_x',
    type: 'message',
    role: 'assistant',
    model: 'claude-haiku-5-5',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 7, output_tokens: 5 },
  }),
  opening:
    sse(
      {
        type: 'message_start',
        message: {
          id: 'msg_x',
          role: 'assistant',
          content: [],
          usage: { input_tokens: 7, output_tokens: 1 },
        },
      },
      'message_start',
    ) +
    sse(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      'content_block_start',
    ),
  delta: (text) =>
    sse(
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      'content_block_delta',
    ),
  end:
    sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
    sse(
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
      'message_delta',
    ) +
    sse({ type: 'message_stop' }, 'message_stop'),
  errorEvent: sse({ type: 'error', error: { type: 'api_error', message: 'Internal server error' } }, 'error'),
  usage: { prompt_tokens: 7, completion_tokens: 5 },
};

const googleUsage = { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 };
const googleFrame = (data: unknown): string => `data: ${JSON.stringify(data)}\r\n\r\n`;
const googleWire: Wire = {
  model: 'gemini-3.8-flash',
  keyHeader: ['x-goog-api-key', (key) => key],
  whole: (text) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: googleUsage,
  }),
  opening: '',
  delta: (text) => googleFrame({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
  end: googleFrame({
    candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: googleUsage,
  }),
  errorEvent: googleFrame({ error: { code: 500, message: 'Internal error', status: 'INTERNAL' } }),
  usage: { prompt_tokens: 7, completion_tokens: 5 },
};

export const WIRES: Readonly<Record<ProviderKey, Wire>> = {
  openai: openaiWire('gpt-6-luna'),
  anthropic: anthropicWire,
  google: googleWire,
  xai: openaiWire('grok-4.3'),
  together: openaiWire('zai-org/GLM-5.3-Flash'),
};

/** The environment that sends all five providers' traffic to one fake, each under a path of its own. */
export function envFor(fake: FakeProvider): Record<string, string> {
  const suffix = (key: ProviderKey) => (key === 'anthropic' || key === 'google' ? '' : '/v1');
  return Object.fromEntries(
    PROVIDERS.map((key) => [`CLAIMGATE_${key.toUpperCase()}_BASE_URL`, `${fake.url}/${key}${suffix(key)}`]),
  );
}

/** Which provider a request was meant for. */
export function providerOf(request: Received): ProviderKey {
  return request.url.split('/')[1] as ProviderKey;
}

export function isStreamed(request: Received): boolean {
  return request.body.stream === true || request.url.includes(':streamGenerateContent');
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** Answers every provider's requests in its own words, whole or in a stream of these pieces. */
export function speak(pieces: readonly string[] = ['Hello', ' there.']): Handler {
  return (request, response) => {
    const wire = WIRES[providerOf(request)];
    if (isStreamed(request)) {
      startStream(response);
      response.end(wire.opening + pieces.map(wire.delta).join('') + wire.end);
    } else {
      respond(200, wire.whole(pieces.join('')))(request, response);
    }
  };
}

/** Answers with a status and a JSON body, whoever asks. */
export function respond(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
