/** Random numbers from a seed (mulberry32): the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws up to `count` different texts from a pattern in which `{a|b}` stands for any of its parts. */
export function expandPattern(pattern: string, count: number, random: () => number): string[] {
  const drawn = new Set<string>();
  for (let i = 0; i < count * 3 && drawn.size < count; i++) {
    let previous: string;
    let text = pattern;
    do {
      previous = text;
      text = text.replace(/\{([^{}]*\|[^{}]*)\}/g, (_, parts: string) => {
        const all = parts.split('|');
        return all[Math.floor(random() * all.length)]!;
      });
    } while (text !== previous);
    drawn.add(text.trim());
  }
  return [...drawn];
}
