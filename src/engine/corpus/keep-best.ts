/**
 * @param items any order.
 * @param isBetter a strict order of all items.
 * @param most how many are kept.
 * @returns the best ones, the best first.
 */
export function keepBest<T>(items: Iterable<T>, most: number, isBetter: (a: T, b: T) => boolean): T[] {
  const best: T[] = [];
  for (const item of items) keepBetter(best, item, most, isBetter);
  return best;
}

/** Puts an item into its place among the best, the best first, of which so many are kept. */
export function keepBetter<T>(best: T[], item: T, most: number, isBetter: (a: T, b: T) => boolean): void {
  if (best.length === most && !isBetter(item, best[most - 1]!)) return;
  let at = best.length === most ? most - 1 : best.length;
  for (; at > 0 && isBetter(item, best[at - 1]!); at--) best[at] = best[at - 1]!;
  best[at] = item;
}

/**
 * @param of what an item belongs to.
 * @param most how many of each are kept.
 * @returns the first ones of each, in their order.
 */
export function firstOfEach<T>(items: readonly T[], of: (item: T) => number, most: number): T[] {
  const times = new Map<number, number>();
  return items.filter((item) => {
    const one = of(item);
    const time = (times.get(one) ?? 0) + 1;
    times.set(one, time);
    return time <= most;
  });
}

/**
 * @param places each once.
 * @param scores by place.
 * @param most how many are kept.
 * @returns those with the highest scores, the best first; of equals, the lower place.
 */
export function bestPlaces(places: Iterable<number>, scores: Float64Array, most: number): number[] {
  const best: number[] = [];
  for (const place of places) {
    const score = scores[place] as number;
    let at = best.length;
    if (at === most) {
      const last = best[most - 1] as number;
      const least = scores[last] as number;
      if (score < least || (score === least && place > last)) continue;
      at -= 1;
    }
    for (; at > 0; at--) {
      const before = best[at - 1] as number;
      const other = scores[before] as number;
      if (score < other || (score === other && place > before)) break;
      best[at] = before;
    }
    best[at] = place;
  }
  return best;
}
