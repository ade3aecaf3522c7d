/** Writes documents with their passages, and takes them away again. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inBatches } from '../../../domain/in-batches.ts';
import { runInTurns } from '../../../domain/run-in-turns.ts';
import type { CorpusDocument } from '../../../engine/corpus/document.ts';
import { readTerms } from '../../../engine/corpus/read-terms.ts';
import { countTerms, splitInSteps } from '../../../engine/corpus/split-passages.ts';
import type { Tables } from '../tables.ts';
import type { CorpusTables } from './corpus-tables.ts';
import type { PassageIndex } from './passage-index.ts';

/** Rows written or named in one statement: their parameters are a fraction of what either database takes. */
const ROWS = 500;
/** Passages that are read in one go: some milliseconds. */
const PIECE = 16;

/** Another number where a text would be cut into other passages, or found by other terms, than before. */
const READING = 1;

/** A document that is ready to be written: reading its text is most of the work. */
interface ReadDocument {
  readonly head: Omit<Tables['corpus_documents'], 'key'>;
  readonly passages: readonly Omit<Tables['corpus_passages'], 'key' | 'document' | 'vector'>[];
}

/** Long texts take a second: others are served between the pieces. */
export async function readForIndex(document: CorpusDocument): Promise<ReadDocument> {
  const { id, title, url, published, text, review } = document;
  const titleTerms = readTerms(title);
  const passages = await runInTurns(splitInSteps(text), setImmediate, PIECE);
  return {
    head: {
      ...{ id, title, title_terms: titleTerms.join(' '), url, published: published ?? null },
      review: review === undefined ? null : JSON.stringify(review),
      digest: digestOf(document),
    },
    passages: passages.map((passage, position) => ({
      position,
      text: passage.text,
      terms: passage.terms,
      term_count: countTerms(passage.terms),
      title_term_count: titleTerms.length,
    })),
  };
}

function digestOf({ title, url, text, published, review }: CorpusDocument): string {
  const said = JSON.stringify([READING, title, url, text, published, review]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}

/** @returns those that are not there already, as they are. */
export async function leaveOutKnown(
  kysely: Kysely<Tables>,
  tables: CorpusTables,
  documents: readonly CorpusDocument[],
): Promise<readonly CorpusDocument[]> {
  const known = new Map<string, string | null>();
  for (const some of inBatches(documents, ROWS)) {
    const ids = some.map(({ id }) => id);
    const rows = await kysely
      .selectFrom(tables.documents)
      .select(['id', 'digest'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, digest } of rows) known.set(id, digest);
  }
  return documents.filter((document) => known.get(document.id) !== digestOf(document));
}

/** @param documents each id once, and none that is there already. */
export async function writeDocuments(
  transaction: Transaction<Tables>,
  tables: CorpusTables,
  index: PassageIndex,
  documents: readonly ReadDocument[],
): Promise<void> {
  const keys: number[] = [];
  for (const some of inBatches(documents, ROWS)) {
    const heads = some.map(({ head }) => head);
    const written = await transaction
      .insertInto(tables.documents)
      .values(heads)
      .returning(['id', 'key'])
      .execute();
    const keyOf = new Map(written.map(({ id, key }) => [id, key]));
    const rows = some.flatMap(({ head, passages }) =>
      passages.map((passage) => ({ document: keyOf.get(head.id)!, ...passage })),
    );
    for (const piece of inBatches(rows, ROWS)) {
      await transaction.insertInto(tables.passages).values(piece).execute();
    }
    keys.push(...keyOf.values());
  }
  // Terms are counted once for all: most documents have many in common.
  await index.add(transaction, keys);
  await addToTotals(transaction, tables, keys, 1);
}

/** Removes those of the documents that are there. @returns how many. */
export async function removeDocuments(
  transaction: Transaction<Tables>,
  tables: CorpusTables,
  index: PassageIndex,
  ids: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const some of inBatches(ids, ROWS)) {
    const documents = transaction.selectFrom(tables.documents).select('key').where('id', 'in', some);
    const keys = (await documents.execute()).map(({ key }) => key);
    if (keys.length === 0) continue;
    await addToTotals(transaction, tables, keys, -1);
    await index.remove(transaction, keys);
    await transaction.deleteFrom(tables.passages).where('document', 'in', keys).execute();
    await transaction.deleteFrom(tables.documents).where('key', 'in', keys).execute();
    removed += keys.length;
  }
  return removed;
}

/** Adds documents with their passages, which are there, to the totals, or takes them out. */
async function addToTotals(
  transaction: Transaction<Tables>,
  tables: CorpusTables,
  documents: readonly number[],
  sign: 1 | -1,
): Promise<void> {
  await sql`update ${sql.table(tables.totals)} as totals set documents = totals.documents + ${sign * documents.length},
      passages = totals.passages + ${sign} * changed.passages,
      terms = totals.terms + ${sign} * changed.terms,
      title_terms = totals.title_terms + ${sign} * changed.title_terms
    from (select count(*) as passages, coalesce(sum(term_count), 0) as terms,
        coalesce(sum(title_term_count), 0) as title_terms
      from ${sql.table(tables.passages)} where document in (${sql.join(documents)})) changed`.execute(
    transaction,
  );
}
