/** Reads what is given back of passages that were found. */
import type { Kysely } from 'kysely';
import type { CorpusHit } from '../../../engine/corpus/document.ts';
import type { Joined } from '../../../engine/corpus/join-rankings.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import { withReview } from './with-review.ts';

/** Passages, each as `passage` beside its `document`. */
export function selectPassages(kysely: Kysely<Tables>, tables: CorpusTables) {
  return kysely
    .selectFrom(`${tables.passages} as passage` as const)
    .innerJoin(`${tables.documents} as document` as const, 'document.key', 'passage.document');
}

/** What a passage is given back with; `withReview` reads it. */
export const HIT_COLUMNS = [
  'document.id',
  'document.title',
  'document.url',
  'document.published',
  'document.review',
  'passage.text',
] as const;

/** @returns them in their order; one that was replaced since is left out. */
export async function readHits(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  ranked: readonly Joined[],
): Promise<CorpusHit[]> {
  if (ranked.length === 0) return [];
  const rows = await selectPassages(kysely, tables)
    .select(['passage.key', ...HIT_COLUMNS])
    .where(
      'passage.key',
      'in',
      ranked.map(({ key }) => key),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return ranked.flatMap(({ key, score, similarity }) => {
    const row = byKey.get(key);
    // Replaced since it was ranked: it is left out.
    if (row === undefined) return [];
    const { key: _key, ...hit } = withReview(row);
    return [{ ...hit, score, ...(similarity === undefined ? {} : { similarity }) }];
  });
}
