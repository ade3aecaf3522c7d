/** Tokens of the simulated models: about four characters each, as with real ones. */

const TOKEN = /\s?[\p{L}\p{M}\p{N}]{1,6}|\s?[^\s\p{L}\p{M}\p{N}]{1,4}|\s+/gu;

/** Splits a text into tokens that make up the text again, never within a code point. */
export function splitTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** How many tokens a prompt of this many UTF-16 units has, about. */
export function estimateTokens(units: number): number {
  return Math.ceil(units / 4);
}
