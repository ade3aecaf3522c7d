/** Lists of a request, each with a maximum: of one that is too long the elements are not looked at. */
import { z } from 'zod';

/** Elements that the validation under way may still look at. It is synchronous: there is one at a time. */
let left = Number.POSITIVE_INFINITY;
let cut = false;

/**
 * @param most elements of lists that are looked at in all; the first of each list in any case, so that none counts
 *   as empty.
 * @returns what the look found, and whether it took in every element.
 */
export function lookAtElements<T>(most: number, look: () => T): { readonly found: T; readonly all: boolean } {
  left = most;
  cut = false;
  try {
    return { found: look(), all: !cut };
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

/** @param least the fewest elements: 0 or 1. */
export function boundedList<T extends z.ZodType>(element: T, most: number, least: 0 | 1 = 0) {
  const list = z.array(element).max(most);
  return z.preprocess(
    (value, context) => {
      if (!Array.isArray(value)) return value;
      if (value.length > most) {
        context.issues.push({
          code: 'too_big',
          origin: 'array',
          maximum: most,
          inclusive: true,
          input: value,
        });
        return value;
      }
      const length = Math.min(value.length, Math.max(left, 1));
      left -= length;
      if (length === value.length) return value;
      cut = true;
      return value.slice(0, length);
    },
    least === 0 ? list : list.min(least),
  );
}
