/** A text without its marks of a form, so that "**999** million" is read as the words that it shows. */

export interface PlainText {
  readonly text: string;
  /** @returns the part of the text as it was written that shows this part of the plain text; marks within it included. */
  written(start: number, end: number): string;
}

/**
 * What is left out: struck text and footnotes as a whole; of links their addresses; marks of bold and italic text and of
 * code; tags. A star or a tag between two digits is no mark.
 */
const MARKUP = new RegExp(
  [
    '~~[^~\\n]{1,200}~~',
    '\\[(?:\\^[^\\]\\s]{1,20}|\\d{1,3})\\](?!\\()',
    '!?\\[(?=[^\\]\\n]{1,200}\\]\\([^)\\s]*\\))',
    '\\]\\([^)\\s]*\\)',
    '(?<!\\d)\\*+|\\*+(?!\\d)',
    '(?<![\\p{L}\\p{N}_])_{1,3}(?=\\S)|(?<=\\S)_{1,3}(?![\\p{L}\\p{N}_])',
    '`+',
    '(?<!\\d)</?[a-z][a-z0-9]{0,9}(?:\\s[^<>]{0,200})?/?>|</?[a-z][a-z0-9]{0,9}(?:\\s[^<>]{0,200})?/?>(?!\\d)',
  ].join('|'),
  'giu',
);

export function withoutMarkup(written: string): PlainText {
  /** Of each unit of the plain text, where it stands in what was written. */
  const places: number[] = [];
  let text = '';
  const keep = (from: number, to: number): void => {
    for (let at = from; at < to; at++) places.push(at);
    text += written.slice(from, to);
  };
  let from = 0;
  for (const { index, 0: mark } of written.matchAll(MARKUP)) {
    keep(from, index);
    from = index + mark.length;
  }
  keep(from, written.length);
  return {
    text,
    written: (start, end) =>
      end <= start ? '' : written.slice(places[start] as number, (places[end - 1] as number) + 1),
  };
}
