/** What a check says while it runs. */
import type { Claim, Correction, Evidence, FactCheckMetadata } from '../../domain/claim.ts';

/**
 * One step of a check. A claim is `found` before anything else is said of it; `done` is the last event.
 *
 * @typeParam Beside what came with a piece of text and is none; see {@link PieceBatch}.
 */
export type CheckEvent<Beside = never> =
  /** Pieces of text were read; the claims that they completed follow. */
  | { readonly type: 'read'; readonly beside: Beside }
  | { readonly type: 'found'; readonly claim: Claim }
  /** What bears on a claim, where nobody judges it; where somebody does, its verdict brings the evidence. */
  | { readonly type: 'evidence'; readonly id: string; readonly evidence: readonly Evidence[] }
  /** The judge begins to read these claims. */
  | { readonly type: 'judging'; readonly ids: readonly string[] }
  /** A claim is judged, or will not be, as its explanation says. */
  | { readonly type: 'verdict'; readonly claim: Claim; readonly progress: Progress }
  /** What is wrong in a refuted claim, behind its verdict. */
  | { readonly type: 'correction'; readonly id: string; readonly correction: Correction }
  | ({ readonly type: 'done' } & CheckResult);

/** How many of the claims found so far are verified. */
export interface Progress {
  readonly verified: number;
  readonly total: number;
}

/** What a check came to. */
export interface CheckResult {
  /** For the caller: the claims that are to be listed. */
  readonly metadata: FactCheckMetadata;
  /** All claims of the conversation and of the answer, listed or not, with all that is known of them. */
  readonly claims: readonly Claim[];
}

/** A piece of an answer, or of a text. */
export interface Piece {
  readonly text: string;
  /** Which answer it belongs to, where several were asked for; 0 is the first. */
  readonly choice: number;
  /** Nothing of this answer comes after it. */
  readonly ends: boolean;
}

/** Pieces that came together. */
export interface PieceBatch<Beside = undefined> {
  readonly pieces: readonly Piece[];
  /** Handed on in the `read` event. */
  readonly beside: Beside;
}

/** Where pieces come from. */
export interface PieceSource<Beside = undefined> {
  /** @returns what has come since; `undefined` after the last. */
  next(): Promise<PieceBatch<Beside> | undefined>;
  /** Gives the rest up: a `next` that waits ends. */
  close(): void;
}

/** How pieces come: those of a text or of a whole answer all at once, those of a stream as they are written. */
export type Pace = 'text' | 'answer' | 'stream';
