/** The lender's side of a shared writer: what another process writes is run here, in its turn. */
import { CompiledQuery, type Kysely } from 'kysely';
import type { Answer, Failed, LentWriter, Outcome, Statement } from '../shared-writer.ts';
import type { Tables } from '../tables.ts';
import { toFault } from './faults.ts';

interface LentTransaction {
  run(statement: Statement): Promise<Answer>;
  /** Resolves when it has ended. @throws Error where it could not end so; nothing of it is left then. */
  end(outcome: Outcome): Promise<void>;
}

class RolledBack extends Error {}

/**
 * @param idleMs a transaction that waits so long for its next statement is rolled back: its process may hang, and
 *   nobody else can write meanwhile.
 */
export function lendWriter(kysely: Kysely<Tables>, idleMs = 10_000): LentWriter {
  const transactions = new Map<number, LentTransaction>();
  let last = 0;
  let ended = false;

  const refuseWhereEnded = (): void => {
    if (ended) throw new Error('The process that the writer was lent to has ended');
  };
  return {
    writer: {
      run: (statement, id) =>
        answerWith(async () => {
          refuseWhereEnded();
          if (id === undefined) return run(kysely, statement);
          const transaction = transactions.get(id);
          if (transaction === undefined) throw new Error('The transaction has ended');
          return transaction.run(statement);
        }),

      begin: () =>
        answerWith(async () => {
          refuseWhereEnded();
          const id = ++last;
          transactions.set(id, await beginTransaction(kysely, idleMs, () => transactions.delete(id)));
          if (ended) await transactions.get(id)?.end('rollback');
          return { transaction: id };
        }),

      end: (id, outcome) =>
        answerWith(async () => {
          const transaction = transactions.get(id);
          if (transaction === undefined && outcome === 'commit') throw new Error('The transaction has ended');
          await transaction?.end(outcome);
          return { rows: [] };
        }),
    },

    async end() {
      ended = true;
      await Promise.allSettled([...transactions.values()].map(({ end }) => end('rollback')));
    },
  };
}

/** @returns a transaction, once nobody else writes. */
function beginTransaction(
  kysely: Kysely<Tables>,
  idleMs: number,
  onEnd: () => void,
): Promise<LentTransaction> {
  const begun = Promise.withResolvers<LentTransaction>();
  const over = Promise.withResolvers<Outcome>();
  // Kysely's own way through a transaction: it lets go of the connection however that ends.
  const ended = kysely
    .transaction()
    .execute(async (transaction) => {
      let running = 0;
      const idle = setTimeout(
        () => (running > 0 ? idle.refresh() : over.resolve('rollback')),
        idleMs,
      ).unref();
      begun.resolve({
        async run(statement) {
          running++;
          try {
            return await run(transaction, statement);
          } finally {
            running--;
            idle.refresh();
          }
        },
        async end(outcome) {
          over.resolve(outcome);
          if ((await ended) !== outcome && outcome === 'commit') throw new Error('The transaction has ended');
        },
      });
      const outcome = await over.promise;
      clearTimeout(idle);
      onEnd();
      if (outcome === 'rollback') throw new RolledBack();
      return outcome;
    })
    .catch((error: unknown): Outcome => {
      if (error instanceof RolledBack) return 'rollback';
      throw error;
    });
  ended.catch(begun.reject);
  return begun.promise;
}

async function run(kysely: Kysely<Tables>, { sql, parameters }: Statement): Promise<Answer> {
  const { rows, numAffectedRows } = await kysely.executeQuery(CompiledQuery.raw(sql, [...parameters]));
  return numAffectedRows === undefined ? { rows } : { rows, changes: Number(numAffectedRows) };
}

async function answerWith<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    return { error: toFault(error) };
  }
}
