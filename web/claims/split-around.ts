/** @returns what stands before and behind the words; `undefined` where they are not in the text. */
export function splitAround(text: string, words: string): readonly [string, string] | undefined {
  const at = text.indexOf(words);
  return at === -1 ? undefined : [text.slice(0, at), text.slice(at + words.length)];
}
