/** Notices a worker whose event loop stands still: nobody else would, since its connections stay open. */

/** Milliseconds between two questions. */
const PACE = 1_000;
/** Questions that pass unanswered before a worker is given up. Counted, for a machine that sleeps asks nothing. */
const PATIENCE = 30;

interface Watched {
  /** Resolves once the worker answers; rejects once it has ended. */
  readonly ask: () => Promise<unknown>;
  /** It does not answer, or answers again. */
  readonly setSilent: (isSilent: boolean) => void;
  /** It has not answered for half a minute. */
  readonly giveUp: () => void;
}

/** @returns ends the watch. */
export function watchSilence({ ask, setSilent, giveUp }: Watched): () => void {
  let unanswered = 0;
  const askAgain = (): void => {
    unanswered = 0;
    ask().then(
      () => {
        if (unanswered > 0) setSilent(false);
        unanswered = -1;
      },
      () => {},
    );
  };
  askAgain();
  const timer = setInterval(() => {
    if (unanswered < 0) return askAgain();
    unanswered += 1;
    if (unanswered === 1) setSilent(true);
    if (unanswered === PATIENCE) giveUp();
  }, PACE);
  timer.unref();
  return () => clearInterval(timer);
}
