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
