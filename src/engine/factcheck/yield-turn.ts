/** Resolves after the event loop has turned: others are served meanwhile. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
