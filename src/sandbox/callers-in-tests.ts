/** For tests: asks each simulated provider in its own words and reads what comes back, byte for byte. */
import type { Sandbox } from './server.ts';

export interface Wanted {
  readonly key: string;
  readonly text?: string;
  readonly stream?: boolean;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly schema?: Record<string, unknown>;
  /** Laid over the body. */
  readonly more?: Record<string, unknown>;
  readonly signal?: AbortSignal;
}

export interface ReadAnswer {
  readonly text: string;
  /** The provider's own word. */
  readonly finish: string | undefined;
  /** Prompt, visible and reasoning tokens, and the provider's own total where it has one. */
  readonly usage: { prompt: number; text: number; reasoning: number; total: number | undefined } | undefined;
  /** Whether the provider's own end mark was seen. */
  readonly ended: boolean;
  /** The error event of a stream. */
  readonly error: unknown;
}

export interface Caller {
  readonly provider: string;
  readonly model: string;
  ask(sandbox: Sandbox, wanted: Wanted): Promise<Response>;
  readWhole(body: unknown): ReadAnswer;
  readStream(body: string): ReadAnswer;
}

// biome-ignore lint/suspicious/noExplicitAny: a test that reads JSON of five forms says what it expects of it anyway
type Json = any;

function post(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The JSON of a reply, of whatever form. */
export function jsonOf(response: Response): Promise<Json> {
  return response.json() as Promise<Json>;
}

/** The data of the events of a stream, and nothing else. */
export function eventData(body: string): string[] {
  return body
    .split(/\r?\n\r?\n/)
    .flatMap((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice('data: '.length));
}

function chatCaller(provider: string, model: string, limit: string, reasoningApart: boolean): Caller {
  const usageOf = (usage: Json): ReadAnswer['usage'] => {
    if (usage === undefined || usage === null) return undefined;
    const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0;
    return {
      prompt: usage.prompt_tokens,
      text: usage.completion_tokens - (reasoningApart ? 0 : reasoning),
      reasoning,
      total: usage.total_tokens,
    };
  };
  return {
    provider,
    model,
    ask: (sandbox, wanted) =>
      post(
        `${sandbox.baseUrl(provider)}/chat/completions`,
        { authorization: `Bearer ${wanted.key}` },
        {
          model,
          messages: [{ role: 'user', content: wanted.text ?? 'Hello there!' }],
          ...(wanted.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
          ...(wanted.maxTokens === undefined ? {} : { [limit]: wanted.maxTokens }),
          ...(wanted.stop === undefined ? {} : { stop: wanted.stop }),
          ...(wanted.schema === undefined
            ? {}
            : {
                response_format: {
                  type: 'json_schema',
                  json_schema: { name: 'answer', strict: true, schema: wanted.schema },
                },
              }),
          ...wanted.more,
        },
        wanted.signal,
      ),
    readWhole: (body: Json) => ({
      text: body.choices[0].message.content,
      finish: body.choices[0].finish_reason,
      usage: usageOf(body.usage),
      ended: true,
      error: undefined,
    }),
    readStream(body) {
      const data = eventData(body);
      const chunks: Json[] = data.filter((text) => text !== '[DONE]').map((text) => JSON.parse(text));
      const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
      return {
        text: choices.map((choice) => choice.delta.content ?? '').join(''),
        finish: choices.findLast((choice) => choice.finish_reason)?.finish_reason,
        usage: usageOf(chunks.findLast((chunk) => chunk.usage)?.usage),
        ended: data.at(-1) === '[DONE]',
        error: chunks.find((chunk) => chunk.error !== undefined),
      };
    },
  };
}

const anthropicCaller: Caller = {
  provider: 'anthropic',
  model: 'claude-sonnet-5-5',
  ask: (sandbox, wanted) =>
    post(
      `${sandbox.baseUrl('anthropic')}/v1/messages`,
      { 'x-api-key': wanted.key, 'anthropic-version': '2023-06-01' },
      {
        model: anthropicCaller.model,
        max_tokens: wanted.maxTokens ?? 4096,
        messages: [{ role: 'user', content: wanted.text ?? 'Hello there!' }],
        ...(wanted.stream ? { stream: true } : {}),
        ...(wanted.stop === undefined ? {} : { stop_sequences: wanted.stop }),
        ...(wanted.schema === undefined
          ? {}
          : { output_config: { format: { type: 'json_schema', schema: wanted.schema } } }),
        ...wanted.more,
      },
      wanted.signal,
    ),
  readWhole: (body: Json) => ({
    text: body.content.map((block: Json) => block.text ?? '').join(''),
    finish: body.stop_reason,
    usage: anthropicUsage(body.usage),
    ended: true,
    error: undefined,
  }),
  readStream(body) {
    const events: Json[] = eventData(body).map((text) => JSON.parse(text));
    const last = events.find((event) => event.type === 'message_delta');
    return {
      text: events.map((event) => event.delta?.text ?? '').join(''),
      finish: last?.delta.stop_reason,
      usage: last === undefined ? undefined : anthropicUsage(last.usage),
      ended: events.at(-1)?.type === 'message_stop',
      error: events.find((event) => event.type === 'error'),
    };
  },
};

function anthropicUsage(usage: Json): ReadAnswer['usage'] {
  const reasoning = usage.output_tokens_details.thinking_tokens;
  return {
    prompt: usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens,
    text: usage.output_tokens - reasoning,
    reasoning,
    total: undefined,
  };
}

const googleCaller: Caller = {
  provider: 'google',
  model: 'gemini-3.8-flash',
  ask: (sandbox, wanted) =>
    post(
      `${sandbox.baseUrl('google')}/v1beta/models/${googleCaller.model}:${
        wanted.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
      }`,
      { 'x-goog-api-key': wanted.key },
      {
        contents: [{ role: 'user', parts: [{ text: wanted.text ?? 'Hello there!' }] }],
        generationConfig: {
          ...(wanted.maxTokens === undefined ? {} : { maxOutputTokens: wanted.maxTokens }),
          ...(wanted.stop === undefined ? {} : { stopSequences: wanted.stop }),
          ...(wanted.schema === undefined
            ? {}
            : { responseMimeType: 'application/json', responseJsonSchema: wanted.schema }),
        },
        ...wanted.more,
      },
      wanted.signal,
    ),
  readWhole: (body: Json) => ({
    text: googleText(body),
    finish: body.candidates?.[0].finishReason ?? body.promptFeedback?.blockReason,
    usage: googleUsage(body.usageMetadata),
    ended: true,
    error: undefined,
  }),
  readStream(body) {
    const frames: Json[] = eventData(body).map((text) => JSON.parse(text));
    const last = frames.findLast((frame) => frame.usageMetadata);
    const finish = frames.at(-1)?.candidates?.[0].finishReason;
    return {
      text: frames.map(googleText).join(''),
      finish,
      usage: last === undefined ? undefined : googleUsage(last.usageMetadata),
      ended: finish !== undefined,
      error: frames.find((frame) => frame.error),
    };
  },
};

function googleText(frame: Json): string {
  const parts: Json[] = frame.candidates?.[0].content?.parts ?? [];
  return parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
}

function googleUsage(usage: Json): ReadAnswer['usage'] {
  return {
    prompt: usage.promptTokenCount,
    text: usage.candidatesTokenCount ?? 0,
    reasoning: usage.thoughtsTokenCount ?? 0,
    total: usage.totalTokenCount,
  };
}

/** One of each: the five providers, and an operator's own server of OpenAI's dialect. */
export const CALLERS: readonly Caller[] = [
  chatCaller('openai', 'gpt-6-luna', 'max_completion_tokens', false),
  chatCaller('xai', 'grok-4.3', 'max_completion_tokens', true),
  chatCaller('together', 'zai-org/GLM-5.3-Flash', 'max_tokens', false),
  anthropicCaller,
  googleCaller,
  chatCaller('my-own', 'any-model', 'max_tokens', false),
];

export function callerOf(provider: string): Caller {
  const caller = CALLERS.find((one) => one.provider === provider);
  if (caller === undefined) throw new Error(`no caller of ${provider}`);
  return caller;
}

/** Claims as simple as a test needs them: the sentences with a digit. */
export function detectDigits(text: string): { text: string; original_text: string }[] {
  const sentences = text.match(/[^.!?\n]*\d[^.!?\n]*[.!?]?/g) ?? [];
  return sentences.map((sentence) => ({ text: sentence.trim(), original_text: sentence }));
}
