import { startTransition, useEffect, useState } from 'react';

/**
 * The value of before, until what else the value changes has been drawn; `undefined` at first. Parts of a view that are
 * drawn so, one after another, hold up the page for a shorter time than all at once. A deferred value would not do:
 * within what is deferred already it is the newest.
 */
export function useLater<T>(value: T): T | undefined {
  const [later, setLater] = useState<T>();
  useEffect(() => startTransition(() => setLater(() => value)), [value]);
  return later;
}
