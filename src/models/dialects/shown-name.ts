/**
 * @returns whether a name that a caller wrote may be shown, in a header or an error: what else stands there may be any
 *   text, a key too.
 */
export function isShownName(name: string): boolean {
  return /^[A-Za-z]\w{0,31}$/.test(name);
}
