/** Makes text of unknown origin fit to be kept, shown and quoted. */

/**
 * Control characters but tab and line feed, and the marks that turn the direction of the text around them,
 * which can make a line read as what it does not say (CVE-2021-42574); the byte order mark; tag characters,
 * which nobody sees and models read.
 */
export const UNWANTED =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;
const ONLY_PLAIN = /^[\x20-\x7e\n]*$/;

/** Text as it is, well-formed, with line feeds alone between lines and nothing in it that is not text. */
export function cleanText(text: string): string {
  if (ONLY_PLAIN.test(text)) return text.trim();
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(UNWANTED, '')
    .trim();
}

/** The same on one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ');
}
