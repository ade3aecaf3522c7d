/** A tab that is hidden, or becomes so, has no frames. */
const LONGEST_MS = 200;

/** Hands over what came within a frame in one go: at 200 tokens a second, React draws 60 times. */
export function gatherByFrame<E>(hand: (events: readonly E[]) => void) {
  let events: E[] = [];
  let timer: number | undefined;
  let frame = 0;
  const flush = (): void => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    timer = undefined;
    const ready = events;
    events = [];
    if (ready.length > 0) hand(ready);
  };
  return {
    push(event: E): void {
      events.push(event);
      if (timer !== undefined) return;
      timer = window.setTimeout(flush, LONGEST_MS);
      frame = requestAnimationFrame(flush);
    },
    flush,
  };
}
