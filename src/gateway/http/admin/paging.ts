/** Lists, page by page. */
/** Items of a page unless the request says otherwise. */
export const PAGE: number = 100;

/**
 * @param items of the page, and one more where there are more.
 * @param nameOf what the next page is asked for by.
 */
export function listPage<T, U>(
  items: readonly T[],
  limit: number,
  describe: (item: T) => U,
  nameOf: (item: T) => string,
) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return {
    object: 'list' as const,
    data: shown.map(describe),
    next: items.length > limit && last !== undefined ? nameOf(last) : null,
  };
}
