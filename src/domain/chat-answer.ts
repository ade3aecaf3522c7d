/** What a chat answers, whole or in events, with what was found of its claims. */
import type { Chunk, Completion, FinishReason } from './chat.ts';
import type { Claim, Evidence, FactCheckMetadata } from './claim.ts';
import type { EvaluationNotice } from './evaluation.ts';
import type { JsonObject } from './json-object.ts';

/** Evidence that an answer may cite by its number. */
export type Citable = Pick<Evidence, 'title' | 'url'>;

/** One step of a streamed answer, as the caller gets it. */
export type ChatEvent =
  | Extract<Chunk, { readonly type: 'thought' | 'tool_call' | 'arguments' | 'other' }>
  | (Extract<Chunk, { readonly type: 'text' }> & {
      /** The gateway wrote it, behind the model's words. */
      readonly appended?: true;
    })
  /** Found, or where it has a verdict, verified. */
  | { readonly type: 'claim'; readonly claim: Claim }
  /** The judge begins to read these claims. */
  | { readonly type: 'judging'; readonly ids: readonly string[] }
  /** How many of the claims found so far are verified. */
  | { readonly type: 'progress'; readonly verified: number; readonly total: number }
  | {
      readonly type: 'finish';
      readonly finishReason: FinishReason;
      /** Absent for the first choice. */
      readonly choice?: number;
      readonly metadata?: FactCheckMetadata;
      /** All claims, those that the metadata does not list too. */
      readonly claims?: readonly Claim[];
      readonly evaluation?: EvaluationNotice;
      readonly beside?: JsonObject;
    }
  | Extract<Chunk, { readonly type: 'usage' }>;

/** What a streamed answer consists of. */
export interface Narration {
  /** @returns the next events, never none; `undefined` after the last. */
  next(): Promise<readonly ChatEvent[] | undefined>;
  /** Gives the answer up. */
  close(): void;
}

/** What answers have in common. */
export interface AnswerHead {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  /** The id that was asked for. */
  readonly model: string;
  /** Values of `X-Claimgate-Adjusted`. */
  readonly adjusted: readonly string[];
  /** The provider's key, where the caller speaks its dialect and gets all that it answers. */
  readonly writtenBy?: string;
  /** The evidence that the model was asked to cite, in the order of its numbers from 1. */
  readonly citable?: readonly Citable[];
}

export interface ChatAnswer extends AnswerHead, Completion {
  readonly metadata?: FactCheckMetadata;
  /** All claims, those that the metadata does not list too. */
  readonly claims?: readonly Claim[];
  readonly evaluation?: EvaluationNotice;
}

export interface ChatStream extends AnswerHead, Narration {}
