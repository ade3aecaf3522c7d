/** Reports that anybody can read under an address. Times are Unix milliseconds. */
import { sql } from 'kysely';
import { type AuditEntry, writeAudit } from './audit-log.ts';
import type { Database } from './database.ts';

/** What lists have of a report. */
export interface ListedReport {
  readonly id: string;
  /** Id of the issued key that published it, else the caller's fingerprint. */
  readonly maker: string;
  readonly title: string;
  /** How many claims it lists. */
  readonly claims: number;
  readonly bytes: number;
  readonly createdAt: number;
  /** Differs for each content that it had. */
  readonly changedAt: number;
}

export interface PublishedReport extends ListedReport {
  /** JSON of what was published. */
  readonly content: string;
}

/** Whether a text can be the id of a report: PostgreSQL refuses some characters as such. */
export function isReportId(text: string): boolean {
  return /^[\w-]{24}$/.test(text);
}

export type PublishedReports = ReturnType<typeof createPublishedReports>;

const TABLE = 'published_reports';
const LISTED = [
  'id',
  'maker',
  'title',
  'claims',
  'bytes',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const;

export function createPublishedReports({ kysely }: Database) {
  return {
    /**
     * @param makers the report's own, and what the same caller was called before.
     * @param most reports that a maker may have.
     * @returns whether it was added: not where its maker has no room.
     */
    async add(report: PublishedReport, makers: readonly string[], most: number): Promise<boolean> {
      const { id, maker, title, claims, bytes, content, createdAt, changedAt } = report;
      const { rows } = await sql`
        insert into published_reports (id, maker, title, claims, bytes, content, created_at, changed_at)
        select ${id}, ${maker}, ${title}, cast(${claims} as integer), cast(${bytes} as integer), ${content},
          cast(${createdAt} as bigint), cast(${changedAt} as bigint)
        where (select count(*) from published_reports where maker in (${sql.join(makers)})) < ${most}
        returning id`.execute(kysely);
      return rows.length > 0;
    },

    /** Replaces a maker's report under its address. @returns when it was first published; `undefined` where it has none. */
    async replace(
      { id, title, claims, bytes, content, changedAt }: Omit<PublishedReport, 'createdAt' | 'maker'>,
      makers: readonly string[],
    ): Promise<number | undefined> {
      const row = await kysely
        .updateTable(TABLE)
        // Two changes within a millisecond are two as well.
        .set({
          ...{ title, claims, bytes, content },
          changed_at: sql<number>`case when changed_at < ${changedAt} then ${changedAt} else changed_at + 1 end`,
        })
        .where('id', '=', id)
        .where('maker', 'in', makers)
        .returning('created_at')
        .executeTakeFirst();
      return row?.created_at;
    },

    /** @returns what lists have of a report; `undefined` where there is none. */
    find: (id: string): Promise<ListedReport | undefined> =>
      kysely.selectFrom(TABLE).select(LISTED).where('id', '=', id).executeTakeFirst(),

    read: (id: string): Promise<PublishedReport | undefined> =>
      kysely
        .selectFrom(TABLE)
        .select([...LISTED, 'content'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** The newest first. @param after id of the last one of the page before. */
    async page(query: {
      readonly limit: number;
      readonly after?: string | undefined;
      /** Theirs alone. */
      readonly makers?: readonly string[] | undefined;
    }): Promise<ListedReport[]> {
      let rows = kysely.selectFrom(TABLE).select(LISTED);
      if (query.makers !== undefined) rows = rows.where('maker', 'in', query.makers);
      if (query.after !== undefined) {
        rows = rows.where(
          sql<boolean>`(created_at, id) < (select created_at, id from published_reports where id = ${query.after})`,
        );
      }
      return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute();
    },

    /**
     * Nothing of it is left.
     * @param from whose it must be; anybody's where absent.
     * @returns whether there was one.
     */
    remove: (id: string, from?: readonly string[], audit: readonly AuditEntry[] = []): Promise<boolean> =>
      kysely.transaction().execute(async (transaction) => {
        let removal = transaction.deleteFrom(TABLE).where('id', '=', id);
        if (from !== undefined) removal = removal.where('maker', 'in', from);
        const { numDeletedRows } = await removal.executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      }),
  };
}
