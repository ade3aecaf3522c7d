/** @returns a function that takes the next piece of a text and returns the lines that it completes, without their ends. */
export function lineSplitter(): (piece: string) => string[] {
  /** Of a line that is not complete yet; it may be long, so it is put together once. */
  let begun: string[] = [];
  return (piece) => {
    const [first = '', ...lines] = piece.split('\n');
    begun.push(first);
    const next = lines.pop();
    if (next === undefined) return [];
    const complete = [begun.join(''), ...lines];
    begun = [next];
    return complete.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  };
}
