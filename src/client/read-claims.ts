/** Finds `fact_check_metadata` where clients leave it. */
import type { Claim, FactCheckMetadata } from './types.ts';

/** Where objects of stock clients have it. */
const PLACES: readonly (readonly string[])[] = [
  // A chat completion, its last chunk, a response, a message, its last `message_delta`, a check of a text.
  [],
  // The event `response.completed`.
  ['response'],
  // LangChain.js: a streamed answer of the Responses API; an answer with `__includeRawResponse`.
  ['response_metadata'],
  ['additional_kwargs', '__raw_response'],
  // AI SDK: raw parts of a stream; a result with `include: { responseBody: true }`.
  ['rawValue'],
  ['rawValue', 'response'],
  ['response', 'body'],
];

/** @returns the metadata of an answer, of a part of a stream or of a client's result; `undefined` if it has none. */
export function readMetadata(answer: unknown): FactCheckMetadata | undefined {
  for (const place of PLACES) {
    let value = answer;
    for (const name of [...place, 'fact_check_metadata']) value = memberOf(value, name);
    if (Array.isArray(memberOf(value, 'claims'))) return value as FactCheckMetadata;
  }
  return undefined;
}

/** @returns the claims of the same; none if it has no metadata. */
export function readClaims(answer: unknown): readonly Claim[] {
  return readMetadata(answer)?.claims ?? [];
}

/** `undefined` if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
