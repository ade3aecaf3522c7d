/** What a search in the database and one in memory begin with. */
import { bestPlaces } from '../../../engine/corpus/keep-best.ts';
import type { PassageTable } from '../../../engine/corpus/passage-table.ts';
import { planTerms, type TermNode, type TermPlan } from '../../../engine/corpus/plan-terms.ts';
import type { Collection } from '../../../engine/corpus/rank-passages.ts';
import { readTerms } from '../../../engine/corpus/read-terms.ts';

/** A longer query is cut: a claim is a sentence. */
const LONGEST_QUERY = 2_000;
/** So many passages are ranked: about a millisecond of a thread. */
export const CANDIDATES: number = 64;
/** So many passages are looked at for them: where terms come together more often than was expected, not all. */
export const LOOKED_AT: number = 4_000;
/** With fewer, the next plan is tried. */
const FEW = 16;
/** A bit beyond those of a plan's terms. */
const LOOKED = 1 << 16;

/** @returns the query's terms, in order. */
export function readQuery(query: string): string[] {
  return readTerms(query.slice(0, LONGEST_QUERY));
}

/** @returns what the index is asked, one after the other until enough is found. */
export function planSearch(
  terms: readonly string[],
  { frequencies, passages }: Collection,
): readonly TermPlan[] {
  return planTerms([...new Set(terms)], frequencies, passages);
}

/** Tries plans until one finds enough. @returns what the last one found. */
export async function tryPlans<T>(
  plans: readonly TermPlan[],
  find: (plan: TermPlan) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  let found: readonly T[] = [];
  for (const plan of plans) {
    found = await find(plan);
    if (found.length >= FEW) break;
  }
  return found;
}

/** Writes a plan in the words of an index. */
export function writePlan(
  { terms, anyOf }: TermPlan,
  { quote, and, or }: { quote: (term: string) => string; and: string; or: string },
): string {
  const write = (node: TermNode): string => {
    const term = quote(terms[node.at]!.term);
    return node.and.length === 0 ? term : `${term} ${and} ${anyOfThem(node.and)}`;
  };
  const anyOfThem = (nodes: readonly TermNode[]): string => `(${nodes.map(write).join(` ${or} `)})`;
  return anyOfThem(anyOf);
}

/**
 * Proposes passages of a table as the databases do.
 *
 * @returns places in the table.
 */
export function createProposer(table: PassageTable): (plans: readonly TermPlan[]) => readonly number[] {
  const scores = new Float64Array(table.size);
  /** A bit for each term of the plan, and one for the places that are looked at. */
  const held = new Uint32Array(table.size);
  const looked = new Int32Array(table.size);
  const propose = ({ terms, anyOf }: TermPlan): readonly number[] => {
    let count = 0;
    for (const { at } of anyOf) {
      for (const place of table.postingsOf(terms[at]!.term).places) {
        if (held[place] !== 0) continue;
        held[place] = LOOKED;
        looked[count++] = place;
      }
    }
    for (const [at, { term, weight }] of terms.entries()) {
      for (const place of table.postingsOf(term).places) {
        if (held[place] === 0) continue;
        held[place]! |= 1 << at;
        scores[place]! += weight;
      }
    }
    const candidates = looked.subarray(0, count);
    const best = bestPlaces(
      candidates.filter((place) => fits(held[place]!, anyOf)),
      scores,
      CANDIDATES,
    );
    for (const place of candidates) {
      held[place] = 0;
      scores[place] = 0;
    }
    return best;
  };
  return (plans) => {
    let found: readonly number[] = [];
    for (const plan of plans) {
      found = propose(plan);
      if (found.length >= FEW) break;
    }
    return found;
  };
}

function fits(held: number, anyOf: readonly TermNode[]): boolean {
  for (const { at, and } of anyOf) {
    if ((held & (1 << at)) !== 0 && (and.length === 0 || fits(held, and))) return true;
  }
  return false;
}
