import type { Chunk, Completion } from '../../src/domain/chat.ts';
import type { StreamReader } from '../../src/providers/adapter.ts';
import { type DecodedEvent, decodeEventStream } from '../../src/wire/decode-event-stream.ts';

const MAX_EVENT_CHARS = 1024 * 1024;

/** Decodes a stream's bytes, given in the pieces in which they came. */
export function decode(pieces: Iterable<Uint8Array>): DecodedEvent[] {
  const decoder = decodeEventStream({ maxEventChars: MAX_EVENT_CHARS });
  const events: DecodedEvent[] = [];
  for (const piece of pieces) decoder.push(piece, events);
  decoder.end(events);
  return events;
}

export function* oneByteAtATime(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1);
}

export interface Outcome {
  readonly chunks: readonly Chunk[];
  readonly complete: boolean;
  /** What was thrown, where something was. */
  readonly error?: unknown;
}

/** Reads events until one throws. */
export function run(reader: StreamReader, events: Iterable<DecodedEvent>): Outcome {
  const chunks: Chunk[] = [];
  try {
    for (const event of events) reader.read(event, chunks);
    if (reader.complete) reader.end?.(chunks);
  } catch (error) {
    return { chunks, complete: reader.complete, error };
  }
  return { chunks, complete: reader.complete };
}

export function textOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : '')).join('');
}

/** A stream's chunks as the whole answer that they make. */
export function assemble(chunks: readonly Chunk[]): Completion {
  const finishes = chunks.filter((chunk) => chunk.type === 'finish');
  if (finishes.length !== 1) throw new Error(`${finishes.length} finish chunks`);
  if (chunks.some((chunk) => chunk.type === 'text' && chunk.text === '')) throw new Error('an empty text');
  const afterFinish = chunks.slice(chunks.indexOf(finishes[0]!) + 1);
  if (afterFinish.some((chunk) => chunk.type !== 'usage')) throw new Error('text behind the finish');
  const usage = chunks.findLast((chunk) => chunk.type === 'usage')?.usage;
  return {
    content: textOf(chunks),
    finishReason: finishes[0]!.finishReason,
    ...(usage === undefined ? {} : { usage }),
  };
}
