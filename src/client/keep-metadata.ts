/** Keeps metadata that a client would drop: of a stream that is read chunk by chunk, or of all answers that it fetches. */
import { memberOf, readMetadata } from './read-claims.ts';
import { lineSplitter } from './split-lines.ts';
import type { FactCheckMetadata } from './types.ts';

/** A stream that holds the metadata once its last choice chunk has been read. */
export interface MetadataStream<T> extends AsyncIterable<T> {
  readonly metadata: FactCheckMetadata | undefined;
}

/** @param stream of chunks or events, which are passed on as they are. */
export function withMetadata<T>(stream: AsyncIterable<T>): MetadataStream<T> {
  let metadata: FactCheckMetadata | undefined;
  return {
    get metadata() {
      return metadata;
    },
    async *[Symbol.asyncIterator]() {
      for await (const chunk of stream) {
        metadata = readMetadata(chunk) ?? metadata;
        yield chunk;
      }
    },
  };
}

export interface MetadataKeeper {
  /** For the `fetch` option of a client. */
  readonly fetch: typeof fetch;
  /**
   * The metadata of one of the last answers.
   * @param answer the client's object, if it has the answer's id, or the id.
   */
  of(answer: unknown): FactCheckMetadata | undefined;
}

export interface KeeperOptions {
  /** Sends the requests; the global `fetch` if absent. */
  readonly fetch?: typeof fetch | undefined;
  /** How many answers are remembered: 1,000 if absent. */
  readonly limit?: number | undefined;
}

/** For clients that drop fields that they do not know: reads along what they fetch. */
export function keepMetadata({
  fetch = globalThis.fetch,
  limit = 1_000,
}: KeeperOptions = {}): MetadataKeeper {
  const kept = new Map<string, FactCheckMetadata>();
  const keep = (id: string, metadata: FactCheckMetadata): void => {
    kept.set(id, metadata);
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break;
      kept.delete(oldest);
    }
  };
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const type = response.headers.get('content-type') ?? '';
      const isStream = type.startsWith('text/event-stream');
      if (response.body === null || !(isStream || type.startsWith('application/json'))) return response;
      return new Response(response.body.pipeThrough(readAlong(isStream, keep)), response);
    },
    of: (answer) => readMetadata(answer) ?? kept.get(idOf(answer) ?? ''),
  };
}

/** Of a client's object: its own, AI SDK's `response.id`, or Google's `responseId`. */
function idOf(answer: unknown): string | undefined {
  const id =
    typeof answer === 'string'
      ? answer
      : (memberOf(memberOf(answer, 'response'), 'id') ??
        memberOf(answer, 'id') ??
        memberOf(answer, 'responseId'));
  return typeof id === 'string' ? id : undefined;
}

/** Passes bytes on as they come, and reads what they say: one JSON text, or one in each line of data. */
function readAlong(
  isStream: boolean,
  keep: (id: string, metadata: FactCheckMetadata) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  const split = lineSplitter();
  const pieces: string[] = [];
  let id: string | undefined;
  const read = (text: string): void => {
    // Nearly all chunks have neither, and need not be parsed. The id of a message is in its first event only.
    if (!/"fact_check_metadata"|"message_start"/.test(text)) return;
    const answer = parse(text);
    id = idOf(answer) ?? idOf(memberOf(answer, 'message')) ?? id;
    const metadata = readMetadata(answer);
    if (id !== undefined && metadata !== undefined) keep(id, metadata);
  };
  return new TransformStream({
    transform(bytes, controller) {
      const text = decoder.decode(bytes, { stream: true });
      if (isStream) for (const line of split(text)) read(line.replace(/^data: ?/, ''));
      else pieces.push(text);
      controller.enqueue(bytes);
    },
    flush() {
      if (!isStream) read(pieces.join(''));
    },
  });
}

/** What is no JSON is for the client to complain of. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
