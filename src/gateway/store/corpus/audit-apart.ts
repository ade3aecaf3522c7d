import type { Kysely } from 'kysely';
import { writeAudit } from '../audit-log.ts';
import type { Tables } from '../tables.ts';
import type { Corpus } from './corpus.ts';

/**
 * A corpus in a database of its own, whose changes are in the audit log of another one: behind the change, which stays where its
 * entry cannot be written.
 */
export function withAuditApart(corpus: Corpus, kysely: Kysely<Tables>): Corpus {
  return {
    ...corpus,
    async add(documents, audit = []) {
      const done = await corpus.add(documents);
      if (done.added + done.replaced > 0) await writeAudit(kysely, audit);
      return done;
    },
    async remove(ids, audit = []) {
      const removed = await corpus.remove(ids);
      if (removed > 0) await writeAudit(kysely, audit);
      return removed;
    },
  };
}
