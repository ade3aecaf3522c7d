/**
 * The five providers' wire formats as a test needs them: plain answers, whole and streamed, under one fake
 * provider that plays all five. Written from the providers' documentation, apart from the adapters.
 */
import type { ServerResponse } from 'node:http';
import type { FakeProvider, Handler, Received } from './fake-provider.ts';

export const PROVIDERS = ['openai', 'anthropic', 'google', 'xai', 'together'] as const;
export type ProviderKey = (typeof PROVIDERS)[number];

/** Tokens as a provider counts them, all told: cached ones are part of the prompt, thoughts of the completion. */
export interface Counted {
  readonly prompt: number;
  readonly completion: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

const USUAL: Counted = { prompt: 7, completion: 5 };

export interface Wire {
  /** The provider's model of tier `basic`. */
  readonly model: string;
  /** The request header that holds the key, and what it holds. */
  readonly keyHeader: readonly [name: string, value: (key: string) => string];
  whole(text: string, counted?: Counted): unknown;
  /** A whole answer in which the model declines, in the provider's own terms, without any text. */
  refusal(counted?: Counted): unknown;
  /** Everything before the first text, each piece of text, and what ends a complete stream. */
  readonly opening: string;
  delta(text: string): string;
  readonly end: string;
  /** The same, with a bill of its own. */
  endWith(counted: Counted): string;
  /** The event of a provider that fails in mid-stream. */
  readonly errorEvent: string;
  /** The usage that the answers above tell of, in OpenAI's words. */
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/**
 * OpenAI's dialect, which xAI and Together speak too.
 *
 * @param apart whether `completion_tokens` leaves the thoughts out, as xAI's does.
 */
function openaiWire(model: string, apart = false): Wire {
  const head = { id: 'x', created: 1, model };
  const chunk = (choices: unknown, usage: unknown = null) =>
    sse({ ...head, object: 'chat.completion.chunk', choices, usage });
  const usageOf = ({ prompt, completion, cached, reasoning }: Counted) => ({
    prompt_tokens: prompt,
    completion_tokens: apart ? completion - (reasoning ?? 0) : completion,
    total_tokens: prompt + completion,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  });
  const completion = (message: object, finish_reason: string, counted: Counted) => ({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage: usageOf(counted),
  });
  const endWith = (counted: Counted): string =>
    `${chunk([{ index: 0, delta: {}, finish_reason: 'stop' }])}${chunk([], usageOf(counted))}data: [DONE]\n\n`;
  return {
    model,
    keyHeader: ['authorization', (key) => `Bearer ${key}`],
    whole: (content, counted = USUAL) => completion({ content }, 'stop', counted),
    refusal: (counted = USUAL) =>
      completion({ content: null, refusal: 'I cannot help with that.' }, 'content_filter', counted),
    opening: chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]),
    delta: (content) => chunk([{ index: 0, delta: { content }, finish_reason: null }]),
    end: endWith(USUAL),
    endWith,
    errorEvent: sse({ error: { message: 'The server had an error', type: 'server_error' } }),
    usage: { prompt_tokens: USUAL.prompt, completion_tokens: USUAL.completion },
  };
}

/** OpenAI's Responses API, which xAI speaks too. */
function responsesWire(model: string): Wire {
  const head = { id: 'resp_x', object: 'response', created_at: 1, model, error: null };
  const usageOf = ({ prompt, completion, cached, reasoning }: Counted) => ({
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cached ?? 0 },
    output_tokens: completion,
    output_tokens_details: { reasoning_tokens: reasoning ?? 0 },
    total_tokens: prompt + completion,
  });
  const item = (content: object[], status = 'completed') => ({
    ...{ id: 'msg_x', type: 'message', role: 'assistant' },
    status,
    content,
  });
  const response = (output: object[], counted: Counted, more: object = {}) => ({
    ...head,
    status: 'completed',
    incomplete_details: null,
    output,
    usage: usageOf(counted),
    ...more,
  });
  const event = (type: string, fields: object): string => sse({ type, sequence_number: 0, ...fields }, type);
  const place = { item_id: 'msg_x', output_index: 0, content_index: 0 };
  // The events at its end repeat the text: what was streamed before is what counts.
  const endWith = (counted: Counted): string =>
    event('response.output_item.done', { output_index: 0, item: item([]) }) +
    event('response.completed', { response: response([item([])], counted) });
  return {
    model,
    keyHeader: ['authorization', (key) => `Bearer ${key}`],
    whole: (text, counted = USUAL) =>
      response([item([{ type: 'output_text', text, annotations: [], logprobs: [] }])], counted),
    refusal: (counted = USUAL) =>
      response([item([{ type: 'refusal', refusal: 'I cannot help with that.' }])], counted),
    opening:
      event('response.created', { response: { ...head, status: 'in_progress', output: [], usage: null } }) +
      event('response.output_item.added', { output_index: 0, item: item([], 'in_progress') }) +
      event('response.content_part.added', { ...place, part: { type: 'output_text', text: '' } }),
    delta: (delta) => event('response.output_text.delta', { ...place, delta, logprobs: [] }),
    end: endWith(USUAL),
    endWith,
    errorEvent: sse(
      { type: 'error', code: 'server_error', message: 'The server had an error', param: null },
      'error',
    ),
    usage: { prompt_tokens: USUAL.prompt, completion_tokens: USUAL.completion },
  };
}

