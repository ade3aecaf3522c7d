/** @returns the whole text of what `writeJson` wrote. */
export function joinPieces(written: string | readonly string[]): string {
  return typeof written === 'string' ? written : written.join('');
}
