/** What is wrong with a field of a body, in pydantic's words. */
import type { FieldFault } from '../../domain/errors.ts';

export const MISSING: Omit<FieldFault, 'loc'> = { msg: 'Field required', type: 'missing' };

/** A fault in our own words, where pydantic would have a validator's. */
export function valueFault(place: readonly (string | number)[], problem: string): FieldFault {
  return { loc: ['body', ...place], msg: `Value error, ${problem}`, type: 'value_error' };
}

export function missingFault(place: readonly (string | number)[]): FieldFault {
  return { loc: ['body', ...place], ...MISSING };
}
