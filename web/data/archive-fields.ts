/** What a file must hold where, and what is said where it does not. */
import { type Fields, isFields, listOf } from '../claims/read-claims.ts';
import { texts } from '../texts.ts';

const { faults, wanted } = texts.data;

/** What is wrong with a file, in words for the person. */
export class ArchiveFault extends Error {}

export function itemsOf(value: unknown, place: string): readonly unknown[] {
  need(Array.isArray(value), place, wanted.list);
  return listOf(value);
}

export function fieldsOf(value: unknown, place: string): Fields {
  need(isFields(value), place, wanted.object);
  return value as Fields;
}

export function need(holds: boolean, place: string, what: string): void {
  if (!holds) throw new ArchiveFault(faults.field(place, what));
}
