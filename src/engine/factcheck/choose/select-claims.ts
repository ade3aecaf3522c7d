/** Which claims are verified where there may be more than are allowed: those most worth checking. */
import type { Claim } from '../../../domain/claim.ts';

type Ranked = Pick<Claim, 'confidence' | 'check_worthiness'>;

/** In a live text, so much of the room goes to the claims that come first. */
const FIRST_COME = 0.8;
/** Then a claim is begun with at once where no larger share of those before it is as worthy. */
const AS_WORTHY = 0.1;

/** @returns a copy, the claims most worth checking first; of equals the earlier one. */
export function worthiestFirst<C extends Ranked>(claims: readonly C[]): C[] {
  return claims.toSorted((a, b) => worthinessOf(b) - worthinessOf(a));
}

/** A claim that was not scored counts with its confidence. */
function worthinessOf({ check_worthiness, confidence }: Ranked): number {
  return check_worthiness ?? confidence;
}

/**
 * Chooses among claims as they come. Where all are known before the first verdict is waited for, they are held until
 * the last: that is the best choice there is. In a live text most of the room goes to the first ones, so that
 * short answers wait for nothing; later ones stand out, or wait for the end.
 *
 * @param maxClaims the most claims that are begun with.
 * @param live whether the text is still being written while its claims come.
 */
export function openSelection<C extends Ranked>(maxClaims: number, { live }: { live: boolean }) {
  const seen: number[] = [];
  const held: C[] = [];
  let begun = 0;

  const mayBegin = (worthiness: number): boolean => {
    if (!live || begun >= maxClaims) return false;
    const asWorthy = seen.reduce((count, other) => (other >= worthiness ? count + 1 : count), 0);
    return begun + 1 <= maxClaims * FIRST_COME || asWorthy < seen.length * AS_WORTHY;
  };

  /** @returns whether the claim is begun with now. Where not, nothing has changed. */
  const begin = (claim: C): boolean => {
    const worthiness = worthinessOf(claim);
    if (!mayBegin(worthiness)) return false;
    seen.push(worthiness);
    begun += 1;
    return true;
  };

  return {
    /**
     * One more claim, not said before. @returns whether it is begun with now; where not, it is held.
     */
    take(claim: C): boolean {
      if (begin(claim)) return true;
      seen.push(worthinessOf(claim));
      held.push(claim);
      return false;
    },
    /**
     * A claim that is likely to come next. @returns whether it is begun with now: its place is spent, whether it
     * comes or not, and it is not taken again. Where not, it is forgotten.
     */
    foresee: begin,
    /** No more claims come. @returns those held that are begun with now, the worthiest first, and those left out. */
    rest(): { readonly begin: readonly C[]; readonly leave: readonly C[] } {
      const ranked = worthiestFirst(held.splice(0));
      const room = maxClaims - begun;
      begun += Math.min(room, ranked.length);
      return { begin: ranked.slice(0, room), leave: ranked.slice(room) };
    },
  };
}
