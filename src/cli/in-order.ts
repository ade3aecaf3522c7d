/**
 * Works on so many items at the same time.
 * @returns the results in the order of the items, however long each takes.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    // Awaited in its turn, which is when a failure is reported.
    result.catch(() => {});
    pending.push(result);
    if (pending.length >= width) yield pending.shift()!;
  }
  yield* pending;
}
