/** Says with the usage of an answer what it cost. */
import type { Model } from '../../domain/catalogue.ts';
import type { Chunk, Completion, Usage } from '../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../dialects/adapter.ts';
import { type PriceFactors, withNanos } from '../providers/price.ts';
import type { Endpoint } from './endpoint.ts';

/** What the price of an answer depends on. */
interface PricedCall {
  readonly endpoint: Pick<Endpoint, 'sandbox'>;
  readonly model: Pick<Model, 'price'>;
  readonly factors: PriceFactors;
}

export function priceCompletion(completion: Completion, call: PricedCall): Completion {
  const { usage } = completion;
  return usage === undefined ? completion : { ...completion, usage: priceUsage(usage, call) };
}

export function priceStream(reader: StreamReader, call: PricedCall): StreamReader {
  return new PricedReader(reader, call);
}

/** Simulated answers have no price. */
function priceUsage(usage: Usage, { endpoint, model, factors }: PricedCall): Usage {
  return endpoint.sandbox ? usage : withNanos(usage, model.price, factors);
}

class PricedReader implements StreamReader {
  readonly #reader: StreamReader;
  readonly #call: PricedCall;

  constructor(reader: StreamReader, { endpoint, model, factors }: PricedCall) {
    this.#reader = reader;
    // A stream that goes on holds nothing of its request.
    this.#call = { endpoint, model, factors };
  }

  get complete(): boolean {
    return this.#reader.complete;
  }

  read(event: StreamEvent, out: Chunk[]): void {
    const before = out.length;
    this.#reader.read(event, out);
    this.#price(out, before);
  }

  end(out: Chunk[]): void {
    const before = out.length;
    this.#reader.end?.(out);
    this.#price(out, before);
  }

  #price(out: Chunk[], from: number): void {
    for (let at = from; at < out.length; at++) {
      const chunk = out[at] as Chunk;
      if (chunk.type === 'usage') out[at] = { ...chunk, usage: priceUsage(chunk.usage, this.#call) };
    }
  }
}
