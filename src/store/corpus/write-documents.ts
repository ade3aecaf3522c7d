/** Writes documents with their passages, and takes them away again. */
import type { Transaction } from 'kysely';
import type { CorpusDocument } from '../../corpus/document.ts';
import { readTerms } from '../../corpus/read-terms.ts';
import { countTerms, splitPassages } from '../../corpus/split-passages.ts';
import type { Tables } from '../tables.ts';
import type { PassageIndex } from './passage-index.ts';

/** What was written or removed. */
export interface Counted {
  readonly documents: number;
  readonly passages: number;
  readonly terms: number;
  readonly titleTerms: number;
}

export const NOTHING_COUNTED: Counted = { documents: 0, passages: 0, terms: 0, titleTerms: 0 };

/** Rows written or named in one statement: their parameters are a fraction of what either database takes. */
const ROWS = 500;

/** @param documents each id once, and none that is there already. */
export async function writeDocuments(
  transaction: Transaction<Tables>,
  index: PassageIndex,
  documents: readonly CorpusDocument[],
): Promise<Counted> {
  let counted = NOTHING_COUNTED;
  for (const some of inPieces(documents)) {
    const keys = await writeHeads(transaction, some);
    const rows = some.flatMap((document) => passagesOf(document, keys.get(document.id)!));
    for (const piece of inPieces(rows)) {
      await transaction.insertInto('corpus_passages').values(piece).execute();
    }
    await index.add(transaction, [...keys.values()]);
    counted = {
      documents: counted.documents + some.length,
      passages: counted.passages + rows.length,
      terms: counted.terms + sum(rows.map((row) => row.term_count)),
      titleTerms: counted.titleTerms + sum(rows.map((row) => row.title_term_count)),
    };
  }
  return counted;
}

/** Removes those of the documents that are there. */
export async function removeDocuments(
  transaction: Transaction<Tables>,
  index: PassageIndex,
  ids: readonly string[],
): Promise<Counted> {
  let counted = NOTHING_COUNTED;
  for (const some of inPieces(ids)) {
    const found = await transaction
      .selectFrom('corpus_documents')
      .select('key')
      .where('id', 'in', some)
      .execute();
    if (found.length === 0) continue;
    const keys = found.map(({ key }) => key);
    await index.remove(transaction, keys);
    const passages = await transaction
      .deleteFrom('corpus_passages')
      .where('document', 'in', keys)
      .returning(['term_count', 'title_term_count'])
      .execute();
    await transaction.deleteFrom('corpus_documents').where('key', 'in', keys).execute();
    counted = {
      documents: counted.documents + keys.length,
      passages: counted.passages + passages.length,
      terms: counted.terms + sum(passages.map((row) => row.term_count)),
      titleTerms: counted.titleTerms + sum(passages.map((row) => row.title_term_count)),
    };
  }
  return counted;
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
