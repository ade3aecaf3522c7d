import type { ChatEvent } from '../api/gateway.ts';

/** A tab that is hidden, or becomes so, has no frames. */
const LONGEST_MS = 200;

/** Hands over what came within a frame in one go: at 200 tokens a second, React draws 60 times. */
export function gatherByFrame(hand: (events: readonly ChatEvent[]) => void) {
  let events: ChatEvent[] = [];
  let timer: number | undefined;
  let frame = 0;
  const flush = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    timer = undefined;
    const ready = joinTexts(events);
    events = [];
    if (ready.length > 0) hand(ready);
  };
  return {
    push(event: ChatEvent): void {
      events.push(event);
      if (timer !== undefined) return;
      timer = window.setTimeout(flush, LONGEST_MS);
      frame = requestAnimationFrame(flush);
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
