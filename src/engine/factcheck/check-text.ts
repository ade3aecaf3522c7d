/** The claims of a text by itself, without a chat: found, and where that is wanted grounded or verified. */
import type { FactCheckMetadata } from '../../domain/claim.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { JsonModel } from '../../models/upstream/ask-json.ts';
import type { CheckEvent, PieceSource } from './check-event.ts';
import { type CheckWish, planCheck, type VerifyRequest, type VerifySettings } from './check-plan.ts';
import type { CheckScope } from './find-in-conversation.ts';
import { openCheck } from './open-check.ts';

/** The most UTF-16 units that a text may have. */
export const MAX_TEXT: number = 200_000;

export type TextCheckEvent = Exclude<CheckEvent, { type: 'read' }>;

export interface TextCheck
  extends Pick<CheckScope, 'minConfidence' | 'minCheckWorthiness' | 'spans' | 'language' | 'date'> {
  /** Whole, or in pieces as they are written. */
  readonly text: string | AsyncIterable<string>;
  readonly wish: CheckWish;
  /** Whether the text is wanted with its corrections put in. */
  readonly revise?: boolean;
  /** Called each time that the judge has answered: its provider has accepted the key. */
  readonly onAnswered?: () => void;
}

interface TextCheckerOptions {
  readonly verify: VerifySettings;
  /** Resolves after the event loop has turned. */
  readonly yieldTurn: () => Promise<void>;
}

export type CheckText = ReturnType<typeof createTextChecker>;

/**
 * @returns a function that checks a text: claims as they are found, verdicts as they come, then all of it.
 *   It throws GatewayError where the judge's provider refused every call.
 */
export function createTextChecker({ verify, yieldTurn }: TextCheckerOptions) {
  return async function* checkText(
    { text, wish, onAnswered, ...scope }: TextCheck,
    signal: AbortSignal,
  ): AsyncGenerator<readonly TextCheckEvent[]> {
    const watched = watchRefusals(wish, onAnswered);
    const plan = planCheck(verify, watched.wish);
    const options = { ...scope, plan, listing: 'all', subject: 'text' } as const;
    const check = await openCheck([], options, yieldTurn, signal);
    const pieces = typeof text === 'string' ? slicesOf(text, yieldTurn, signal) : piecesOf(text);
    for await (const events of check.read(pieces, 'text', signal)) {
      const refused = watched.refusal();
      if (refused !== undefined && events.some(({ type }) => type === 'done')) throw refused;
      const said = events.filter((event) => event.type !== 'read');
      if (said.length > 0) yield said;
    }
  };
}

/** @returns the result of a check, once it is there. */
export async function resultOf(steps: AsyncIterable<readonly TextCheckEvent[]>): Promise<FactCheckMetadata> {
  for await (const batch of steps) {
    for (const event of batch) if (event.type === 'done') return event.metadata;
  }
  throw new Error('The check ended without its result');
}

/** UTF-16 units that are read between two turns of others: a few milliseconds where each line is in another language. */
const PIECE_LENGTH = 2_000;

/** A text in pieces, between which other requests are served. */
function slicesOf(text: string, yieldTurn: () => Promise<void>, signal: AbortSignal): PieceSource {
  let at = 0;
  let ended = false;
  return {
    async next() {
      if (ended) return undefined;
      if (at > 0) await yieldTurn();
      signal.throwIfAborted();
      const piece = {
        text: text.slice(at, at + PIECE_LENGTH),
        choice: 0,
        ends: at + PIECE_LENGTH >= text.length,
      };
      at += PIECE_LENGTH;
      ended = piece.ends;
      return { pieces: [piece], beside: undefined };
    },
    close() {
      ended = true;
    },
  };
}

/** A text that is still being written. */
function piecesOf(text: AsyncIterable<string>): PieceSource {
  const pieces = text[Symbol.asyncIterator]();
  let ended = false;
  return {
    async next() {
      if (ended) return undefined;
      const { value, done } = await pieces.next();
      ended = done === true;
      const piece = { text: ended ? '' : value, choice: 0, ends: ended };
      return { pieces: [piece], beside: undefined };
    },
    close() {
      ended = true;
      void pieces.return?.();
    },
  };
}

/** Remembers whether the judge could be asked at all: where it never could, its provider's refusal is the answer. */
function watchRefusals(wish: CheckWish, onAnswered?: () => void) {
  let answered = false;
  let refusal: GatewayError | undefined;
  /** The same model in all else: which one it is may change. */
  const watch = (model: JsonModel): JsonModel => {
    const ask: JsonModel['ask'] = async (question, signal) => {
      try {
        const answer = await model.ask(question, signal);
        answered = true;
        onAnswered?.();
        return answer;
      } catch (error) {
        if (error instanceof GatewayError) refusal = error;
        throw error;
      }
    };
    return Object.create(model, { ask: { value: ask } }) as JsonModel;
  };
  return {
    wish: 'evidence' in wish ? { ...wish, evidence: watchModelOf(wish.evidence, watch) } : wish,
    refusal: () => (answered ? undefined : refusal),
  };
}

function watchModelOf(evidence: VerifyRequest, watch: (model: JsonModel) => JsonModel): VerifyRequest {
  return evidence.model === undefined ? evidence : { ...evidence, model: watch(evidence.model) };
}
