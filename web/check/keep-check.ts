/** The text of the check view and what was found in it, kept in this browser. Where storage is off, they last as long as the page. */

/** Milliseconds after the last change. */
const PAUSE = 500;
const STORE = 'parts';

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('claimgate-check', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

/** @returns what was kept under each name. */
export async function recallParts(names: readonly string[]): Promise<readonly unknown[]> {
  try {
    const store = (await open()).transaction(STORE).objectStore(STORE);
    return await Promise.all(
      names.map(
        (name) =>
          new Promise((resolve, reject) => {
            const request = store.get(name);
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          }),
      ),
    );
  } catch {
    return names.map(() => undefined);
  }
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
    void open()
      .then((opened) => {
        const store = opened.transaction(STORE, 'readwrite').objectStore(STORE);
        for (const [name, part] of changed) store.put(part, name);
      })
      .catch(() => {});
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
