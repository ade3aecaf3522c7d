/** Lets one tab at a time go on with a run: two would ask for every row twice. */

/** Milliseconds for which a tab that is being reloaded may still hold it. */
const PATIENCE = 2_000;

let release: (() => void) | undefined;

/** @returns whether this tab may go on; always where the browser has no locks. */
export function lockRun(id: string): Promise<boolean> {
  if (release !== undefined) return Promise.resolve(true);
  // Only pages of a secure origin have locks.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = (): Promise<void> =>
      new Promise((end) => {
        release = end;
        resolve(true);
      });
    const signal = AbortSignal.timeout(PATIENCE);
    locks.request(`claimgate-evaluation-${id}`, { signal }, held).catch(() => resolve(false));
  });
}

export function unlockRun(): void {
  release?.();
  release = undefined;
}
