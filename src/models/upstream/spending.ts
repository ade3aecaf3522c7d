/**
 * What a call with an issued key costs: reserved before it is made, settled once when it is over. Where the provider does
 * not say what was used, because the caller left or the answer broke off, what it has produced is counted, its thoughts
 * too; and of thoughts that nobody sees, what a fast model writes in the time, within what was reserved.
 */

import { performance } from 'node:perf_hooks';
import type { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { Chunk, Usage } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { StreamEvent, StreamReader } from '../dialects/adapter.ts';
import { WireError } from '../wire/wire-error.ts';
import { countThoughts } from './count-thoughts.ts';
import type { MostCost } from './most-cost.ts';

/** What was reserved for a call. */
export interface CallHold {
  /** Tokens that one answer may have; what was asked, or less. */
  readonly output: number;
  settle(usage: Usage): void;
  /** The call did cost nothing. */
  release(): void;
}

/** @throws GatewayError where the key's budget has no room. */
export type ReserveCall = (key: ApiKey, model: Model, most: MostCost) => Promise<CallHold>;

export type CallSpending = ReturnType<typeof spendOn>;

/** Tokens that a fast model writes in a second, about: gpt-oss on specialised hardware. */
const TOKENS_A_SECOND = 500;

/** @param now monotonic milliseconds. */
export function spendOn(hold: CallHold, most: MostCost, now = (): number => performance.now()) {
  /** When the request was sent, as long as nobody has refused it. */
  let sentAt: number | undefined;
  /** When the first piece of the answer came. */
  let firstAt: number | undefined;
  let produced = 0;
  let isOver = false;

  const settle = (usage: Usage): void => {
    if (isOver) return;
    isOver = true;
    hold.settle(usage);
  };
  const settleProduced = (unseen = 0): void => {
    const longest = hold.output * most.choices;
    settle({
      promptTokens: most.input,
      completionTokens: Math.min(longest, produced + unseen),
      ...(most.cacheWriteFactor > 1 ? { cacheWriteTokens: most.input } : {}),
    });
  };

  return {
    /** The request is on its way, once more perhaps. */
    sent(): void {
      sentAt = now();
    },
    /** It was not answered; it may be sent again. */
    missed(error: unknown): void {
      if (isFree(error)) sentAt = undefined;
    },
    /** Some of the answer came. */
    add(tokens: number): void {
      firstAt ??= now();
      produced += tokens;
    },
    /** Counts thoughts too of which no chunk is made. */
    watch(reader: StreamReader): StreamReader {
      return new ThoughtCounter(reader, (tokens) => this.add(tokens));
    },
    /** The answer is whole. @param usage absent where the provider does not say it. */
    answered(usage: Usage | undefined): void {
      if (usage === undefined) settleProduced();
      else settle(usage);
    },
    /** There is no answer, or no whole one. @param error absent where the caller has left. */
    ended(error?: unknown): void {
      if (isOver) return;
      if (sentAt === undefined || (produced === 0 && error !== undefined && isFree(error))) {
        isOver = true;
        hold.release();
      } else settleProduced(Math.floor((((firstAt ?? now()) - sentAt) / 1_000) * TOKENS_A_SECOND));
    },
  };
}

/** What the provider refuses, and what never reached it, is not charged for; what it may have worked on is. */
function isFree(error: unknown): boolean {
  if (error instanceof WireError) return false;
  if (!(error instanceof GatewayError)) return false;
  return !(error.cause instanceof WireError) || error.cause.fault === 'unreachable';
}

class ThoughtCounter implements StreamReader {
  readonly #reader: StreamReader;
  readonly #add: (tokens: number) => void;

  constructor(reader: StreamReader, add: (tokens: number) => void) {
    this.#reader = reader;
    this.#add = add;
  }

  get complete(): boolean {
    return this.#reader.complete;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    const before = out.length;
    this.#reader.read(event, out);
    // What is shown is counted as it is passed on.
    if (out.slice(before).some(({ type }) => type === 'thought')) return;
    const thoughts = countThoughts(event.data, out.length === before);
    if (thoughts > 0) this.#add(thoughts);
  }

  end(out: Chunk[]): void {
    this.#reader.end?.(out);
  }
}
