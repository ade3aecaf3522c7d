/** Responses that their callers can come back to. */
import type { ApiKey } from '../../domain/api-key.ts';

type Json = Readonly<Record<string, unknown>>;

/** As it is kept: nobody reads it without the caller's key. */
export interface KeptResponse {
  /** `resp_…` */
  readonly id: string;
  /** The response that it goes on from. */
  readonly previous?: string;
  /** As it was answered. */
  readonly response: Json;
  /** The items that it was asked with, those of earlier responses aside; each has an id. */
  readonly input: readonly Json[];
}

export interface KeptResponses {
  /** @returns whether it is kept now: not where nothing is, where the caller keeps too much, or the store is away. */
  keep(key: ApiKey, callerId: string, kept: KeptResponse): Promise<boolean>;
  /** @returns those of the ids that this caller's responses have, by id. @throws GatewayError where the store is away. */
  find(key: ApiKey, ids: readonly string[]): Promise<ReadonlyMap<string, KeptResponse>>;
  /**
   * A response with all that it goes on from, the oldest first.
   * @returns `undefined` where one of them is gone, or another caller's. @throws GatewayError likewise.
   */
  conversation(key: ApiKey, id: string): Promise<readonly KeptResponse[] | undefined>;
  /** @returns whether there was one of this caller's. @throws GatewayError likewise. */
  remove(key: ApiKey, id: string): Promise<boolean>;
}

/** Where nothing is to be kept. */
export const nothingKept: KeptResponses = {
  keep: async () => false,
  find: async () => new Map(),
  conversation: async () => undefined,
  remove: async () => false,
};
