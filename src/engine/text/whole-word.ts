/** @param forms alternatives. @returns a pattern, for the flag `u`, of one of them with no letter beside it. */
export function wholeWord(forms: string): string {
  return `(?<!\\p{L})(?:${forms})(?!\\p{L})`;
}
