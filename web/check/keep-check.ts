/** The text of the check view and what was found in it, kept in this browser. Where storage is off, they last as long as the page. */

import { openDatabase } from '../state/open-database.ts';

/** Milliseconds after the last change. */
const PAUSE = 500;

const use = openDatabase('claimgate-check', 'parts');

/** @returns what was kept under each name. */
export function recallParts(names: readonly string[]): Promise<readonly unknown[]> {
  return use<unknown>('readonly', (store) => names.map((name) => store.get(name))).catch(() => []);
}

/**
 * Keeps parts by their names once they have not changed for a moment, and at once where the page is left; a part
 * that is the same as before is not written again.
 * @returns to be called after each change.
 */
export function openKeeper(partsNow: () => Readonly<Record<string, unknown>>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let kept: Readonly<Record<string, unknown>> = {};
  const keep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const parts = partsNow();
    const changed = Object.entries(parts).filter(([name, part]) => kept[name] !== part);
    kept = parts;
    void use('readwrite', (store) => changed.map(([name, part]) => store.put(part, name))).catch(() => {});
  };
  const flush = (): void => {
    if (timer !== undefined) keep();
  };
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  return () => {
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  };
}
