/** What is kept in this browser's IndexedDB. Where that is off, every use of it is rejected. */

type Use = <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => readonly IDBRequest<T>[],
) => Promise<readonly T[]>;

/**
 * A database with one object store.
 * @returns runs requests in one transaction, and gives their results once it has ended.
 */
export function openDatabase(name: string, store: string, options?: IDBObjectStoreParameters): Use {
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store, options);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  return async (mode, work) => {
    opening ??= open();
    const opened = await opening;
    return new Promise((resolve, reject) => {
      const transaction = opened.transaction(store, mode);
      const requests = work(transaction.objectStore(store));
      transaction.oncomplete = () => resolve(requests.map(({ result }) => result));
      // Also where the browser keeps no more: that fails after the requests.
      transaction.onabort = () => reject(transaction.error);
      // Not waiting for the requests: a page that is being left does not live to see them.
      transaction.commit();
    });
  };
}
