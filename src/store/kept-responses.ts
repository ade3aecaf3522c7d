/** Responses that their callers can come back to, sealed. Times are Unix milliseconds. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { fromJson, withoutNulls } from './rows.ts';

export interface NewResponse {
  readonly id: string;
  readonly callerId: string;
  readonly previous?: string;
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
    /**
     * @param mostBytes that a caller's responses may have, those that others go on from included.
     * @returns ids of those that are kept: the others are beyond that, or what they go on from is gone.
     */
    async insert(responses: readonly NewResponse[], mostBytes: number): Promise<ReadonlySet<string>> {
      const callers = [...new Set(responses.map(({ callerId }) => callerId))].map((id) => ({ id }));
      const { rows } = await sql<{ id: string }>`
        with totals as (
          select caller_id, sum(bytes) as stored from responses
          where caller_id in (select value ->> 'id' from ${fromJson(dialect, callers)})
          group by caller_id)
        insert into responses (id, caller_id, previous, kid, bytes, expires_at, sealed)
        select value ->> 'id', value ->> 'callerId', value ->> 'previous', value ->> 'kid',
          cast(value ->> 'bytes' as bigint), cast(value ->> 'expiresAt' as bigint), value ->> 'sealed'
        from ${fromJson(dialect, countBytes(responses))}
          left join totals on totals.caller_id = value ->> 'callerId'
        where coalesce(stored, 0) + cast(value ->> 'before' as bigint) + cast(value ->> 'bytes' as bigint)
            <= ${mostBytes}
          and (value ->> 'previous' is null
            or exists (select 1 from responses where id = value ->> 'previous'))
        returning id`.execute(kysely);
      return new Set(rows.map(({ id }) => id));
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

    /** @returns whether there was one. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await kysely.deleteFrom('responses').where('id', '=', id).executeTakeFirst();
      return Number(numDeletedRows) > 0;
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

/** @param responses written together: each row also says how many bytes of the same caller come before it. */
function countBytes(responses: readonly NewResponse[]) {
  const written = new Map<string, number>();
  return responses.map((response) => {
    const bytes = response.sealed.length;
    const before = written.get(response.callerId) ?? 0;
    written.set(response.callerId, before + bytes);
    return { ...response, bytes, before };
  });
}
