/**
 * Keeps the operator's keys out of answers to those who hold issued keys: a provider that was sent such a key may repeat
 * it. A stream is held up only where its end could be a piece of a key, and by a few characters.
 */
import { type ApiKey, NO_KEY } from '../../domain/api-key.ts';
import type { Choice, Chunk, Completion, TokenLogprob } from '../../domain/chat.ts';
import type { JsonObject } from '../../domain/json-object.ts';
import { findRuns, formsOf, runsOf } from './key-forms.ts';
import type { ChunkBatches } from './read-chunks.ts';
import { REDACTED } from './scrub-key.ts';

/** A run of so many characters of a key, in whichever form, is taken for the key; fewer may be a word, or a maker's prefix. */
const RUN = 16;
/** An answer that ends with so many may go on with the rest. */
const BEGINNING = 4;

/** A text that comes piece by piece. */
export interface Pipe {
  /** @returns what can be passed on by now. */
  push(piece: string): string;
  /** @returns the rest. */
  flush(): string;
  /** Whether something is held back. */
  readonly holds: () => boolean;
  /** Whether something of it was taken out. */
  readonly isChanged: () => boolean;
}

export interface AnswerScrubber {
  whole(completion: Completion): Completion;
  stream(batches: ChunkBatches): ChunkBatches;
  /** Of an answer that is passed on as it comes. */
  openText(): Pipe;
}

