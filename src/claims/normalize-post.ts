/**
 * States a social media post's central claim by rule: what posts carry around it is removed, the words
 * and the language stay the post's.
 * @returns one line; `''` only where the post holds no text at all.
 */
export function normalizePost(post: string): string {
  const text = post
    .replace(/https?:\/\/\S+|www\.\S+/gu, ' ')
    .replace(/(?:^|\s)(?:RT )?@\w+:?/gu, ' ')
    .replace(/#(\p{L}[\p{L}\p{M}\p{N}_]*)/gu, '$1')
    .replace(/(?:\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}])(?:\u200d|\ufe0f)*/gu, '')
    .replace(/\s+None\s*$/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return withoutRepeats(text) || post.replace(/\s+/gu, ' ').trim();
}

/** Posts are stored twice or three times over, one after the other. */
function withoutRepeats(text: string): string {
  for (const times of [3, 2]) {
    const length = Math.floor((text.length - (times - 1)) / times);
    const once = text.slice(0, length);
    if (length > 0 && Array.from({ length: times }, () => once).join(' ') === text) return once;
  }
  return text;
}
