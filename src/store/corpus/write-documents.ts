/** Writes documents with their passages, and takes them away again. */
import { sql, type Transaction } from 'kysely';
import type { CorpusDocument } from '../../corpus/document.ts';
import { readTerms } from '../../corpus/read-terms.ts';
import { countTerms, splitPassages } from '../../corpus/split-passages.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex } from './passage-index.ts';

/** Rows written or named in one statement: their parameters are a fraction of what either database takes. */
const ROWS = 500;

/** @param documents each id once, and none that is there already. */
export async function writeDocuments(
  transaction: Transaction<Tables>,
  index: PassageIndex,
  documents: readonly CorpusDocument[],
): Promise<void> {
  for (const some of inPieces(documents)) {
    const keys = await writeHeads(transaction, some);
    const rows = some.flatMap((document) => passagesOf(document, keys.get(document.id)!));
    for (const piece of inPieces(rows)) {
      await transaction.insertInto('corpus_passages').values(piece).execute();
    }
    await index.add(transaction, [...keys.values()]);
    await addToTotals(transaction, [...keys.values()], 1);
  }
}

/** Removes those of the documents that are there. @returns how many. */
export async function removeDocuments(
  transaction: Transaction<Tables>,
  index: PassageIndex,
  ids: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const some of inPieces(ids)) {
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

async function writeHeads(
  transaction: Transaction<Tables>,
  documents: readonly CorpusDocument[],
): Promise<Map<string, number>> {
  const rows = documents.map(({ id, title, url, published }) => ({
    id,
    title,
    title_terms: readTerms(title).join(' '),
    url,
    published: published ?? null,
  }));
  const written = await transaction
    .insertInto('corpus_documents')
    .values(rows)
    .returning(['id', 'key'])
    .execute();
  return new Map(written.map(({ id, key }) => [id, key]));
}

function passagesOf({ title, text }: CorpusDocument, document: number) {
  const titleTerms = readTerms(title).length;
  return splitPassages(text).map((passage, position) => ({
    document,
    position,
    text: passage.text,
    terms: passage.terms,
    term_count: countTerms(passage.terms),
    title_term_count: titleTerms,
  }));
}

function* inPieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += ROWS) yield all.slice(start, start + ROWS);
}
