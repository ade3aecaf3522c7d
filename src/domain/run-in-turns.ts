/**
 * Runs long work in steps between which others are served.
 *
 * @param yieldTurn resolves after the event loop has turned.
 * @param every so many steps are run in one go.
 * @returns what the steps come to.
 */
export async function runInTurns<T>(
  steps: Generator<unknown, T, void>,
  yieldTurn: () => Promise<void>,
  every = 1,
): Promise<T> {
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % every === 0) await yieldTurn();
  }
}
