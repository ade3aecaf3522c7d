/** Under which secrets the rows of this database were filed, so that a start under another one is noticed. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

export type Secrets = ReturnType<typeof createSecrets>;

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
      const { rows } = await sql<{ needed: number }>`select
        case when exists (select 1 from secrets) or exists (select 1 from key_plans)
          or exists (select 1 from evaluations) or exists (select 1 from limit_counts)
        then 1 else 0 end as needed`.execute(kysely);
      return Number(rows[0]!.needed) === 1;
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

    /** Counts what is filed under none of these secrets; `keys` have a plan or an evaluation. */
    async orphans(kids: readonly string[]) {
      const plans = kysely
        .selectFrom('key_plans')
        .select('caller_id')
        .where('plan', 'is not', null)
        .where('replaced_by', 'is', null)
        .where('kid', 'not in', kids);
      const evaluations = kysely.selectFrom('evaluations').select('caller_id').where('kid', 'not in', kids);
      const count = sql<number>`count(*)`;
      const row = await kysely
        .selectNoFrom([
          (from) => from.selectFrom(plans.as('p')).select(count.as('n')).as('plans'),
          (from) => from.selectFrom(evaluations.as('e')).select(count.as('n')).as('evaluations'),
          (from) => from.selectFrom(plans.union(evaluations).as('k')).select(count.as('n')).as('keys'),
        ])
        .executeTakeFirstOrThrow();
      return { keys: Number(row.keys), plans: Number(row.plans), evaluations: Number(row.evaluations) };
    },
  };
}