const anthropicWhole = (content: unknown, stop_reason: string, counted: Counted) => ({
  id: 'msg_x',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-5-5',
  content,
  stop_reason,
  usage: anthropicUsage(counted),
});
/** What was read from the cache is told apart. */
const anthropicUsage = ({ prompt, completion, cached }: Counted) => ({
  input_tokens: prompt - (cached ?? 0),
  ...(cached === undefined ? {} : { cache_read_input_tokens: cached }),
  output_tokens: completion,
});
/** Usage is cumulative: what an event tells replaces what was told before. */
const anthropicEnd = (counted: Counted): string =>
  sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
  sse(
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: anthropicUsage(counted) },
    'message_delta',
  ) +
  sse({ type: 'message_stop' }, 'message_stop');
const anthropicWire: Wire = {
  model: 'claude-haiku-5-5',
  keyHeader: ['x-api-key', (key) => key],
  whole: (text, counted = USUAL) => anthropicWhole([{ type: 'text', text }], 'end_turn', counted),
  refusal: (counted = USUAL) => anthropicWhole([], 'refusal', counted),
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
  end: anthropicEnd(USUAL),
  endWith: anthropicEnd,
  errorEvent: sse({ type: 'error', error: { type: 'api_error', message: 'Internal server error' } }, 'error'),
  usage: { prompt_tokens: USUAL.prompt, completion_tokens: USUAL.completion },
};

const googleUsage = ({ prompt, completion, cached, reasoning }: Counted) => ({
  promptTokenCount: prompt,
  candidatesTokenCount: completion - (reasoning ?? 0),
  totalTokenCount: prompt + completion,
  ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
  ...(reasoning === undefined ? {} : { thoughtsTokenCount: reasoning }),
});
const googleFrame = (data: unknown): string => `data: ${JSON.stringify(data)}\r\n\r\n`;
const googleWhole = (parts: unknown, finishReason: string, counted: Counted) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
  usageMetadata: googleUsage(counted),
});
const googleEnd = (counted: Counted): string => googleFrame(googleWhole([{ text: '' }], 'STOP', counted));
const googleWire: Wire = {
  model: 'gemini-3.8-flash',
  keyHeader: ['x-goog-api-key', (key) => key],
  whole: (text, counted = USUAL) => googleWhole([{ text }], 'STOP', counted),
  refusal: (counted = USUAL) => ({
    candidates: [{ finishReason: 'SAFETY', index: 0 }],
    usageMetadata: googleUsage(counted),
  }),
  opening: '',
  delta: (text) => googleFrame({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
  end: googleEnd(USUAL),
  endWith: googleEnd,
  errorEvent: googleFrame({ error: { code: 500, message: 'Internal error', status: 'INTERNAL' } }),
  usage: { prompt_tokens: USUAL.prompt, completion_tokens: USUAL.completion },
};

export const WIRES: Readonly<Record<ProviderKey, Wire>> = {
  openai: openaiWire('gpt-6-luna'),
  anthropic: anthropicWire,
  google: googleWire,
  xai: openaiWire('grok-4.3', true),
  together: openaiWire('zai-org/GLM-5.3-Flash'),
};

/** What providers that have both of OpenAI's APIs say in the newer one. */
const RESPONSES_WIRES: Readonly<Partial<Record<ProviderKey, Wire>>> = {
  openai: responsesWire('gpt-6-luna'),
  xai: responsesWire('grok-4.3'),
};

/** @returns the wire of a request's provider, by the API that it was asked by. */
export function wireOf(request: Received): Wire {
  const provider = providerOf(request);
  const newer = request.url.endsWith('/responses') ? RESPONSES_WIRES[provider] : undefined;
  return newer ?? WIRES[provider];
}

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
    const wire = wireOf(request);
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
