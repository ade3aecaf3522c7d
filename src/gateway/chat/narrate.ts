/** The events of a streamed answer: claims and verdicts beside the text, the usage last. */
import type { Chunk } from '../../domain/chat.ts';
import type { ChatEvent, Narration } from '../../domain/chat-answer.ts';
import { GatewayError } from '../../domain/errors.ts';
import type {
  CheckEvent,
  CheckResult,
  Piece,
  PieceBatch,
  PieceSource,
} from '../../engine/factcheck/check-event.ts';
import type { CheckRun } from '../../engine/factcheck/run-check.ts';
import type { ChunkBatches } from '../../models/upstream/read-chunks.ts';

/** All events at once. */
export function narrateWhole(events: readonly ChatEvent[]): Narration {
  let given = false;
  return {
    async next() {
      if (given) return undefined;
      given = true;
      return events;
    },
    close() {
      given = true;
    },
  };
}

/** The pieces of a streamed answer, and the events that are sent with them whether it is checked or not. */
export interface AnswerPieces extends PieceSource<readonly ChatEvent[]> {
  /** @returns the last events, behind all others: why each answer has ended, with the result of the check, and the usage. */
  finish(result?: CheckResult): readonly ChatEvent[];
}

/**
 * Turns the provider's chunks into pieces.
 *
 * @param choices how many answers were asked for.
 */
export function piecesOf(batches: ChunkBatches, choices = 1): AnswerPieces {
  let usage: Extract<Chunk, { type: 'usage' }> | undefined;
  /** Why each answer ended, in the order of their ends. */
  const finishes = new Map<number, Extract<ChatEvent, { type: 'finish' }>>();
  /** Answers that have begun, and not ended. */
  const unfinished = new Set<number>();

  /** What is no piece of the first answer. */
  const readOther = (chunk: Chunk, texts: string[], events: ChatEvent[]): void => {
    if (chunk.type === 'usage') {
      usage = chunk;
      return;
    }
    if (chunk.type === 'other') {
      events.push(chunk);
      return;
    }
    const choice = chunk.choice ?? 0;
    // What a provider sends after its end, or beside what was asked for, belongs to no answer.
    if (finishes.has(choice) || choice >= choices) return;
    if (chunk.type === 'finish') {
      finishes.set(choice, chunk);
      unfinished.delete(choice);
      texts[choice] ??= '';
      return;
    }
    unfinished.add(choice);
    events.push(chunk);
    if (chunk.type === 'text') texts[choice] = (texts[choice] ?? '') + chunk.text;
  };

  /** What came before anything was said: the answer begins with what is said. */
  let early: ChatEvent[] | undefined = [];

  const readBatch = (chunks: readonly Chunk[]): PieceBatch<readonly ChatEvent[]> => {
    const events: ChatEvent[] = [];
    /** Of each answer one piece a batch: a search for each token would cost more than finding all claims at once. */
    const texts: string[] = [];
    /** Of the first answer, to which nearly all chunks belong. */
    let text = '';
    for (let i = 0; i < chunks.length; i++) {
      const chunk = chunks[i] as Chunk;
      const isPiece = chunk.type === 'text' || chunk.type === 'arguments';
      if (isPiece && chunk.choice === undefined && !finishes.has(0)) {
        events.push(chunk);
        if (chunk.type === 'text') text += chunk.text;
      } else {
        readOther(chunk, texts, events);
      }
    }
    if (text !== '') {
      texts[0] = text;
      if (!finishes.has(0)) unfinished.add(0);
    }
    const pieces: Piece[] = [];
    for (const [choice, text] of texts.entries()) {
      if (text !== undefined) pieces.push({ text, choice, ends: finishes.has(choice) });
    }
    return { pieces, beside: events };
  };

  const behindEarly = (batch: PieceBatch<readonly ChatEvent[]>): PieceBatch<readonly ChatEvent[]> => {
    if (early === undefined) return batch;
    const { beside, pieces } = batch;
    early.push(...beside);
    if (early.every(({ type }) => type === 'other')) return { pieces, beside: [] };
    const all = early;
    early = undefined;
    return { pieces, beside: all };
  };

  return {
    async next() {
      for (;;) {
        const chunks = await batches.next();
        if (chunks === undefined) break;
        const batch = behindEarly(readBatch(chunks));
        if (batch.pieces.length > 0 || batch.beside.length > 0) return batch;
      }
      if (unfinished.size > 0) throw new GatewayError('provider_cut_off', 'The provider cut its answer off');
      return undefined;
    },
    close: () => batches.close(),
    finish(result) {
      const events: ChatEvent[] = [...(early ?? []), ...finishes.values()];
      const last = events.at(-1);
      if (last !== undefined) events[events.length - 1] = { ...last, ...result };
      if (usage !== undefined) events.push(usage);
      return events;
    },
  };
}

/** An answer that is not checked. */
export function narrateUnchecked(pieces: AnswerPieces): Narration {
  let ended = false;
  return {
    async next() {
      while (!ended) {
        const batch = await pieces.next();
        ended = batch === undefined;
        const events = batch?.beside ?? pieces.finish();
        if (events.length > 0) return events;
      }
      return undefined;
    },
    close: () => pieces.close(),
  };
}

/**
 * An answer that is checked: claims behind the text that completes them, verdicts as they become known, while the answer
 * is still being written and after its last text.
 *
 * @param run reads the pieces.
 * @param withClaims whether claims, verdicts, and claims that the judge begins to read are events too; progress always is.
 */
export function narrate(
  pieces: AnswerPieces,
  run: CheckRun<readonly ChatEvent[]>,
  withClaims: boolean,
): Narration {
  const restate = (event: CheckEvent<readonly ChatEvent[]>): readonly ChatEvent[] => {
    switch (event.type) {
      case 'read':
        return event.beside;
      case 'found':
        return withClaims ? [{ type: 'claim', claim: event.claim }] : [];
      case 'judging':
        return withClaims ? event.ids.map((id) => ({ type: 'judging', ids: [id] })) : [];
      case 'verdict': {
        const progress: ChatEvent = { type: 'progress', ...event.progress };
        return withClaims ? [{ type: 'claim', claim: event.claim }, progress] : [progress];
      }
      case 'done': {
        const { metadata, claims } = event;
        return pieces.finish({ metadata, claims });
      }
      default:
        return [];
    }
  };
  return {
    async next() {
      for (;;) {
        const { value, done } = await run.next();
        if (done === true) return undefined;
        const [first] = value;
        // Of a stream without claims, each batch is one event.
        const events = value.length === 1 && first !== undefined ? restate(first) : value.flatMap(restate);
        if (events.length > 0) return events;
      }
    },
    close: () => void run.return(),
  };
}
