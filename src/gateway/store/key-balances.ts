/**
 * What issued keys with budgets have spent and reserved, a row a key and month. A row changes in one step, and only
 * where it still is as it was read: of two processes that change it at once, one reads again.
 */
import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface StoredBalance {
  /** From 1. */
  readonly version: number;
  /** JSON. */
  readonly state: string;
}

export type KeyBalances = ReturnType<typeof createKeyBalances>;

const TABLE = 'key_balances';

export function createKeyBalances({ kysely }: Database) {
  return {
    /** @param month 202611 */
    async find(keyId: string, month: number): Promise<StoredBalance | undefined> {
      return kysely
        .selectFrom(TABLE)
        .select(['version', 'state'])
        .where('key_id', '=', keyId)
        .where('month', '=', month)
        .executeTakeFirst();
    },

    /** @param keyIds at most a thousand. @param month 202611 @returns the states by key; one without is absent. */
    async findAll(keyIds: readonly string[], month: number): Promise<ReadonlyMap<string, string>> {
      if (keyIds.length === 0) return new Map();
      const rows = await kysely
        .selectFrom(TABLE)
        .select(['key_id', 'state'])
        .where('key_id', 'in', keyIds)
        .where('month', '=', month)
        .execute();
      return new Map(rows.map(({ key_id: keyId, state }) => [keyId, state]));
    },

    /**
     * Writes a balance in one statement.
     * @param version of the row that the state was made from; 0 where there was none.
     * @returns whether the row was still that one; else nothing has changed.
     */
    async swap(keyId: string, month: number, version: number, state: string): Promise<boolean> {
      if (version === 0) {
        const { numInsertedOrUpdatedRows = 0n } = await kysely
          .insertInto(TABLE)
          .values({ key_id: keyId, month, version: 1, state })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows > 0n;
      }
      const { numUpdatedRows } = await kysely
        .updateTable(TABLE)
        .set({ state, version: sql`version + 1` })
        .where('key_id', '=', keyId)
        .where('month', '=', month)
        .where('version', '=', version)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}
