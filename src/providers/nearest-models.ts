import type { Catalogue } from './catalogue.ts';

const MOST = 3;

/** @returns the ids of the listed models that are most like an id, the most alike first. */
export function nearestModels(catalogue: Catalogue, id: string): string[] {
  const asked = id.toLowerCase();
  return [...catalogue.models.keys()]
    .map((listed) => ({ listed, distance: distanceTo(asked, listed.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST)
    .map(({ listed }) => listed);
}

/** To the whole id, or to what stands behind its last slash, whichever is nearer. */
function distanceTo(asked: string, listed: string): number {
  const tail = listed.slice(listed.lastIndexOf('/') + 1);
  return Math.min(editDistance(asked, listed), editDistance(asked, tail));
}

/** What a character that is put in costs: ids are cut short more often than they are misspelt. */
const PUT_IN = 0.3;

/** Levenshtein's, with weights: characters that are put in, left out or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at * PUT_IN);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] as number) + (from[i] === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] as number) + 1, (next[j] as number) + PUT_IN));
    }
    row = next;
  }
  return row[to.length] as number;
}
