/** Responses that their callers can come back to, sealed. Times are Unix milliseconds. */
import { sql } from 'kysely';
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
  readonly sealed: string;
}

export type ResponseRecords = ReturnType<typeof createResponseRecords>;

/** Rows that are deleted in one statement. */
const PRUNED = 200;

export function createResponseRecords({ kysely, dialect }: Database) {
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
    async find(ids: readonly string[], nowMs: number): Promise<SealedResponse[]> {
      const rows = await kysely
        .selectFrom('responses')
        .select(['id', 'previous', 'kid', 'sealed'])
        .where('id', 'in', ids)
        .where('expires_at', '>', nowMs)
        .execute();
      return rows.map(withoutNulls);
    },

    /**
     * @returns a response and those that it goes on from, as far as they are there, the oldest first; none where it
     *   has expired itself.
     */
    async chain(id: string, nowMs: number): Promise<SealedResponse[]> {
      const { rows } = await sql<{ id: string; previous: string | null; kid: string; sealed: string }>`
        with recursive chain (id, previous, position) as (
          select id, previous, 0 from responses where id = ${id} and expires_at > ${nowMs}
          union all
          select earlier.id, earlier.previous, position + 1
          from chain join responses earlier on earlier.id = chain.previous)
        select responses.id, responses.previous, kid, sealed
        from chain join responses on responses.id = chain.id
        order by position desc`.execute(kysely);
      return rows.map(withoutNulls);
    },

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
