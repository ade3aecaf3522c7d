import type { Choice, Chunk, Completion, Thought, ToolCall } from '../../src/domain/chat.ts';
import type { StreamReader } from '../../src/models/dialects/adapter.ts';
import { type DecodedEvent, decodeEventStream } from '../../src/models/wire/decode-event-stream.ts';

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

/** The text of one answer, the first where none is named. */
export function textOf(chunks: readonly Chunk[], choice = 0): string {
  return chunks
    .map((chunk) => (chunk.type === 'text' && (chunk.choice ?? 0) === choice ? chunk.text : ''))
    .join('');
}

/** A stream's chunks as the whole answer that they make. */
export function assemble(chunks: readonly Chunk[]): Completion {
  const numbers = [...new Set(chunks.flatMap((chunk) => ('choice' in chunk ? [chunk.choice ?? 0] : [0])))];
  const ofChoice = (number: number) =>
    chunks.filter((chunk) => chunk.type !== 'usage' && (chunk.choice ?? 0) === number);
  const [first, ...more] = numbers
    .sort((a, b) => a - b)
    .map((number) => assembleChoice(ofChoice(number), number));
  const usage = chunks.findLast((chunk) => chunk.type === 'usage')?.usage;
  return {
    ...first!,
    ...(more.length === 0 ? {} : { more }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function assembleChoice(chunks: readonly Chunk[], number: number): Choice {
  const finishes = chunks.filter((chunk) => chunk.type === 'finish');
  if (finishes.length !== 1) throw new Error(`${finishes.length} finish chunks`);
  if (chunks.some((chunk) => 'text' in chunk && chunk.text === '' && !('signature' in chunk))) {
    throw new Error('an empty text');
  }
  if (chunks.at(-1) !== finishes[0]) throw new Error('something behind the finish');
  const toolCalls: ToolCall[] = [];
  const thoughts: Thought[] = [];
  for (const chunk of chunks) {
    if (chunk.type === 'thought') addThought(chunk, thoughts);
    if (chunk.type === 'tool_call') {
      const { type: _type, choice: _choice, index, ...call } = chunk;
      if (index !== toolCalls.length) throw new Error(`call ${index} behind ${toolCalls.length} others`);
      toolCalls.push({ ...call, arguments: '' });
    } else if (chunk.type === 'arguments') {
      const call = toolCalls[chunk.index];
      if (call === undefined) throw new Error('arguments before their call');
      toolCalls[chunk.index] = { ...call, arguments: call.arguments + chunk.text };
    }
  }
  const logprobs = chunks.flatMap((chunk) => (chunk.type === 'text' ? (chunk.logprobs ?? []) : []));
  return {
    content: textOf(chunks, number),
    ...(thoughts.length === 0 ? {} : { thoughts }),
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    finishReason: finishes[0]!.finishReason,
    ...(logprobs.length === 0 ? {} : { logprobs }),
  };
}

/** A signature ends a thought. */
function addThought({ text, signature }: Thought, thoughts: Thought[]): void {
  const last = thoughts.at(-1);
  const isNew = last === undefined || last.signature !== undefined;
  const whole = (isNew ? '' : last.text) + text;
  thoughts.splice(
    isNew ? thoughts.length : -1,
    1,
    signature === undefined ? { text: whole } : { text: whole, signature },
  );
}
