/**
 * Keeps responses for their callers. Each is sealed with a key that is derived from the server's secret, its caller's
 * API key and its id, and that nobody keeps: whose response it is shows when it opens.
 */
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../domain/api-key.ts';
import { GatewayError } from '../../domain/errors.ts';
import { gatherWrites } from '../../scheduling/gather-writes.ts';
import { repeatUntil } from '../../scheduling/repeat-until.ts';
import { within } from '../../scheduling/within.ts';
import type { NewResponse, ResponseRecords, SealedResponse } from '../store/kept-responses.ts';
import {
  deriveKey,
  subkeyOf,
  type TextKey,
  type TextSecret,
  textKey,
  Unreadable,
} from '../store/seal-text.ts';
import { unlessAway } from '../store/unless-away.ts';
import type { KeptResponse, KeptResponses } from './kept-response.ts';

export interface ResponsesOptions {
  readonly records: ResponseRecords;
  /** The current one first, then those that it has replaced. */
  readonly secrets: readonly [TextSecret, ...TextSecret[]];
  /** Milliseconds that a response is kept; more than 0. */
  readonly retention: number;
  /** Bytes that one caller's responses may have. */
  readonly maxStored: number;
  /** Bytes that are read for one request: what it names may be much larger than the request itself. */
  readonly maxRead: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** 0 to 1, for pauses that replicas do not take together. */
  readonly random: () => number;
  readonly onStoreAway: (error: unknown) => void;
}

export interface OpenResponses extends KeptResponses {
  /** Stops forgetting what has expired. */
  close(): void;
}

/** Milliseconds that an answer waits until it is stored; then it goes out and says that it is not kept. */
const PATIENCE = 2_000;
const PRUNE_EVERY = 60_000;
/** Milliseconds after which a caller's bytes are counted anew: other replicas write too, and responses expire. */
const COUNT_EVERY = 10_000;
/** Callers whose bytes are remembered. */
const MOST_COUNTED = 10_000;
/** Characters from which on a response is written by itself. */
const LARGE = 256 * 1024;
const whileThere = unlessAway('Responses cannot be read at the moment');

export function keepResponses(options: ResponsesOptions): OpenResponses {
  const { records, secrets, retention, maxStored, maxRead, now, random, onStoreAway } = options;
  const [current] = secrets;
  const stop = new AbortController();

  const write = async (responses: readonly NewResponse[]): Promise<boolean[]> => {
    const kept = await records.insert(responses);
    return responses.map(({ id }) => kept.has(id));
  };
  // An answer waits for it.
  const gather = gatherWrites<NewResponse, boolean>({ write, most: 50, every: 3 });
  const insert = async (response: NewResponse): Promise<boolean> =>
    response.sealed.length < LARGE ? gather(response) : (await write([response]))[0]!;

  /** Bytes of each caller's responses: to add them up for each new one would take longer the more there are. */
  const counts = new LRUCache<string, { bytes: number }>({
    max: MOST_COUNTED,
    ttl: COUNT_EVERY,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: async (callerId) => ({ bytes: await records.bytesOf(callerId) }),
  });
  /** @returns whether it is kept: not where its caller has no room for it. */
  const insertInto = async (response: NewResponse): Promise<boolean> => {
    const { callerId, sealed } = response;
    const count = counts.get(callerId) ?? (await counts.forceFetch(callerId));
    if (count.bytes + sealed.length > maxStored) return false;
    count.bytes += sealed.length;
    const isKept = await insert(response);
    if (!isKept) count.bytes -= sealed.length;
    return isKept;
  };

  /** @returns `undefined` for another caller's. @throws GatewayError where too much was asked for at once. */
  const open = ({ id, kid, sealed }: SealedResponse, key: ApiKey): KeptResponse | undefined => {
    if (sealed === undefined) throw new GatewayError('body_too_large', 'The conversation is too large');
    try {
      return JSON.parse(keyOf(subkeyOf(secrets, kid), key, id).open(sealed, PURPOSE));
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  };
  const find = async (key: ApiKey, ids: readonly string[]): Promise<ReadonlyMap<string, KeptResponse>> => {
    const sealed = ids.length === 0 ? [] : await whileThere(records.find(ids, now(), maxRead));
    const opened = sealed.map((each) => open(each, key)).filter((each) => each !== undefined);
    return new Map(opened.map((each) => [each.id, each]));
  };

  void repeatUntil(stop.signal, {
    every: PRUNE_EVERY,
    firstAfter: PRUNE_EVERY * random(),
    random,
    task: () => records.prune(now()),
    onFailure: onStoreAway,
  });

  return {
    async keep(key, callerId, kept) {
      const { id, previous } = kept;
      const response = {
        id,
        callerId,
        previous,
        kid: current.kid,
        expiresAt: now() + retention,
        sealed: keyOf(current.subkey, key, id).seal(JSON.stringify(kept), PURPOSE),
      };
      try {
        return await within(PATIENCE, insertInto(response));
      } catch (error) {
        onStoreAway(error);
        return false;
      }
    },

    find,

    async conversation(key, id) {
      const chain = await whileThere(records.chain(id, now(), maxRead));
      if (chain[0] === undefined || chain[0].previous !== undefined) return undefined;
      const opened = chain.map((each) => open(each, key));
      return opened.every((each) => each !== undefined) ? opened : undefined;
    },

    async remove(key, id) {
      if (!(await find(key, [id])).has(id)) return false;
      const removed = await whileThere(records.remove(id));
      if (removed === undefined) return false;
      const count = counts.get(removed.callerId);
      if (count !== undefined) count.bytes -= removed.bytes;
      return true;
    },

    close: () => stop.abort(),
  };
}

const PURPOSE = 'response';

function keyOf(subkey: Uint8Array, key: ApiKey, id: string): TextKey {
  return textKey(deriveKey([subkey, Buffer.from(key.reveal())], 'claimgate response', id));
}
