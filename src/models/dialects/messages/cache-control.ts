import type { CacheMark } from '../../../domain/chat.ts';
import { writeLifetime } from '../cache-marks.ts';

/** How long Anthropic keeps what is marked, the shortest first. */
const LIFETIMES = ['5m', '1h'];
/** Marks that a request may have, the one of the request itself among them. */
export const MOST_MARKS: number = 4;

/** @returns the field that marks a block, a tool or a request; none without a mark. */
export function toMark(cache: CacheMark | undefined): { readonly cache_control?: object } {
  if (cache === undefined) return {};
  return { cache_control: { type: 'ephemeral', ttl: writeLifetime(cache, LIFETIMES) } };
}
