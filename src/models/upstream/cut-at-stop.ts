/** Ends an answer before the first of its stop sequences, for models whose provider does not look for them. */
import type { Choice, Chunk, Completion, TokenLogprob } from '../../domain/chat.ts';
import type { ChunkBatches } from './read-chunks.ts';

/** @returns the answer, each of its choices cut, `stop` its reason where it was. */
export function cutCompletion(completion: Completion, stops: readonly string[]): Completion {
  const { more, written: _whole, ...first } = completion;
  return {
    ...cutChoice(first, stops),
    ...(more === undefined ? {} : { more: more.map((choice) => cutChoice(choice, stops)) }),
  };
}

function cutChoice<C extends Choice>(choice: C, stops: readonly string[]): C {
  const at = firstStop(choice.content, stops);
  if (at === -1) return choice;
  const { toolCalls: _behind, logprobs, ...rest } = choice;
  return {
    ...(rest as C),
    content: choice.content.slice(0, at),
    ...(logprobs === undefined ? {} : { logprobs: tokensOf(logprobs).take(at) }),
    finishReason: 'stop',
  };
}

/** The tokens of a text that is given out piece by piece: each with the piece in which it begins. */
function tokensOf(tokens: readonly TokenLogprob[]) {
  const waiting = [...tokens];
  /** Characters behind the pieces given out that their last token has too. */
  let ahead = 0;
  return {
    add: (more: readonly TokenLogprob[]) => void waiting.push(...more),
    /** @returns the tokens that begin within the next characters. */
    take(characters: number): TokenLogprob[] {
      let count = 0;
      for (; ahead < characters && count < waiting.length; count++) ahead += waiting[count]!.token.length;
      ahead = Math.max(0, ahead - characters);
      return waiting.splice(0, count);
    },
    /** @returns the tokens of all that is left of the text. */
    takeAll(): TokenLogprob[] {
      ahead = 0;
      return waiting.splice(0);
    },
  };
}

/** @returns where the stop sequence that is complete first begins, as a model would have ended; -1 where there is none. */
function firstStop(text: string, stops: readonly string[]): number {
  let first = -1;
  let end = Number.POSITIVE_INFINITY;
  for (const stop of stops) {
    const at = text.indexOf(stop);
    if (at === -1 || at + stop.length > end || (at + stop.length === end && at > first)) continue;
    first = at;
    end = at + stop.length;
  }
  return first;
}

/**
 * @param choices how many answers there are: when the last is cut, the provider's connection is given up.
 * @returns the chunks; text that may be the beginning of a stop sequence waits for what follows it.
 */
export function cutChunks(batches: ChunkBatches, stops: readonly string[], choices = 1): ChunkBatches {
  const held = new Map<number, string>();
  const tokens = new Map<number, ReturnType<typeof tokensOf>>();
  const cut = new Set<number>();

  /** Gives out the beginning of a text. */
  const give = (text: string, end: number, choice: number, out: Chunk[]): void => {
    if (end === 0) return;
    const taken = end === text.length ? tokens.get(choice)?.takeAll() : tokens.get(choice)?.take(end);
    const logprobs = taken === undefined || taken.length === 0 ? {} : { logprobs: taken };
    out.push({ type: 'text', text: text.slice(0, end), ...ofChoice(choice), ...logprobs });
  };

  const flush = (choice: number, out: Chunk[]): void => {
    const text = held.get(choice) ?? '';
    held.delete(choice);
    give(text, text.length, choice, out);
  };

  const read = (chunk: Chunk, out: Chunk[]): void => {
    if (chunk.type === 'usage') {
      out.push(chunk);
      return;
    }
    const choice = chunk.choice ?? 0;
    if (cut.has(choice)) return;
    if (chunk.type === 'other') {
      out.push(chunk);
      return;
    }
    if (chunk.type !== 'text') {
      flush(choice, out);
      out.push(chunk);
      return;
    }
    if (chunk.logprobs !== undefined) {
      if (!tokens.has(choice)) tokens.set(choice, tokensOf([]));
      tokens.get(choice)?.add(chunk.logprobs);
    }
    const text = (held.get(choice) ?? '') + chunk.text;
    const at = firstStop(text, stops);
    const end = at === -1 ? text.length - openEnd(text, stops) : at;
    give(text, end, choice, out);
    if (at === -1) {
      held.set(choice, text.slice(end));
    } else {
      cut.add(choice);
      held.delete(choice);
      out.push({ type: 'finish', finishReason: 'stop', ...ofChoice(choice) });
    }
  };

  let ended = false;
  return {
    async next() {
      while (!ended) {
        const chunks = await batches.next();
        if (chunks === undefined) return undefined;
        const out: Chunk[] = [];
        for (const chunk of chunks) read(chunk, out);
        if (cut.size >= choices) {
          ended = true;
          batches.close();
        }
        if (out.length > 0) return out;
      }
      return undefined;
    },
    close: () => batches.close(),
  };
}

function ofChoice(choice: number): { choice?: number } {
  return choice === 0 ? {} : { choice };
}

/** @returns the length of the longest end of a text that a stop sequence begins with. */
function openEnd(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}
