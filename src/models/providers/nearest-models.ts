import type { Catalogue } from '../../domain/catalogue.ts';
import { editDistance } from '../../domain/edit-distance.ts';

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
