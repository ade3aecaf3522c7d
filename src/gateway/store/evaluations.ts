/**
 * Evaluations and their jobs. A job belongs to the process whose lease it has; what a process writes counts only
 * while the job is still its own, so that nothing is written twice.
 */
import { sql } from 'kysely';
import { inBatches } from '../../domain/in-batches.ts';
import type { Database } from './database.ts';
import { fromJson, lockRows, withoutNulls } from './rows.ts';

/** What another process needs to go on with a job. */
interface Recovery {
  readonly key: string;
  readonly sealed: string;
}

/** A new job, leased to the process that made it. Times are Unix milliseconds. */
export interface NewEvaluation {
  readonly id: string;
  readonly callerId: string;
  /** Name of the secret that the id and the wrapped keys were made under. */
  readonly kid: string;
  readonly claims: number;
  readonly createdAt: number;
  readonly owner: string;
  readonly leaseUntil: number;
  readonly callerKey: string;
  /** Absent where texts are not to be stored: then nobody can take the job over. */
  readonly recovery?: Recovery;
}

/** Which process's work on a job this is. */
export interface Fence {
  readonly id: string;
  readonly owner: string;
  readonly attempt: number;
}

export interface FinishedEvaluation extends Fence {
  readonly scorer: 'model' | 'local' | 'mixed';
  readonly finishedAt: number;
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number } | undefined;
  /** The rows of the report, sealed page by page; none where it has no rows. */
  readonly pages: readonly string[];
}

/** A job whose process is gone, taken over. */
export interface ClaimedEvaluation extends Fence {
  readonly kid: string;
  readonly claims: number;
  readonly recovery: Recovery;
}

export type EvaluationRecords = ReturnType<typeof createEvaluationRecords>;
export type StoredEvaluation = NonNullable<Awaited<ReturnType<EvaluationRecords['find']>>>;

const LOST = 'The process that held its text ended before it was scored, and texts are not stored here';
const TOO_OFTEN = 'Every process that tried to score it ended before it was done';
/** Pages written in one statement, and reports deleted in one. */
const BATCH = 20;
const PRUNED = 200;

export function createEvaluationRecords(database: Database) {
  return { ...createJobs(database), ...createReports(database) };
}

function createJobs({ kysely, dialect }: Database) {
  return {
    async insert(evaluations: readonly NewEvaluation[]): Promise<void> {
      await sql`insert into evaluations (id, caller_id, kid, status, claims, created_at, lease_owner, lease_until,
          attempt, caller_key, recovery_key, recovery)
        select value ->> 'id', value ->> 'callerId', value ->> 'kid', 'running',
          cast(value ->> 'claims' as integer), cast(value ->> 'createdAt' as bigint), value ->> 'owner',
          cast(value ->> 'leaseUntil' as bigint), 1, value ->> 'callerKey', value -> 'recovery' ->> 'key',
          value -> 'recovery' ->> 'sealed'
        from ${fromJson(dialect, evaluations)}`.execute(kysely);
    },

    /** Keeps jobs for longer, as far as they are the process's own. */
    async renew(owner: string, ids: readonly string[], leaseUntil: number): Promise<void> {
      const given = fromJson(
        dialect,
        ids.map((id) => ({ id })),
      );
      await sql`update evaluations set lease_until = ${leaseUntil}
        where status = 'running' and lease_owner = ${owner}
          and id in (select value ->> 'id' from ${given})`.execute(kysely);
    },

    /** Lets go of every job of a process, so that others need not wait for the lease to end. */
    async release(owner: string): Promise<void> {
      await kysely
        .updateTable('evaluations')
        .set({ lease_until: 0 })
        .where('status', '=', 'running')
        .where('lease_owner', '=', owner)
        .execute();
    },

    /** @returns whether it was still the process's own. */
    async fail({ id, owner, attempt }: Fence, failure: string, nowMs: number): Promise<boolean> {
      const result = await kysely
        .updateTable('evaluations')
        .set(failed(failure, nowMs))
        .where('id', '=', id)
        .where('status', '=', 'running')
        .where('lease_owner', '=', owner)
        .where('attempt', '=', attempt)
        .executeTakeFirst();
      return Number(result.numUpdatedRows) > 0;
    },

    /**
     * Takes over jobs whose lease has ended, of secrets that this process knows.
     * @param options.limit the most that are taken.
     */
    async claimExpired(options: {
      readonly owner: string;
      readonly kids: readonly string[];
      readonly nowMs: number;
      readonly leaseUntil: number;
      readonly limit: number;
    }): Promise<ClaimedEvaluation[]> {
      const { owner, kids, nowMs, leaseUntil, limit } = options;
      const { rows } = await sql<Omit<ClaimedEvaluation, 'owner' | 'recovery'> & Recovery>`
        update evaluations
        set lease_owner = ${owner}, lease_until = ${leaseUntil}, attempt = attempt + 1
        where id in (
          select id from evaluations
          where status = 'running' and lease_until < ${nowMs} and recovery is not null
            and kid in (${sql.join(kids)})
          order by lease_until limit ${limit} ${lockRows(dialect)})
        returning id, kid, claims, attempt, recovery_key as key, recovery as sealed`.execute(kysely);
      return rows.map(({ key, sealed, ...row }) => ({ ...row, owner, recovery: { key, sealed } }));
    },

    /**
     * Gives up jobs whose lease has ended and that nobody can go on with.
     * @param mostAttempts so many processes may have lost one.
     */
    async failLost(nowMs: number, mostAttempts: number): Promise<void> {
      const expired = kysely
        .updateTable('evaluations')
        .where('status', '=', 'running')
        .where('lease_until', '<', nowMs);
      await expired.set(failed(LOST, nowMs)).where('recovery', 'is', null).execute();
      await expired.set(failed(TOO_OFTEN, nowMs)).where('attempt', '>=', mostAttempts).execute();
    },
  };
}

