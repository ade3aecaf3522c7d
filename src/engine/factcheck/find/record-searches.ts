/** What one request has sent to sources outside, for its caller. */
import type { Search } from '../../../domain/claim.ts';

/** The most texts that are listed. */
const MOST_LISTED = 200;

export function recordSearches() {
  const sent = new Map<string, Set<string>>();
  return {
    /** Notes that the source is sent the text. */
    onSend(text: string, source: string): void {
      const sourcesOfText = sent.get(text);
      if (sourcesOfText !== undefined) sourcesOfText.add(source);
      else if (sent.size < MOST_LISTED) sent.set(text, new Set([source]));
    },
    /** Each text once, in the order in which they were sent. */
    searches: (): readonly Search[] =>
      [...sent].map(([query, sources]) => ({ query, sources: [...sources] })),
  };
}
