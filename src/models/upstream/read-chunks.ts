import type { Chunk } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { StreamReader } from '../dialects/adapter.ts';
import { parseJson } from '../dialects/read-json.ts';
import { type DecodedEvent, decodeEventStream } from '../wire/decode-event-stream.ts';
import type { ReplyBody } from '../wire/reply-body.ts';
import { WireError } from '../wire/wire-error.ts';

/** Characters that one event of a stream may have. */
const MAX_EVENT_CHARS = 4 * 1024 * 1024;
/** Milliseconds that a stream is given to close once its finish was handed on. */
const CLOSING_GRACE = 500;
/** Milliseconds without an event after which a complete answer, whose finish is held, is taken to have ended. */
const HOLDING_GRACE = 5_000;

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
  /** Used again for every read. */
  const events: DecodedEvent[] = [];
  let ended = false;
  /** Whether the finish has been handed on: what fails behind it is passed by. */
  let finished = false;
  let failure: unknown;
  let grace: NodeJS.Timeout | undefined;
  const stopWaiting = (): void => {
    clearTimeout(grace);
    grace = undefined;
  };

  /**
   * Reads what the decoder gave. A failure waits until what came before it has been handed on, all but the
   * finish: an answer either fails or finishes.
   */
  const translate = (out: Chunk[]): void => {
    if (events.length > 0 && !finished) stopWaiting();
    for (let i = 0; i < events.length; i++) {
      const event = events[i] as DecodedEvent;
      try {
        reader.read(event, out);
      } catch (error) {
        if (finished) {
          ended = true;
        } else {
          const finish = out.findIndex(({ type }) => type === 'finish');
          if (finish !== -1) out.length = finish;
          // Half of an event is no JSON.
          failure = ended && parseJson(event.data) === undefined ? cutOff(providerName) : error;
        }
        break;
      }
    }
    events.length = 0;
  };

  /**
   * The bytes have ended. A last event may lack its blank line; and bytes that break off behind the end
   * mark take nothing from the answer.
   */
  const end = (fault: unknown, out: Chunk[]): void => {
    ended = true;
    // What is too large is not looked at again.
    if (!(fault instanceof WireError && fault.fault === 'too_large')) decoder.end(events);
    translate(out);
    if (failure !== undefined) return;
    if (reader.complete) reader.end?.(out);
    else failure = fault ?? cutOff(providerName);
  };

  return {
    async next() {
      while (failure === undefined && !ended) {
        if (reader.complete) {
          grace ??= setTimeout(giveUp, finished ? CLOSING_GRACE : HOLDING_GRACE, body);
        }
        const out: Chunk[] = [];
        try {
          if (await body.ready()) {
            decoder.push(body.take(), events);
            translate(out);
          } else {
            end(undefined, out);
          }
        } catch (error) {
          translate(out);
          if (failure === undefined && !ended) end(error, out);
        }
        if (failure !== undefined || ended) {
          stopWaiting();
          giveUp(body);
        }
        finished ||= out.some(({ type }) => type === 'finish');
        if (out.length > 0) return out;
      }
      if (failure !== undefined) throw explain(failure);
      return undefined;
    },
    close() {
      if (ended) return;
      stopWaiting();
      failure ??= new WireError('aborted', 'the stream was given up');
      giveUp(body);
    },
  };
}

function giveUp(body: ReplyBody): void {
  if (!body.ended) body.abort(new WireError('aborted', 'the rest of the stream is not wanted'));
}

function cutOff(providerName: string): GatewayError {
  return new GatewayError('provider_cut_off', `${providerName} cut its answer off`);
}
