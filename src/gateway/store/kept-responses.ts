/** Responses that their callers can come back to, sealed. Times are Unix milliseconds. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { fromJson, withoutNulls } from './rows.ts';

export interface NewResponse {
  readonly id: string;
  readonly callerId: string;
  readonly previous?: string | undefined;
  /** Name of the secret that it was sealed under. */
  readonly kid: string;
  readonly expiresAt: number;
  readonly sealed: string;
}

export interface SealedResponse {
  readonly id: string;
  readonly previous?: string;
  readonly kid: string;
  /** Absent where too much was asked for at once. */
  readonly sealed?: string;
}

export type ResponseRecords = ReturnType<typeof createResponseRecords>;

/** Rows that are deleted in one statement. */
const PRUNED = 200;

export function createResponseRecords({ kysely, dialect }: Database) {
  /** @param mostBytes where the rows have more together, none of them has its text. */
  const read = async (found: RawBuilder<unknown>, mostBytes: number): Promise<SealedResponse[]> => {
    const { rows } = await sql<{ id: string; previous: string | null; kid: string; sealed: string | null }>`
      with recursive found (id, previous, bytes, position) as (${found})
      select responses.id, responses.previous, kid,
        case when (select sum(bytes) from found) <= ${mostBytes} then sealed end as sealed
      from found join responses on responses.id = found.id
      order by position desc`.execute(kysely);
    return rows.map(withoutNulls);
  };

  return {
    /** @returns ids of those that are kept: not those that go on from one that is gone. */
    async insert(responses: readonly NewResponse[]): Promise<ReadonlySet<string>> {
      const { rows } = await sql<{ id: string }>`
        insert into responses (id, caller_id, previous, kid, bytes, expires_at, sealed)
        select value ->> 'id', value ->> 'callerId', value ->> 'previous', value ->> 'kid',
          length(value ->> 'sealed'), cast(value ->> 'expiresAt' as bigint), value ->> 'sealed'
        from ${fromJson(dialect, responses)}
        where value ->> 'previous' is null or exists (select 1 from responses where id = value ->> 'previous')
        returning id`.execute(kysely);
      return new Set(rows.map(({ id }) => id));
    },

    /** @returns bytes of all responses of a caller, those that others go on from included. */
    async bytesOf(callerId: string): Promise<number> {
      const row = await kysely
        .selectFrom('responses')
        .select(({ fn }) => fn.sum('bytes').as('bytes'))
        .where('caller_id', '=', callerId)
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    },

    /** @returns those of the ids that there are and that have not expired. */
    find: (ids: readonly string[], nowMs: number, mostBytes: number): Promise<SealedResponse[]> => {
      const named = fromJson(
        dialect,
        ids.map((id) => ({ id })),
      );
      return read(
        sql`select id, previous, bytes, 0 from responses
          where id in (select value ->> 'id' from ${named}) and expires_at > ${nowMs}`,
        mostBytes,
      );
    },

    /**
     * @returns a response and those that it goes on from, as far as they are there, the oldest first; none where it
     *   has expired itself.
     */
    chain: (id: string, nowMs: number, mostBytes: number): Promise<SealedResponse[]> =>
      read(
        sql`select id, previous, bytes, 0 from responses where id = ${id} and expires_at > ${nowMs}
          union all
          select earlier.id, earlier.previous, earlier.bytes, position + 1
          from found join responses earlier on earlier.id = found.previous`,
        mostBytes,
      ),

    /** @returns whose it was, and its bytes; `undefined` where there was none. */
    async remove(id: string): Promise<{ readonly callerId: string; readonly bytes: number } | undefined> {
      const row = await kysely
        .deleteFrom('responses')
        .where('id', '=', id)
        .returning(['caller_id', 'bytes'])
        .executeTakeFirst();
      return row && { callerId: row.caller_id, bytes: Number(row.bytes) };
    },

    /** Deletes what has expired and what nothing goes on from that has not. */
    async prune(nowMs: number): Promise<void> {
      const some = sql`
        with recursive needed (id, previous) as (
          select earlier.id, earlier.previous
          from responses earlier join responses later on later.previous = earlier.id
          where earlier.expires_at <= ${nowMs} and later.expires_at > ${nowMs}
          union
          select earlier.id, earlier.previous
          from needed join responses earlier on earlier.id = needed.previous)
        select id from responses where expires_at <= ${nowMs} and id not in (select id from needed)
        limit ${PRUNED}`;
      for (;;) {
        const result = await sql`delete from responses where id in (${some})`.execute(kysely);
        if (Number(result.numAffectedRows) < PRUNED) return;
      }
    },
  };
}
