import type { JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';

/** Anthropic refuses what it does not know, at every level. */
export function refuseOthers(object: JsonObject, known: readonly string[], place: string): void {
  const other = Object.keys(object).find((field) => !known.includes(field));
  if (other !== undefined) refuse(`${place}${other}: Extra inputs are not permitted`);
}
