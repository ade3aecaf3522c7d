import { malformedAnswer } from './provider-error.ts';
import { readCount } from './read-json.ts';

/** @returns a count of tokens. @throws GatewayError `provider_failed` where the value is none. */
export function requireCount(value: unknown): number {
  const count = readCount(value);
  if (count === undefined) throw malformedAnswer('a count without a number');
  return count;
}
