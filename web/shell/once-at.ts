/**
 * Acts at a time of the clock: a timer alone stands still while a computer sleeps.
 * @param time Unix milliseconds.
 * @returns what calls it off.
 */
export function onceAt(time: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = (): void => {
    const left = time - Date.now();
    if (left <= 0) act();
    else timer = setTimeout(look, Math.min(left, 1_000));
  };
  timer = setTimeout(look, 0);
  return () => clearTimeout(timer);
}
