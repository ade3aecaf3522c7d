/**
 * @param most characters beyond which nothing more is counted: a value that holds one object many times is counted
 *   as often as it would be written.
 * @returns about the characters that a JSON value has as a text, escapes aside.
 */
export function measureJson(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let size = 2;
  for (const name in value) {
    size += 1 + (Array.isArray(value) ? 0 : name.length + 3);
    size += measureJson((value as Record<string, unknown>)[name], most - size);
    if (size > most) break;
  }
  return size;
}
