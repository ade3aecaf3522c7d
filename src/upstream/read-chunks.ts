import type { Chunk } from '../domain/chat.ts';
import { GatewayError } from '../errors.ts';
import type { StreamReader } from '../providers/adapter.ts';
import { type DecodedEvent, decodeEventStream } from '../wire/decode-event-stream.ts';
import type { ReplyBody } from '../wire/reply-body.ts';
import { WireError } from '../wire/wire-error.ts';

/** Characters that one event of a stream may have. */
const MAX_EVENT_CHARS = 4 * 1024 * 1024;
/** Milliseconds that an answer which is complete is given to close its stream. */
const CLOSING_GRACE = 500;

/**
 * The chunks of one streamed answer, in batches: all that one read of the socket held. A caller that
 * does not ask for the next batch holds the provider back.
 */
export interface ChunkBatches {
  /**
   * @returns the next batch, never empty; `undefined` after the last.
   * @throws GatewayError where the provider failed or broke off; WireError `aborted` after `close`.
   */
  next(): Promise<readonly Chunk[] | undefined>;
  /** Gives the provider's connection up. Does nothing after the last batch. */
  close(): void;
}

/**
 * @param explain says what a fault of the wire means to the caller.
 */
export function readChunks(
  body: ReplyBody,
  reader: StreamReader,
  providerName: string,
  explain: (error: unknown) => unknown,
): ChunkBatches {
  const decoder = decodeEventStream({ maxEventChars: MAX_EVENT_CHARS });
  let events: DecodedEvent[] = [];
  let ended = false;
  let failure: unknown;

  /** Reads what the decoder gave. A failure waits until what came before it has been handed on. */
  const translate = (out: Chunk[]): void => {
    const batch = events;
    events = [];
    for (let i = 0; i < batch.length; i++) {
      try {
        reader.read(batch[i] as DecodedEvent, out);
      } catch (error) {
        failure = error;
        body.abort(new WireError('aborted', 'the stream failed'));
        return;
      }
    }
  };

  return {
    async next() {
      for (;;) {
        if (failure !== undefined) throw explain(failure);
        if (ended) return undefined;
        const out: Chunk[] = [];
        try {
          const piece = reader.complete ? await closing(body) : await body.next();
          if (piece === undefined) {
            ended = true;
            decoder.end(events);
          } else {
            decoder.push(piece, events);
          }
          translate(out);
        } catch (error) {
          // Bytes that break off after the end mark take nothing from the answer.
          if (reader.complete) ended = true;
          else failure = error;
          body.abort(new WireError('aborted', 'the stream failed'));
        }
        if (ended && failure === undefined && !reader.complete) {
          failure = new GatewayError('provider_cut_off', `${providerName} cut its answer off`);
        }
        if (out.length > 0) return out;
      }
    },
    close() {
      if (ended) return;
      const error = new WireError('aborted', 'the stream was given up');
      failure ??= error;
      body.abort(error);
    },
  };
}

/** The next piece of a stream whose end mark has come; none where the provider keeps it open. */
async function closing(body: ReplyBody): Promise<Buffer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      body.abort(new WireError('aborted', 'the stream stayed open after its end mark'));
      resolve(undefined);
    }, CLOSING_GRACE);
  });
  try {
    return await Promise.race([body.next(), grace]);
  } finally {
    clearTimeout(timer);
  }
}
