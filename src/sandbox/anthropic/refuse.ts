import type { JsonObject } from '../json.ts';

/** Ends the reading of a request, with what is wrong with it. */
export type Refuse = (message: string) => never;

/** Anthropic refuses what it does not know, at every level. */
export function refuseOthers(
  object: JsonObject,
  known: readonly string[],
  place: string,
  refuse: Refuse,
): void {
  const other = Object.keys(object).find((field) => !known.includes(field));
  if (other !== undefined) refuse(`${place}${other}: Extra inputs are not permitted`);
}
