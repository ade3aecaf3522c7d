import type { Usage } from '../../domain/chat.ts';
import type { Claim, Unchecked } from '../../domain/claim.ts';
import { TRAFFIC_COUNTS, type TrafficCount } from '../store/traffic.ts';

/** Where each count stands among the sums. */
export const PLACE: Readonly<Record<TrafficCount, number>> = Object.fromEntries(
  TRAFFIC_COUNTS.map((count, place) => [count, place]),
) as Record<TrafficCount, number>;

/** What one request comes to, gathered while it is answered. It holds nothing of any text. */
export class Tally {
  /** The application, as the caller names it: any text. */
  app: unknown;
  /** Milliseconds from the request to the first text of its answer; absent where that comes whole. */
  firstMs: number | undefined;
  /** Whether simulated providers answer. */
  readonly isSandbox: boolean;
  /** Whether its claims are the caller's own: no model wrote them. */
  isCheck = false;
  readonly sums: Float64Array = new Float64Array(TRAFFIC_COUNTS.length);

  constructor(isSandbox = false) {
    this.isSandbox = isSandbox;
  }

  /** In and out, by now. */
  get tokens(): number {
    return this.sums[PLACE.prompt_tokens]! + this.sums[PLACE.completion_tokens]!;
  }

  /** What they cost counts as nothing where it is not known. */
  addTokens({ promptTokens, completionTokens, cachedTokens = 0, nanos = 0 }: Usage): void {
    this.#add('prompt_tokens', promptTokens);
    this.#add('completion_tokens', completionTokens);
    this.#add('cached_tokens', cachedTokens);
    this.#add('nanos', nanos);
  }

  /** @param whyUnchecked why a claim has no verdict; `undefined` for one that has. */
  addClaim({ verdict }: Pick<Claim, 'verdict'>, whyUnchecked: Unchecked | undefined): void {
    this.#add('claims', 1);
    if (whyUnchecked !== undefined) this.#add(`unchecked_${whyUnchecked}`, 1);
    else if (verdict !== undefined) this.#add(verdict, 1);
  }

  #add(count: TrafficCount, by: number): void {
    this.sums[PLACE[count]]! += by;
  }
}
