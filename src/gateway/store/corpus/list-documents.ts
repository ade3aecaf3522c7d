/** Lists the documents of a collection, page by page. */
import { type Kysely, sql } from 'kysely';
import { withoutNulls } from '../rows.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';

export interface DocumentQuery {
  readonly limit: number;
  /** Key of the last document of the page before. */
  readonly after?: number | undefined;
  /** Letters that title, address or id hold, large or small; nothing in it is syntax. */
  readonly contains?: string | undefined;
}

/** A document without its text. */
export interface ListedDocument {
  /** Rises with every document that is added. */
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly published?: string;
  readonly passages: number;
  /** Whether it is a decision on a claim. */
  readonly isDecision: boolean;
}

export async function listDocuments(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  { limit, after, contains }: DocumentQuery,
): Promise<ListedDocument[]> {
  let query = kysely
    .selectFrom(`${tables.documents} as document` as const)
    .select(['document.key', 'document.id', 'document.title', 'document.url', 'document.published'])
    .select([
      sql<number>`case when document.review is null then 0 else 1 end`.as('decision'),
      sql<number>`cast((select count(*) from ${sql.table(tables.passages)} passage
        where passage.document = document.key) as bigint)`.as('passages'),
    ]);
  if (after !== undefined) query = query.where('document.key', '<', after);
  if (contains !== undefined) {
    const pattern = `%${contains.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`lower(document.title || ' ' || document.url || ' ' || document.id) like lower(${pattern}) escape '\\'`,
    );
  }
  const rows = await query.orderBy('document.key', 'desc').limit(limit).execute();
  return rows.map(({ decision, ...row }) => ({ ...withoutNulls(row), isDecision: Number(decision) === 1 }));
}
