/**
 * The events of a stream mostly differ in one string alone: the next piece of text. Where an event is the
 * same as one before, character for character, but for the inside of that one JSON string, its text can be
 * cut out without parsing the rest again. That is exact, not a guess: the frame around the string is
 * compared whole, and what lies inside must be one JSON string by itself.
 */

import type { Chunk } from '../../domain/chat.ts';
import type { StreamEvent } from './adapter.ts';

/** Stands in for the text when a frame is tried: nothing that any provider sends. */
const PROBE = '\u{e000}probe\u{e001}';
/** Frames that may be learned in one stream: a provider whose frames all differ costs no more than that. */
const MAX_LEARNED = 8;
/** What ends a JSON string, or may not stand in one as it is. */
const NOT_PLAIN = /["\\\u0000-\u001f]/;

/** A chunk whose event may repeat but for a text. */
type TextualChunk = Extract<Chunk, { readonly text: string }>;

export class RepeatedFrame {
  readonly #key: string;
  readonly #type: TextualChunk['type'] | undefined;
  #before = '';
  #after = '';
  #learned = 0;
  /** The name of the events that have the frame. */
  #event: string | undefined;
  /** What such an event gives, but for its text. */
  #chunk: TextualChunk = { type: 'text', text: '' };
  #isBare = true;

  /**
   * @param field the name of the field that holds the text, such as `content`.
   * @param type the only chunks that are learned, where one reader reads within another.
   */
  constructor(field: string, type?: TextualChunk['type']) {
    this.#key = `"${field}":`;
    this.#type = type;
  }

  /**
   * Reads one event: its text alone where its frame is known, else all of it.
   *
   * @param readWhole reads an event that is no repetition.
   * @param isPlain whether the event just read held nothing beside its text that must be read each time.
   */
  read(
    event: StreamEvent,
    out: Chunk[],
    readWhole: (event: StreamEvent, out: Chunk[]) => void,
    isPlain: () => boolean,
  ): void {
    const text = event.event === this.#event ? this.match(event.data) : undefined;
    if (text !== undefined) {
      // Most chunks are text and nothing else; copying an object costs several times as much.
      out.push(this.#give(text));
      return;
    }
    const before = out.length;
    readWhole(event, out);
    const read = out[before];
    if (out.length !== before + 1 || !isTextual(read) || !isPlain()) return;
    if (this.#type !== undefined && this.#type !== read.type) return;
    const learned = this.learn(event.data, read.text, (data) => {
      const tried: Chunk[] = [];
      readWhole({ event: event.event, data }, tried);
      const [chunk] = tried;
      return tried.length === 1 && isTextual(chunk) && chunk.type === read.type ? chunk.text : undefined;
    });
    if (!learned) return;
    this.#event = event.event;
    this.#chunk = read;
    this.#isBare = read.type === 'text' && read.choice === undefined;
  }

  #give(text: string): Chunk {
    if (!this.#isBare) return { ...this.#chunk, text };
    const { beside } = this.#chunk;
    return beside === undefined ? { type: 'text', text } : { type: 'text', text, beside };
  }

  /** @returns the text of an event that has the learned frame; `undefined` where it must be parsed. */
  match(data: string): string | undefined {
    const before = this.#before;
    const end = data.length - this.#after.length;
    if (before === '' || end <= before.length) return undefined;
    // Comparing slices is one memory comparison; `startsWith` goes unit by unit, and took 25 times as long.
    if (data.slice(0, before.length) !== before || data.slice(end) !== this.#after) return undefined;
    const inside = data.slice(before.length, end);
    if (!NOT_PLAIN.test(inside)) return inside;
    try {
      // A quote within would make this no single string, and is refused here.
      const text: unknown = JSON.parse(`"${inside}"`);
      return text === '' ? undefined : (text as string);
    } catch {
      return undefined;
    }
  }

  /**
   * Learns the frame of an event.
   *
   * @param text the one text that the event was read to hold, and nothing beside it.
   * @param read reads an event whole: gives its text where it holds one text and nothing else.
   * @returns whether the frame is known now.
   */
  learn(data: string, text: string, read: (data: string) => string | undefined): boolean {
    if (this.#learned >= MAX_LEARNED || NOT_PLAIN.test(text)) return false;
    this.#learned += 1;
    const at = data.indexOf(this.#key);
    if (at < 0) return false;
    const start = data.indexOf('"', at + this.#key.length) + 1;
    const end = start + text.length;
    if (start === 0 || data.slice(start, end) !== text || data[end] !== '"') return false;
    const before = copyOf(data.slice(0, start));
    const after = copyOf(data.slice(end));
    // The proof that the string found is the one that was read.
    if (read(before + PROBE + after) !== PROBE) return false;
    this.#before = before;
    this.#after = after;
    return true;
  }
}

/** A slice holds all of the text that it was cut from, here all that one read of the socket held; a copy does not. */
function copyOf(slice: string): string {
  return ` ${slice}`.slice(1);
}

/** Whether all that a chunk says beside its text stands in the frame. */
function isTextual(chunk: Chunk | undefined): chunk is TextualChunk {
  return chunk?.type === 'arguments' || (chunk?.type === 'text' && chunk.logprobs === undefined);
}
