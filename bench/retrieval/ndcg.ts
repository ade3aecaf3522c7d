/** Normalized discounted cumulative gain over the first ten, with relevance 0 or 1 (Järvelin and Kekäläinen 2002). */
export function ndcgAt10(ranked: readonly string[], relevant: ReadonlySet<string>): number {
  let gain = 0;
  for (const [rank, id] of ranked.slice(0, 10).entries())
    if (relevant.has(id)) gain += 1 / Math.log2(rank + 2);
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, relevant.size); rank++) ideal += 1 / Math.log2(rank + 2);
  return gain / ideal;
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** @param share 0.5 for the median. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
