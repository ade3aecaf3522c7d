import type { ChatEvent } from '../api/gateway.ts';

/** Pieces of text that follow each other, and those of thoughts, as one. */
export function joinTexts(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if ((event.type === 'text' || event.type === 'thought') && last?.type === event.type)
      joined[joined.length - 1] = { type: event.type, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}
