import type { JsonObject } from '../json.ts';

/** Ends the reading of a request with Google's 400. */
export type Refuse = (message: string, details?: readonly object[]) => never;

/** Google refuses names it does not know, at every level. */
export function refuseUnknown(
  object: JsonObject,
  known: readonly string[],
  place: string,
  refuse: Refuse,
): void {
  for (const name of Object.keys(object)) {
    if (known.includes(name)) continue;
    const at = place === '' ? '' : ` at '${place}'`;
    const description = `Invalid JSON payload received. Unknown name "${name}"${at}: Cannot find field.`;
    const violation = place === '' ? { description } : { field: place, description };
    refuse(description, [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] },
    ]);
  }
}