function createReports({ kysely, dialect }: Database) {
  return {
    /**
     * Writes reports, all or none in a transaction, and deletes what recovery needed.
     * @returns the ids that were written; the jobs of the others have another owner by now, or are gone.
     */
    async complete(evaluations: readonly FinishedEvaluation[]): Promise<ReadonlySet<string>> {
      return kysely.transaction().execute(async (transaction) => {
        const rows = evaluations.map(({ pages, ...finished }) => ({ ...finished, report: pages[0] }));
        const written = await sql<{ id: string }>`update evaluations
          set status = 'completed', scorer = value ->> 'scorer',
            finished_at = cast(value ->> 'finishedAt' as bigint),
            prompt_tokens = cast(value -> 'usage' ->> 'promptTokens' as bigint),
            completion_tokens = cast(value -> 'usage' ->> 'completionTokens' as bigint),
            report = value ->> 'report', lease_owner = null, recovery_key = null, recovery = null
          from ${fromJson(dialect, rows)}
          where evaluations.id = value ->> 'id' and status = 'running' and lease_owner = value ->> 'owner'
            and attempt = cast(value ->> 'attempt' as integer)
          returning evaluations.id`.execute(transaction);
        const ids = new Set(written.rows.map(({ id }) => id));
        const further = evaluations
          .filter(({ id }) => ids.has(id))
          .flatMap(({ id, pages }) =>
            pages.slice(1).map((sealed, index) => ({ id, page: index + 1, sealed })),
          );
        for (const batch of inBatches(further, BATCH)) {
          await sql`insert into evaluation_pages (evaluation, page, sealed)
            select value ->> 'id', cast(value ->> 'page' as integer), value ->> 'sealed'
            from ${fromJson(dialect, batch)}`.execute(transaction);
        }
        return ids;
      });
    },

    async find(id: string) {
      const row = await kysely
        .selectFrom('evaluations')
        .select(['id', 'caller_id as callerId', 'kid', 'status', 'scorer', 'failure', 'claims'])
        .select(['created_at as createdAt', 'caller_key as callerKey'])
        .select(['prompt_tokens as promptTokens', 'completion_tokens as completionTokens'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { promptTokens, completionTokens = 0, ...stored } = withoutNulls(row);
      return {
        ...stored,
        ...(promptTokens === undefined ? {} : { usage: { promptTokens, completionTokens } }),
      };
    },

    /** @returns a sealed page of a report, from 0; `undefined` where it has none such. */
    async page(id: string, page: number): Promise<string | undefined> {
      if (page === 0) {
        const first = kysely.selectFrom('evaluations').select('report').where('id', '=', id);
        return (await first.executeTakeFirst())?.report ?? undefined;
      }
      const further = await kysely
        .selectFrom('evaluation_pages')
        .select('sealed')
        .where('evaluation', '=', id)
        .where('page', '=', page)
        .executeTakeFirst();
      return further?.sealed;
    },

    /** @returns whether there was one of these callers'. */
    async remove(id: string, callerIds: readonly string[]): Promise<boolean> {
      const result = await kysely
        .deleteFrom('evaluations')
        .where('id', '=', id)
        .where('caller_id', 'in', callerIds)
        .executeTakeFirst();
      return Number(result.numDeletedRows) > 0;
    },

    /** Forgets what was made before a time. */
    async prune(beforeMs: number): Promise<void> {
      const some = kysely
        .selectFrom('evaluations')
        .select('id')
        .where('created_at', '<', beforeMs)
        .limit(PRUNED);
      const deletion = kysely.deleteFrom('evaluations').where('id', 'in', some);
      while (Number((await deletion.executeTakeFirst()).numDeletedRows) === PRUNED) {}
    },
  };
}

function failed(failure: string, nowMs: number) {
  return {
    status: 'failed' as const,
    failure,
    finished_at: nowMs,
    lease_owner: null,
    recovery_key: null,
    recovery: null,
  };
}
