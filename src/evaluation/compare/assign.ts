/**
 * The assignment of rows to columns whose weights are largest in sum (the Hungarian algorithm, in the form with
 * potentials and shortest augmenting paths: Jonker and Volgenant 1987). Cubic in the smaller side.
 *
 * @param weights finite, a row each.
 * @returns for each row its column, or -1.
 */
export function assign(weights: readonly (readonly number[])[]): number[] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return weights.map(() => -1);
  if (rows > columns) {
    const turned = Array.from({ length: columns }, (_, column) => weights.map((row) => row[column]!));
    const assigned = weights.map(() => -1);
    for (const [column, row] of assign(turned).entries()) if (row >= 0) assigned[row] = column;
    return assigned;
  }

  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(columns + 1);
  /** Which row each column has, from 1; 0 for none. */
  const rowOf = new Int32Array(columns + 1);
  const before = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row;
    let column = 0;
    const shortest = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const visited = new Uint8Array(columns + 1);
    do {
      visited[column] = 1;
      const current = rowOf[column]!;
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= columns; other++) {
        if (visited[other] === 1) continue;
        const cost = -weights[current - 1]![other - 1]! - rowPotential[current]! - columnPotential[other]!;
        if (cost < shortest[other]!) {
          shortest[other] = cost;
          before[other] = column;
        }
        if (shortest[other]! < step) {
          step = shortest[other]!;
          next = other;
        }
      }
      for (let other = 0; other <= columns; other++) {
        if (visited[other] === 1) {
          const held = rowOf[other]!;
          rowPotential[held] = rowPotential[held]! + step;
          columnPotential[other] = columnPotential[other]! - step;
        } else shortest[other] = shortest[other]! - step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      const previous = before[column]!;
      rowOf[column] = rowOf[previous]!;
      column = previous;
    }
  }

  const assigned = weights.map(() => -1);
  for (let column = 1; column <= columns; column++) {
    const row = rowOf[column]!;
    if (row > 0) assigned[row - 1] = column - 1;
  }
  return assigned;
}
