/** How rows go into statements and come out of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './database.ts';

/**
 * Objects as one parameter of JSON, for `from` in a statement: its text is the same whatever their number.
 * `value ->> 'name'` reads a field, as text in PostgreSQL.
 */
export function fromJson(dialect: Dialect, objects: readonly object[]): RawBuilder<unknown> {
  const json = JSON.stringify(objects);
  return dialect === 'sqlite'
    ? sql`json_each(${json}) as given`
    : sql`json_array_elements(${json}::json) as given(value)`;
}

/**
 * Ends a query for rows that the process takes for itself. PostgreSQL: the second process passes over what the first is
 * taking. SQLite has one writer at a time.
 */
export function lockRows(dialect: Dialect): RawBuilder<unknown> {
  return dialect === 'postgres' ? sql`for update skip locked` : sql``;
}

/** By UTF-16 units: the same order in every process. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Of all rows of a group; 0 where there is none. */
export function sumOf(what: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`cast(coalesce(sum(${what}), 0) as bigint)`;
}

type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>;
};

/** Leaves out the columns of a row that are null. */
export function withoutNulls<T extends object>(row: T): WithoutNulls<T> {
  const kept: Record<string, unknown> = {};
  // By name: entries cost three times as much, and there may be a million rows.
  for (const name in row) if (row[name] !== null) kept[name] = row[name];
  return kept as WithoutNulls<T>;
}