/** @param keys those that a provider may know. */
export function createAnswerScrubber(keys: readonly ApiKey[]): AnswerScrubber {
  const secrets = keys.map((key) => key.reveal()).filter((secret) => secret !== NO_KEY);
  const size = Math.min(RUN, ...secrets.map(({ length }) => length));
  const forms = secrets.flatMap(formsOf).map(lower);
  const runs = runsOf(forms, size);
  // No key has a line break.
  const all = forms.join('\n');

  /** How many units at the end of a text may be the beginning of a run. */
  const openEnd = (text: string): number => {
    const least = Math.min(BEGINNING, size);
    if (text.length < least || !all.includes(text.slice(-least))) return 0;
    let length = least;
    while (length + 1 < size && length < text.length && all.includes(text.slice(-length - 1))) length += 1;
    return length;
  };

  const openPipe = (): Pipe => {
    /** What was passed on last, as it came: a run may have begun in it. */
    let before = '';
    let endedHidden = false;
    let held = '';
    let isChanged = false;
    const pass = (piece: string, isLast: boolean): string => {
      const text = before + held + piece;
      const written = lower(text);
      const from = before.length;
      const to = isLast ? text.length : text.length - Math.min(openEnd(written), text.length - from);
      const hidden = findRuns(written, runs, size);
      let out = '';
      if (hidden === undefined) out = text.slice(from, to);
      else {
        isChanged = true;
        for (let i = from; i < to; i++) {
          if (hidden[i] !== 1) out += text[i];
          else if (i > from ? hidden[i - 1] !== 1 : !endedHidden) out += REDACTED;
        }
      }
      if (to > from) endedHidden = hidden?.[to - 1] === 1;
      before = text.slice(Math.max(0, to - size + 1), to);
      held = text.slice(to);
      return out;
    };
    return {
      push: (piece) => pass(piece, false),
      flush: () => (held === '' ? '' : pass('', true)),
      holds: () => held !== '',
      isChanged: () => isChanged,
    };
  };

  const scrub = (text: string): string => {
    const pipe = openPipe();
    return pipe.push(text) + pipe.flush();
  };
  /** Every text of a value, names of its members too. */
  const scrubAll = <T>(value: T): T => {
    if (typeof value === 'string') return scrub(value) as T;
    if (Array.isArray(value)) return value.map(scrubAll) as T;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [scrub(name), scrubAll(one)])) as T;
  };
  const scrubChoice = <C extends Choice>(choice: C): C => {
    const { logprobs, ...rest } = choice;
    const content = scrub(choice.content);
    // The tokens are the text once more, in pieces.
    const kept = content === choice.content ? { logprobs } : {};
    return { ...scrubAll(rest), content, ...(kept.logprobs === undefined ? {} : kept) } as C;
  };

  return {
    openText: openPipe,

    whole(completion) {
      const { more = [], ...first } = completion;
      const all = [first, ...more];
      const [scrubbed, ...others] = all.map(scrubChoice) as [typeof first, ...Choice[]];
      // The tokens of a text that holds a key hold it in pieces, wherever they stand.
      const isClean = all.every(({ content }, at) => content === [scrubbed, ...others][at]?.content);
      const { written, ...rest } = scrubbed;
      return {
        ...rest,
        ...(others.length === 0 ? {} : { more: others }),
        ...(isClean && written !== undefined ? { written } : {}),
      };
    },

    stream(batches) {
      const pipes = new Map<
        string,
        { readonly pipe: Pipe; readonly chunk: TextChunk; tokens: TokenLogprob[] }
      >();
      let failure: { readonly error: unknown } | undefined;
      const channelOf = (chunk: TextChunk) => {
        const name = `${chunk.choice ?? 0} ${chunk.type === 'arguments' ? chunk.index : chunk.type}`;
        let channel = pipes.get(name);
        if (channel === undefined) {
          channel = { pipe: openPipe(), chunk, tokens: [] };
          pipes.set(name, channel);
        }
        return channel;
      };
      /** The same is said beside most chunks. */
      let last: { readonly beside: JsonObject; readonly scrubbed: JsonObject } | undefined;
      const besideOf = ({ beside }: Chunk): { readonly beside?: JsonObject } => {
        if (beside === undefined) return {};
        if (last?.beside !== beside) last = { beside, scrubbed: scrubAll(beside) };
        return { beside: last.scrubbed };
      };
      const give = (
        channel: ReturnType<typeof channelOf>,
        text: string,
        beside: { readonly beside?: JsonObject },
        out: Chunk[],
      ): void => {
        const { pipe, chunk, tokens } = channel;
        // Tokens of a text that is held back wait for it, and go with what was taken out.
        const areReady = tokens.length > 0 && !pipe.holds();
        if (areReady) channel.tokens = [];
        if (text === '') {
          if (beside.beside !== undefined) out.push({ type: 'other', beside: beside.beside });
          return;
        }
        const { logprobs: _tokens, beside: _first, ...plain } = { logprobs: undefined, ...chunk };
        const ready = areReady && !pipe.isChanged() ? { logprobs: tokens } : {};
        out.push({ ...plain, text, ...ready, ...beside } as Chunk);
      };
      /** @param choice of which the rest is wanted; of all where absent. */
      const flush = (choice: number | undefined, out: Chunk[]): void => {
        for (const channel of pipes.values()) {
          if (choice === undefined || (channel.chunk.choice ?? 0) === choice) {
            give(channel, channel.pipe.flush(), {}, out);
          }
        }
      };
      const pass = (chunk: Chunk, out: Chunk[]): void => {
        if (isPiece(chunk)) {
          const channel = channelOf(chunk);
          if (chunk.type === 'text') channel.tokens.push(...(chunk.logprobs ?? []));
          give(channel, channel.pipe.push(chunk.text), besideOf(chunk), out);
          return;
        }
        if (chunk.type !== 'usage' && (chunk.type !== 'other' || endsText(chunk.beside)))
          flush(chunk.choice ?? 0, out);
        const { beside: _given, ...own } = chunk;
        const scrubbed = own.type === 'tool_call' ? scrubAll(own) : own;
        out.push({ ...scrubbed, ...besideOf(chunk) } as Chunk);
      };
      return {
        async next() {
          for (;;) {
            if (failure !== undefined) throw failure.error;
            const out: Chunk[] = [];
            try {
              const chunks = await batches.next();
              if (chunks === undefined) flush(undefined, out);
              for (const chunk of chunks ?? []) pass(chunk, out);
              if (out.length > 0) return out;
              if (chunks === undefined) return undefined;
            } catch (error) {
              flush(undefined, out);
              if (out.length === 0) throw error;
              failure = { error };
              return out;
            }
          }
        },
        close: () => batches.close(),
      };
    },
  };
}

type TextChunk = Extract<Chunk, { type: 'text' | 'thought' | 'arguments' }>;

/** Whether an event of the Responses API says that a part or an item is whole. */
function endsText({ type }: JsonObject): boolean {
  return typeof type === 'string' && type.endsWith('.done');
}

/** What may hold a part of a key. A signature is the provider's own, and no piece of a text. */
function isPiece(chunk: Chunk): chunk is TextChunk {
  if (chunk.type === 'thought') return chunk.signature === undefined;
  return chunk.type === 'text' || chunk.type === 'arguments';
}

/** ASCII letters alone, so that every unit stays in its place. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
