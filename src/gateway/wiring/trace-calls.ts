/** Spans of what a request asks others: calls of models, and searches for evidence. */
import type { ChatRequest, Completion, FinishReason, Usage } from '../../domain/chat.ts';
import { textOf } from '../../domain/chat.ts';
import { dollarsOf } from '../../domain/dollars.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { PreparedCall, Upstream } from '../../models/upstream/call-provider.ts';
import { followStream } from '../../models/upstream/follow-stream.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';
import { scrubKey } from '../../models/upstream/scrub-key.ts';
import type { HttpClient } from '../../models/wire/http-client.ts';
import type { Span, SpanAttributes, Tracing } from '../telemetry/tracing.ts';

/** Requests that go out say which trace they belong to. */
export function traceHttp(http: HttpClient, tracing: Tracing | undefined): HttpClient {
  if (tracing === undefined) return http;
  return {
    call: (call) => http.call({ ...call, headers: { ...call.headers, ...tracing.headers() } }),
    close: () => http.close(),
  };
}

/**
 * One span for a call, its retries included (OpenTelemetry, semantic conventions for generative AI). With
 * `telemetry.content` it holds what was asked and answered, without any part of the key.
 *
 * @param isListed whether the catalogue has a model: another id is the caller's own text.
 */
export function traceUpstream(
  upstream: Upstream,
  tracing: Tracing | undefined,
  isListed: (model: string) => boolean,
): Upstream {
  if (tracing === undefined) return upstream;
  /** What was asked, by what is sent. */
  const asked = new WeakMap<object, ChatRequest['messages']>();

  const begin = (call: PreparedCall): Span => {
    const messages = asked.get(call.translated);
    const model = isListed(call.model.id) ? call.model.id : 'unlisted';
    return tracing.begin(`chat ${model}`, 'client', {
      ...describeCall(call),
      'gen_ai.request.model': model,
      ...(messages === undefined ? {} : { 'gen_ai.input.messages': writeMessages(messages, call) }),
    });
  };
  return {
    prepare(...args) {
      const call = upstream.prepare(...args);
      if (tracing.content) asked.set(call.translated, args[2].messages);
      return call;
    },
    async complete(call, signal) {
      const span = begin(call);
      try {
        const completion = await tracing.run(span, () => upstream.complete(call, signal));
        span.set(describeAnswer(completion));
        if (tracing.content) span.set(writeAnswer(completion.content, completion.finishReason, call));
        span.end();
        return completion;
      } catch (error) {
        span.end(codeOf(error, signal));
        throw error;
      }
    },
    async stream(call, signal) {
      const span = begin(call);
      try {
        const batches = await tracing.run(span, () => upstream.stream(call, signal));
        return traceStream(batches, { span, call, signal, content: tracing.content });
      } catch (error) {
        span.end(codeOf(error, signal));
        throw error;
      }
    },
  };
}

interface Followed {
  readonly span: Span;
  readonly call: PreparedCall;
  readonly signal: AbortSignal;
  readonly content: boolean;
}

/** Ends the span with the stream, however that ends. */
function traceStream(batches: ChunkBatches, { span, call, signal, content }: Followed): ChunkBatches {
  let usage: Usage | undefined;
  let text = '';
  const reasons: FinishReason[] = [];
  return followStream(
    batches,
    (chunk) => {
      if (chunk.type === 'usage') usage = chunk.usage;
      else if (chunk.type === 'finish') reasons.push(chunk.finishReason);
      else if (content && chunk.type === 'text' && (chunk.choice ?? 0) === 0) text += chunk.text;
    },
    (how) => {
      span.set({ ...describeUsage(usage), 'gen_ai.response.finish_reasons': reasons });
      if (content) span.set(writeAnswer(text, reasons[0], call));
      if (typeof how === 'object') span.end(codeOf(how.error, signal));
      // After its finish, nothing is left to be given up.
      else span.end(how === 'closed' && reasons.length === 0 ? LEFT : undefined);
    },
  );
}

/** Nobody waits for the answer any more. */
const LEFT = 'caller_left';

function codeOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof GatewayError) return error.code;
  return signal.aborted ? LEFT : 'internal';
}

/** The names that the conventions have for providers, where they are others. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { google: 'gcp.gemini', xai: 'x_ai' };

function describeCall({ endpoint, purpose = 'answer' }: PreparedCall): SpanAttributes {
  const { hostname, port } = new URL(endpoint.origin);
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDER_NAMES[endpoint.provider] ?? endpoint.provider,
    'server.address': hostname,
    'server.port': port === '' ? undefined : Number(port),
    'claimgate.purpose': purpose,
  };
}

function describeAnswer({ usage, finishReason, more = [] }: Completion): SpanAttributes {
  return {
    ...describeUsage(usage),
    'gen_ai.response.finish_reasons': [finishReason, ...more.map((choice) => choice.finishReason)],
  };
}

function describeUsage(usage: Usage | undefined): SpanAttributes {
  return {
    'gen_ai.usage.input_tokens': usage?.promptTokens,
    'gen_ai.usage.output_tokens': usage?.completionTokens,
    'claimgate.cost': usage?.nanos === undefined ? undefined : dollarsOf(usage.nanos),
  };
}

/** As JSON, in the conventions' own form. */
function writeMessages(messages: ChatRequest['messages'], { key }: PreparedCall): string {
  const written = messages.map((message) => ({
    role: message.role,
    parts: [{ type: 'text', content: textOf(message) }],
  }));
  return scrubKey(JSON.stringify(written), key);
}

function writeAnswer(text: string, reason: FinishReason | undefined, { key }: PreparedCall): SpanAttributes {
  const message = { role: 'assistant', parts: [{ type: 'text', content: text }], finish_reason: reason };
  return { 'gen_ai.output.messages': scrubKey(JSON.stringify([message]), key) };
}
