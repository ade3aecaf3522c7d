/** Under which secrets the rows of this database were filed, so that a start under another one is noticed. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

export function createSecrets({ kysely }: Database) {
  /** @returns names of the secrets that gateways were started with. */
  const used = async (): Promise<ReadonlySet<string>> => {
    const rows = await kysely.selectFrom('secrets').select('kid').execute();
    return new Set(rows.map(({ kid }) => kid));
  };
  return {
    used,

    /** Whether anything is filed under a secret: without it, it cannot be found again. */
    async isNeeded(): Promise<boolean> {
      const { rows } = await sql<{ needed: unknown }>`select exists (select 1 from secrets)
        or exists (select 1 from key_plans) or exists (select 1 from evaluations)
        or exists (select 1 from limit_counts) as needed`.execute(kysely);
      return Boolean(rows[0]!.needed);
    },

    /** Notes that a gateway was started with a secret. Writes nothing where that is known. */
    async note(kid: string, nowMs: number): Promise<void> {
      if ((await used()).has(kid)) return;
      await kysely
        .insertInto('secrets')
        .values({ kid, first_used_at: nowMs })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Counts what is filed under none of these secrets; `keys` have a plan or an evaluation, or were issued and are good. */
    async orphans(kids: readonly string[], nowMs: number) {
      const isOrphan = sql`kid not in (${sql.join(kids)})`;
      const { rows } = await sql<{ keys: number; plans: number; evaluations: number; issued: number }>`
        with planned as (select caller_id from key_plans
            where plan is not null and replaced_by is null and ${isOrphan}),
          evaluated as (select caller_id from evaluations where ${isOrphan}),
          given as (select caller_id from issued_keys where revoked_at is null
            and (expires_at is null or expires_at > ${nowMs}) and ${isOrphan}),
          listed as (select caller_id from planned union select caller_id from evaluated
            union select caller_id from given)
        select (select count(*) from listed) as keys, (select count(*) from planned) as plans,
          (select count(*) from evaluated) as evaluations,
          (select count(*) from given) as issued`.execute(kysely);
      return rows[0]!;
    },
  };
}
