import { sql, type Transaction } from 'kysely';
import type { Dialect } from '../database.ts';

const COUNTS = [
  'requests',
  'errors',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'nanos',
  'claims',
  'supported',
  'refuted',
  'conflicting',
  'not_enough_evidence',
  'unchecked_limit',
  'unchecked_unsure',
  'unchecked_failed',
  'unchecked_exempt',
  ...Array.from({ length: 8 }, (_, bucket) => `first_${bucket}`),
  ...Array.from({ length: 8 }, (_, bucket) => `whole_${bucket}`),
];
/** Sums of tokens and money outgrow 32 bits. */
const LARGE = /tokens$|^nanos$/;

/** Counters of requests, by the hour and by the day: most of a row's numbers are 0, and those take no room. */
export async function createTraffic(db: Transaction<unknown>, dialect: Dialect): Promise<void> {
  const columns = COUNTS.map((name) => `${name} ${LARGE.test(name) ? 'bigint' : 'integer'}`).join(', ');
  await sql`create table traffic (
    series text not null, at integer not null, name text not null, sandbox smallint not null, ${sql.raw(columns)},
    primary key (series, at, name, sandbox)) ${sql.raw(dialect === 'sqlite' ? 'without rowid' : '')}`.execute(
    db,
  );
}
