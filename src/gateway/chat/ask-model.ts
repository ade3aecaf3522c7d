/** Asks the model, names the functions that it calls, and remembers what its provider wants back with them. */
import type { ChatRequest, Choice, Chunk, Completion, Message } from '../../domain/chat.ts';
import { type Adapter, isInOwnDialect } from '../../models/dialects/adapter.ts';
import type { PreparedCall, Upstream } from '../../models/upstream/call-provider.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';
import { type CallMemory, nameCalls, recallCalls } from './call-memory.ts';

/** A request as its caller made it. */
export interface AskedRequest {
  readonly request: ChatRequest;
  /** The caller's fingerprint. */
  readonly callerId: string;
}

interface ModelCalls {
  /** @returns the request, with what the provider must be given back of the calls in its conversation. */
  recall(asked: AskedRequest, adapter: Adapter): Promise<ChatRequest>;
  complete(asked: AskedRequest, call: PreparedCall, signal: AbortSignal): Promise<Completion>;
  /** @returns the answer's chunks, once the provider has said 200. */
  stream(asked: AskedRequest, call: PreparedCall, signal: AbortSignal): Promise<ChunkBatches>;
}

interface ModelCallsOptions {
  readonly upstream: Upstream;
  readonly memory: CallMemory;
  /** At least 24 random URL-safe characters. */
  readonly newId: () => string;
}

/** The same request with messages in the place of its own, each from where that one came. */
function withMessages(request: ChatRequest, messages: readonly Message[]): ChatRequest {
  if (messages === request.messages) return request;
  const { written } = request;
  if (written === undefined) return { ...request, messages };
  const sources = new Map(written.sources);
  for (const [at, message] of messages.entries()) {
    const source = sources.get(request.messages[at] as Message);
    if (source !== undefined) sources.set(message, source);
  }
  return { ...request, messages, written: { ...written, sources } };
}

export function createModelCalls({ upstream, memory, newId }: ModelCallsOptions): ModelCalls {
  // A call is handed on when it is kept: the caller's next request may come at once, and to another replica.
  const namesFor = ({ request, callerId }: AskedRequest) => {
    const keeping: Promise<void>[] = [];
    const name = nameCalls(request.messages, newId, (named) => {
      keeping.push(memory.keep(callerId, named));
    });
    const kept = async (): Promise<void> => {
      await Promise.all(keeping.splice(0));
    };
    return { name, kept };
  };

  return {
    async recall({ request, callerId }, adapter) {
      if (adapter.signsCalls !== true) return request;
      // What goes on as it came has what its caller was given; a provider with two APIs may be asked by the other.
      if (isInOwnDialect(request, adapter) && adapter.dialects.length === 1) return request;
      const messages = await recallCalls(request.messages, memory, callerId);
      return withMessages(request, messages);
    },

    async complete(asked, call, signal) {
      const completion = await upstream.complete(call, signal);
      if (asked.request.tools === undefined && completion.more === undefined) return completion;
      const { more: others, ...first } = completion;
      // A server may give more answers than were asked for.
      const more = others?.slice(0, (asked.request.choices ?? 1) - 1);
      const { name, kept } = namesFor(asked);
      const named = <C extends Choice>(choice: C): C =>
        choice.toolCalls === undefined ? choice : { ...choice, toolCalls: choice.toolCalls.map(name) };
      const answer: Completion = {
        ...named(first),
        ...(more === undefined || more.length === 0 ? {} : { more: more.map(named) }),
      };
      await kept();
      return answer;
    },

    async stream(asked, call, signal) {
      const batches = await upstream.stream(call, signal);
      if (asked.request.tools === undefined) return batches;
      const { name, kept } = namesFor(asked);
      const named = (chunk: Chunk): Chunk => (chunk.type === 'tool_call' ? name(chunk) : chunk);
      const isCall = ({ type }: Chunk): boolean => type === 'tool_call';
      return {
        async next() {
          const chunks = await batches.next();
          if (chunks?.some(isCall) !== true) return chunks;
          const handedOn = chunks.map(named);
          await kept();
          return handedOn;
        },
        close: () => batches.close(),
      };
    },
  };
}
