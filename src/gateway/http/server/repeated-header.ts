/** Headers that decide something: which of two would count is for nobody to guess, a proxy in front may choose the other. */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'x-evaluation-api-key',
  'idempotency-key',
  'content-type',
  'content-length',
  'origin',
]);

/**
 * @param rawHeaders names and values by turns, as Node has them.
 * @returns the name of a header that may stand in a request once, and does so more than once; in lower case.
 */
export function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let seen: string[] | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen === undefined) seen = [name];
    else if (seen.includes(name)) return name;
    else seen.push(name);
  }
  return undefined;
}
