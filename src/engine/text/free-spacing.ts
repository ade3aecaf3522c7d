/**
 * A regular expression over several lines, in what other languages call free-spacing mode: indents and line breaks are no
 * part of it, nor are lines that begin with `# `. A space within a line stands for a space.
 */
export function freeSpacing(flags = '') {
  return (lines: TemplateStringsArray, ...pieces: readonly string[]): RegExp =>
    new RegExp(String.raw(lines, ...pieces).replace(/\n\s*(?:# .*)?/g, ''), flags);
}
