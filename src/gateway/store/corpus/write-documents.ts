/** Writes documents with their passages, and takes them away again. */
import { sql, type Transaction } from 'kysely';
import { inBatches } from '../../../domain/in-batches.ts';
import type { CorpusDocument } from '../../../engine/corpus/document.ts';
import { readTerms } from '../../../engine/corpus/read-terms.ts';
import { countTerms, splitPassages } from '../../../engine/corpus/split-passages.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex } from './passage-index.ts';

/** Rows written or named in one statement: their parameters are a fraction of what either database takes. */
const ROWS = 500;

/** A document that is ready to be written: reading its text is most of the work. */
interface ReadDocument {
  readonly head: Omit<Tables['corpus_documents'], 'key'>;
  readonly passages: readonly Omit<Tables['corpus_passages'], 'key' | 'document'>[];
}

export function readForIndex({ id, title, url, published, text }: CorpusDocument): ReadDocument {
  const titleTerms = readTerms(title);
  return {
    head: { id, title, title_terms: titleTerms.join(' '), url, published: published ?? null },
    passages: splitPassages(text).map((passage, position) => ({
      position,
      text: passage.text,
      terms: passage.terms,
      term_count: countTerms(passage.terms),
      title_term_count: titleTerms.length,
    })),
  };
}

/** @param documents each id once, and none that is there already. */
export async function writeDocuments(
  transaction: Transaction<Tables>,
  index: PassageIndex,
  documents: readonly ReadDocument[],
): Promise<void> {
  const keys: number[] = [];
  for (const some of inBatches(documents, ROWS)) {
    const heads = some.map(({ head }) => head);
    const written = await transaction
      .insertInto('corpus_documents')
      .values(heads)
      .returning(['id', 'key'])
      .execute();
    const keyOf = new Map(written.map(({ id, key }) => [id, key]));
    const rows = some.flatMap(({ head, passages }) =>
      passages.map((passage) => ({ document: keyOf.get(head.id)!, ...passage })),
    );
    for (const piece of inBatches(rows, ROWS)) {
      await transaction.insertInto('corpus_passages').values(piece).execute();
    }
    keys.push(...keyOf.values());
  }
  // Terms are counted once for all: most documents have many in common.
  await index.add(transaction, keys);
  await addToTotals(transaction, keys, 1);
}

/** Removes those of the documents that are there. @returns how many. */
export async function removeDocuments(
  transaction: Transaction<Tables>,
  index: PassageIndex,
  ids: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const some of inBatches(ids, ROWS)) {
    const documents = transaction.selectFrom('corpus_documents').select('key').where('id', 'in', some);
    const keys = (await documents.execute()).map(({ key }) => key);
    if (keys.length === 0) continue;
    await addToTotals(transaction, keys, -1);
    await index.remove(transaction, keys);
    await transaction.deleteFrom('corpus_passages').where('document', 'in', keys).execute();
    await transaction.deleteFrom('corpus_documents').where('key', 'in', keys).execute();
    removed += keys.length;
  }
  return removed;
}

/** Adds documents with their passages, which are there, to the totals, or takes them out. */
async function addToTotals(
  transaction: Transaction<Tables>,
  documents: readonly number[],
  sign: 1 | -1,
): Promise<void> {
  await sql`update corpus_totals set documents = corpus_totals.documents + ${sign * documents.length},
      passages = corpus_totals.passages + ${sign} * changed.passages,
      terms = corpus_totals.terms + ${sign} * changed.terms,
      title_terms = corpus_totals.title_terms + ${sign} * changed.title_terms
    from (select count(*) as passages, coalesce(sum(term_count), 0) as terms,
        coalesce(sum(title_term_count), 0) as title_terms
      from corpus_passages where document in (${sql.join(documents)})) changed`.execute(transaction);
}
