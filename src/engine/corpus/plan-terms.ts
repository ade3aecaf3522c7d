/**
 * Which passages an index is asked for, so that a search costs much the same in a thousand passages and in a million.
 *
 * A passage is worth ranking where the query's terms that it has are rarely found together. How rarely is reckoned as if
 * terms were independent: a set of terms is expected in as many passages as there are, times the share of them that has
 * each. So asked for is every smallest set that is expected in at most so many passages: a rare name alone, a year and a
 * place together, three common words. As the weight of a term is the logarithm of its rarity, these are the sets whose
 * weights add up to the most.
 */
import { inverseFrequency } from './term-weight.ts';

export interface PlannedTerm {
  readonly term: string;
  /** How much it says that a passage has it. */
  readonly weight: number;
}

/** Fits passages that have the term and, where `and` is not empty, fit one of those too. */
export interface TermNode {
  /** Its place in the plan's terms. */
  readonly at: number;
  readonly and: readonly TermNode[];
}

export interface TermPlan {
  /** The rarest first, each once; they order what is found. */
  readonly terms: readonly PlannedTerm[];
  /** What is found fits one of these. */
  readonly anyOf: readonly TermNode[];
}

/** Terms of a query that are looked for, the rarest: an index has a place for so many. */
const MOST_TERMS = 16;
/** The rarest of them, of which sets are made: each further one doubles the sets there may be. */
const COMBINED = 5;
/** Passages that are expected in all. With 300 they were quicker to find, and what was ranked of them was worse. */
const BUDGET = 1_000;
/** Entries of the index that may be read to find them. */
const ENTRIES = 60_000;

interface FoundTerm {
  readonly term: string;
  readonly frequency: number;
}

/**
 * @param terms each once.
 * @param frequencies in how many passages each is; those that are in none are absent.
 * @param passages how many there are.
 * @returns plans to be tried in order until one finds enough; none where no passage has a term of the query.
 */
export function planTerms(
  terms: readonly string[],
  frequencies: ReadonlyMap<string, number>,
  passages: number,
): readonly TermPlan[] {
  const found = terms
    .map((term) => ({ term, frequency: frequencies.get(term) ?? 0 }))
    .filter(({ frequency }) => frequency > 0)
    .sort((a, b) => a.frequency - b.frequency)
    .slice(0, MOST_TERMS);
  if (found.length === 0) return [];
  const planned = found.map(({ term, frequency }) => ({
    term,
    weight: inverseFrequency(passages, frequency),
  }));
  const anyOf = withinEntries(chooseSets(found, passages), found);
  const alone = rarest(found);
  const isWider = alone.some(({ at }) => !anyOf.some((node) => node.at === at && node.and.length === 0));
  return [anyOf, ...(isWider ? [alone] : [])].map((nodes) => ({ terms: planned, anyOf: nodes }));
}

/** @returns the smallest sets that are rare enough, so that all together stay within the budget. */
function chooseSets(found: readonly FoundTerm[], passages: number): readonly TermNode[] {
  for (let most = BUDGET; most >= 1; most *= 0.7) {
    let total = 0;
    const extend = (from: number, expected: number): TermNode[] =>
      found.slice(from, from === 0 ? undefined : COMBINED).flatMap(({ frequency }, offset): TermNode[] => {
        const at = from + offset;
        const left = expected * Math.min(1, frequency / passages);
        if (left > most) {
          const and = extend(at + 1, left);
          return and.length === 0 ? [] : [{ at, and }];
        }
        total += left;
        return [{ at, and: [] }];
      });
    const sets = extend(0, passages);
    if (sets.length === 0) break;
    if (total <= BUDGET) return sets;
  }
  // Even together they are common.
  return [
    found
      .slice(0, COMBINED)
      .reduceRight<TermNode | undefined>((and, _, at) => ({ at, and: and ? [and] : [] }), undefined)!,
  ];
}

/** To find a set, an index reads the entries of its rarest term, and looks up the others. */
function withinEntries(nodes: readonly TermNode[], found: readonly FoundTerm[]): readonly TermNode[] {
  let left = ENTRIES;
  return nodes.filter(({ at }, position) => {
    left -= found[at]!.frequency;
    return position === 0 || left >= 0;
  });
}

/** @returns the rarest terms by themselves, as many as stay within the budget, at least one. */
function rarest(found: readonly FoundTerm[]): readonly TermNode[] {
  let left = BUDGET;
  return found.flatMap(({ frequency }, at) => {
    left -= frequency;
    return at === 0 || left >= 0 ? [{ at, and: [] }] : [];
  });
}
