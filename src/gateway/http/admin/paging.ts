/** Lists, page by page. */
import { type FieldFault, ValidationError } from '../../../domain/errors.ts';

/** Items of a page unless the request says otherwise. */
export const PAGE: number = 100;

/**
 * @param items of the page, and one more where there are more.
 * @param nameOf what the next page is asked for by.
 */
export function listPage<T, U>(
  items: readonly T[],
  limit: number,
  describe: (item: T) => U,
  nameOf: (item: T) => string,
) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return {
    object: 'list' as const,
    data: shown.map(describe),
    next: items.length > limit && last !== undefined ? nameOf(last) : null,
  };
}

/** A fault of a field of the query, or of a header. */
export function faultAt(place: 'query' | 'header' | 'body', field: string, problem: string): ValidationError {
  const fault: FieldFault = { loc: [place, field], msg: `Value error, ${problem}`, type: 'value_error' };
  return new ValidationError([fault]);
}
