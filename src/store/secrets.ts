/** Under which secrets the rows of this database were filed, so that a start under another one is noticed. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What only an earlier secret can find. */
export interface Orphans {
  /** Keys that have a plan or an evaluation. */
  readonly keys: number;
  readonly plans: number;
  readonly evaluations: number;
}

export interface Secrets {
  /** Whether anything is filed under a secret: without it, it cannot be found again. */
  isNeeded(): Promise<boolean>;
  /** @returns names of the secrets that gateways were started with. */
  used(): Promise<ReadonlySet<string>>;
  /** Notes that a gateway was started with a secret. Writes nothing where that is known. */
  note(kid: string, nowMs: number): Promise<void>;
  /** Counts what is filed under none of these secrets. */
  orphans(kids: readonly string[]): Promise<Orphans>;
}

export function createSecrets({ kysely }: Database): Secrets {
  const used = async (): Promise<ReadonlySet<string>> => {
    const rows = await kysely.selectFrom('secrets').select('kid').execute();
    return new Set(rows.map(({ kid }) => kid));
  };
  return {
    used,

    async isNeeded() {
      const { rows } = await sql<{ needed: number }>`select
        case when exists (select 1 from secrets) or exists (select 1 from key_plans)
          or exists (select 1 from evaluations) or exists (select 1 from limit_counts)
        then 1 else 0 end as needed`.execute(kysely);
      return Number(rows[0]!.needed) === 1;
    },

    async note(kid, nowMs) {
      if ((await used()).has(kid)) return;
      await kysely
        .insertInto('secrets')
        .values({ kid, first_used_at: nowMs })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async orphans(kids) {
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
      return {
        keys: Number(row.keys),
        plans: Number(row.plans),
        evaluations: Number(row.evaluations),
      };
    },
  };
}
