import type { ChatEvent } from '../api/gateway.ts';

/** Hands over what came within a frame in one go: at 200 tokens a second, React draws 60 times. */
export function gatherByFrame(hand: (events: readonly ChatEvent[]) => void) {
  let events: ChatEvent[] = [];
  let planned = false;
  const flush = (): void => {
    planned = false;
    const ready = joinTexts(events);
    events = [];
    if (ready.length > 0) hand(ready);
  };
  return {
    push(event: ChatEvent): void {
      events.push(event);
      if (planned) return;
      planned = true;
      // A hidden tab has no frames.
      if (document.hidden) setTimeout(flush, 100);
      else requestAnimationFrame(flush);
    },
    flush,
  };
}

function joinTexts(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}
